import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { defaultAlgorithm } from '@zapdeck/contract/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import { LOWEST_ID, newId } from '../../db/columns.ts';
import {
  loopsOf,
  lastPlanOf,
  planOf,
  type PlanNode,
  readBy,
  rowsOf,
  sentBy,
} from '../../testing/statement-plans.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { type Dealt, nothingDealt } from './dealt.ts';
import { readApps, readAppsAgain } from '../apps/apps-by-id.ts';
import { readRecycled } from './recycled.ts';
import { dealRest, type Rest } from './rest.ts';
import { snapshotIn } from '../../db/snapshot.ts';
import { readStart } from './start.ts';
import { readFrontier, untilChangesAreSettled } from './unseen/frontier.fixture.ts';
import { readUnseen } from './unseen/read-unseen.ts';
import { CHANGED_MAX } from './unseen/unseen-sql.ts';
import { onOne } from '../../db/read-pool.ts';

const APPS = 6_000;
const SEEN = 2_000;
const PAGE = 21;
const POOL = 101;

let test: TestApp;
let viewerId: string;
let lightId: string;
beforeAll(async () => {
  test = await openTestApp();
  viewerId = (await test.person('member')).user?.id ?? '';
  lightId = (await test.person('member')).user?.id ?? '';
  const { pool } = test.deps;
  await pool.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, downvotes, views, created_at,
       frame_checked_at)
     SELECT gen_random_uuid(), 'App ' || n, 'One of many', 'https://' || n || '.example.org/',
       (ARRAY['Games', 'Design', 'News', 'Travel', 'Other'])[1 + n % 5], $1,
       (CASE n % 10 WHEN 0 THEN 'pending' WHEN 1 THEN 'rejected' ELSE 'approved' END)::app_status,
       (n * 7919) % 500, (n * 104729) % 200, (n * 31) % 3000, timestamptz '2026-01-01' + n * interval '1 minute',
       now()
     FROM generate_series(1, $2) AS n`,
    [viewerId, APPS],
  );
  await pool.query(
    `INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
     SELECT $1, id, timestamptz '2026-02-01' + n * interval '1 second'
     FROM (SELECT id, row_number() OVER (ORDER BY ranking_score DESC) AS n FROM apps WHERE status = 'approved') AS ranked
     WHERE n % 2 = 0 LIMIT $2`,
    [viewerId, SEEN],
  );
  await pool.query(
    'INSERT INTO seen_apps (user_id, app_id) SELECT $1, app_id FROM seen_apps WHERE user_id = $2 LIMIT 40',
    [lightId, viewerId],
  );
  await pool.query('ANALYZE');
});
afterAll(() => test.close());

const readsOf = (work: () => Promise<unknown>) => sentBy(test.deps.pool, work);
const planOfRead = (read: Parameters<typeof planOf>[1]) => planOf(test.deps.pool, read);
const planOfLast = (work: () => Promise<unknown>) => lastPlanOf(test.deps.pool, work);

/** The plan walks the named index in its order: nothing is sorted, and no table is read from end to end. */
function expectOrderedWalk(
  nodes: readonly PlanNode[],
  indexName: string,
  mostRows: number,
): PlanNode | undefined {
  // The table of one row is read whole, and what somebody has seen is read in whatever way.
  const types = nodes
    .filter((node) => !/^(catalogue|seen_)/.test(node['Relation Name'] ?? node['Index Name'] ?? ''))
    .map((node) => node['Node Type']);
  expect(types.filter((type) => /Sort|Seq Scan|Bitmap/.test(type))).toEqual([]);
  const walk = nodes.find((node) => node['Index Name'] === indexName);
  expect(walk?.['Node Type']).toMatch(/^Index (Only )?Scan$/);
  expect(walk?.['Actual Loops']).toBe(1);
  expect(readBy(nodes, indexName)).toBeLessThanOrEqual(mostRows);
  return walk;
}

const startedAt = Date.UTC(2026, 5, 1);
const when = Date.UTC(2026, 0, 2);
const params = { ...defaultAlgorithm, appsPerPage: PAGE - 1, maxDiversityPool: POOL - 1 };
const nothing = (algorithm: Dealt['algorithm'] = 'normal') => nothingDealt(algorithm, startedAt, true);

const unseen = (dealt: Dealt, viewer = { id: lightId, seen: 40 }) =>
  readUnseen(onOne(test.deps.db), viewer, dealt, params);
const heavy = () => ({ id: viewerId, seen: SEEN });

describe('unseen, the plain way', () => {
  it.each([
    ['normal', 'apps_score_idx', 3 * POOL],
    ['semi_simple', 'apps_upvotes_idx', 4 * PAGE],
    ['simple', 'apps_score_idx', PAGE],
  ] as const)('%s: from the top, and from a position', async (algorithm, index, most) => {
    expectOrderedWalk(await planOfLast(() => unseen(nothing(algorithm))), index, most);
    const after: Dealt['after'] = [algorithm === 'semi_simple' ? 250 : 1_000, when, newId()];
    const plan = await planOfLast(() => unseen({ ...nothing(algorithm), after }));
    expect(expectOrderedWalk(plan, index, most)?.['Index Cond']).toContain('ROW(');
  });

  it('past what is dealt', async () => {
    const dealt: Dealt = {
      ...nothing(),
      after: [1_000, when, newId()],
      lowest: [
        ['Games', [990, when, newId()]],
        ['News', [980, when, newId()]],
      ],
      newcomers: Array.from({ length: 300 }, (_, index) => 2 * index),
    };
    expectOrderedWalk(await planOfLast(() => unseen(dealt)), 'apps_score_idx', 4 * POOL);
  });

  it.each([
    [40, true],
    [SEEN, true],
    [50_000, false],
  ])('%i seen apps are made a table of: %s', async (seen, isTable) => {
    await test.deps.pool.query('DELETE FROM feed_frontiers');
    const sent = await readsOf(() => unseen(nothing(), { id: viewerId, seen }));
    const plain = sent.find(({ text }) => !text.includes('feed_frontiers'));
    const plan = plain ? await planOfRead(plain) : [];
    expectOrderedWalk(plan, 'apps_score_idx', 3 * POOL);
    expect(plan.some((node) => node.Filter?.includes('hashed SubPlan'))).toBe(isTable);
  });

  it('newcomers: after those that were dealt', async () => {
    const dealt: Dealt = { ...nothing(), after: [1_000, when, newId()], newcomers: [40] };
    const plan = await planOfLast(() => unseen(dealt));
    const walk = plan.find(
      (node) => node['Index Name'] === 'apps_newcomers_idx' && node['Index Cond']?.includes('approval_no > '),
    );
    expect(walk && rowsOf(walk)).toBeLessThan(60);
  });
});

describe('unseen, with a frontier', () => {
  /** Stores one, as a first page does. */
  async function storeFrontier(algorithm: Dealt['algorithm']): Promise<void> {
    const { pool } = test.deps;
    await pool.query('DELETE FROM feed_frontiers');
    await untilChangesAreSettled(pool);
    await unseen(nothing(algorithm), heavy());
    expect(await readFrontier(pool, viewerId, algorithm === 'normal' ? 'score' : 'upvotes')).toBeDefined();
  }

  it.each([
    ['normal', 'apps_score_idx'],
    ['semi_simple', 'apps_upvotes_idx'],
  ] as const)(
    '%s: reads what changed and nothing of the gaps, and goes on below it',
    async (algorithm, index) => {
      await storeFrontier(algorithm);
      await test.deps.pool.query('UPDATE apps SET upvotes = upvotes + 1 WHERE approval_no <= 10');
      const plan = await planOfLast(() => unseen(nothing(algorithm), heavy()));
      const whole = plan
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name']);
      // Tables of one row.
      expect(whole.filter((name) => name !== 'feed_frontiers' && name !== 'catalogue')).toEqual([]);
      expect(readBy(plan, 'apps_moved_idx')).toBe(10);
      expect(loopsOf(plan, (node) => node['Index Name'] === 'apps_pkey')).toBe(10);
      expect(readBy(plan, index)).toBeLessThanOrEqual(2 * POOL);
      expect(plan.find((node) => node['Index Name'] === index)?.['Index Cond']).toContain('ROW(');
      expect(loopsOf(plan, (node) => node['Relation Name'] === 'seen_apps')).toBeLessThanOrEqual(
        4 * PAGE + POOL,
      );
      expect(readBy(plan, 'seen_apps_recycle_idx')).toBe(0);
    },
  );

  it('looks through no more changed apps than it is worth', async () => {
    await storeFrontier('normal');
    await test.deps.pool.query('UPDATE apps SET upvotes = upvotes + 1 WHERE approval_no <= $1', [
      2 * CHANGED_MAX,
    ]);
    const [sent] = await readsOf(() => unseen(nothing(), heavy()));
    await storeFrontier('normal');
    await test.deps.pool.query('UPDATE apps SET upvotes = upvotes + 1 WHERE approval_no <= $1', [
      2 * CHANGED_MAX,
    ]);
    const plan = sent ? await planOfRead(sent) : [];
    expect(readBy(plan, 'apps_moved_idx')).toBe(CHANGED_MAX + 1);
  });
});

it('recycled: from the start and from a position', async () => {
  const recycled = (dealt: Dealt) => planOfLast(() => readRecycled(test.deps.db, viewerId, dealt, PAGE));
  expectOrderedWalk(await recycled(nothing()), 'seen_apps_recycle_idx', 2 * PAGE);
  const plan = await recycled({ ...nothing(), recycledAfter: [Date.UTC(2026, 1, 1, 0, 20), 0, newId()] });
  expect(expectOrderedWalk(plan, 'seen_apps_recycle_idx', 2 * PAGE)?.['Index Cond']).toContain('ROW(');
  expectOrderedWalk(await recycled(nothing('semi_simple')), 'apps_upvotes_idx', 6 * PAGE);
});

describe('the rest of a deck', () => {
  const taken = { taken: [newId()], size: PAGE };
  const readSnapshot = async () => {
    await untilChangesAreSettled(test.deps.pool);
    const { rows } = await test.deps.pool.query<{ now: string }>('SELECT pg_current_snapshot()::text AS now');
    return snapshotIn(rows[0]?.now ?? '');
  };
  /** The indexes of apps that the first read of this part uses, and how much of each. */
  const readOf = async (rest: Rest) => {
    const [sent] = await readsOf(() => dealRest(test.deps.db, LOWEST_ID, rest, taken));
    const nodes = sent ? await planOfRead(sent) : [];
    return nodes
      .filter((node) => node['Relation Name'] === 'apps' && node['Actual Loops'] > 0)
      .map((node): [string, number] => [node['Index Name'] ?? '', rowsOf(node)]);
  };

  it('what moved is gathered by the index of changes while it is little, and else walked by number', async () => {
    const asOf = await readSnapshot();
    await test.deps.pool.query('UPDATE apps SET upvotes = upvotes + 1 WHERE approval_no BETWEEN 100 AND 149');
    const rest: Rest = { rest: 'moved', asOf, began: null, seenAgainFrom: null, after: 0 };
    const few = await readOf(rest);
    expect(few.map(([index]) => index)).toEqual(['apps_moved_idx', 'apps_approval_idx']);
    expect(few[0]?.[1]).toBeLessThanOrEqual(60);
    const all = await readOf({ ...rest, asOf: [1, 0] });
    expect(all.map(([index]) => index)).toEqual(['apps_moved_idx', 'apps_approval_idx', 'apps_approval_idx']);
    expect(all[0]?.[1]).toBeLessThanOrEqual(2_001);
    expect(Math.max(Number(all[1]?.[1]), Number(all[2]?.[1]))).toBeLessThanOrEqual(2 * PAGE);
  });

  it('the unreachable and what was approved since are read by number', async () => {
    const began = await readSnapshot();
    for (const [rest, index] of [
      [{ rest: 'unreachable', began, after: 0 } as const, 'apps_unreachable_idx'],
      [{ rest: 'ended', after: 3_000 } as const, 'apps_approval_idx'],
    ] as const) {
      const read = await readOf(rest);
      expect(read.map(([name]) => name)).toEqual([index, 'apps_approval_idx']);
      expect(read[0]?.[1]).toBeLessThanOrEqual(2 * PAGE);
    }
  });
});

it('what a page begins with is read by keys', async () => {
  const nodes = await planOfLast(() => readStart(test.deps.db, viewerId));
  const read = nodes.filter((node) => node['Index Name']?.startsWith('seen_counts') !== true);
  expect(Math.max(...read.map((node) => node['Actual Rows'] * node['Actual Loops']))).toBe(1);
  expect(nodes.map((node) => node['Index Name'])).toContain('seen_apps_recycle_idx');
});

async function someIds(): Promise<string[]> {
  const { rows } = await test.deps.pool.query<{ id: string }>(
    "SELECT id FROM apps WHERE status = 'approved' ORDER BY approval_no LIMIT 20",
  );
  return rows.map(({ id }) => id);
}

it.each([
  ['shown', readApps],
  ['asked for again', readAppsAgain],
])('the apps of a page that are %s are read by their keys', async (_what, read) => {
  const ids = await someIds();
  const [sent] = await readsOf(() =>
    read(onOne(test.deps.db), { id: viewerId, isAdmin: false, publicUrl: '' }, ids, '"known"'),
  );
  const nodes = sent ? await planOfRead(sent) : [];
  const ofApps = nodes.filter((node) => node['Relation Name'] === 'apps');
  expect(ofApps.map((node) => [node['Index Name'], rowsOf(node)])).toEqual([['apps_pkey', 20]]);
});

it('all that the feed asks often is planned once, not with every page', async () => {
  const [member, guest] = [await test.person('member'), await test.person('guest')];
  await test.deps.pool.query(
    'INSERT INTO seen_apps (user_id, app_id) SELECT $1, id FROM apps ORDER BY id LIMIT 400',
    [member.user?.id],
  );
  const ids = (await someIds()).join(',');
  // A node with one connection, which therefore has prepared whatever was asked.
  const single = openDatabase({ ...test.database.connection, max: 1 }, () => undefined);
  const node = await openTestApp({ database: { ...test.database, ...single } });
  try {
    // PostgreSQL tries plans for the values at hand five times, and then keeps the one for all if it is no dearer.
    const times = 7;
    for (let time = 0; time < times; time += 1) {
      for (const who of [member, guest]) {
        const { headers } = await node.call(listFeed, { query: {} }, who);
        await node.call(listFeed, { query: { cursor: String(headers[NEXT_CURSOR_HEADER]) } }, who);
        const polled = await node.call(listFeed, { query: { ids } }, who);
        const tag = { 'if-none-match': String(polled.headers['etag']) };
        expect((await node.call(listFeed, { query: { ids } }, who, tag)).status).toBe(304);
      }
    }
    const { rows: often } = await single.pool.query<{ text: string; kept: number }>(
      `SELECT statement AS text, generic_plans::int AS kept
       FROM pg_prepared_statements WHERE custom_plans + generic_plans >= $1`,
      [times],
    );
    // The session, the start, first pages with and without a frontier, second ones, apps and their versions.
    expect(often.length).toBeGreaterThanOrEqual(8);
    expect(often.filter(({ kept }) => kept === 0).map(({ text }) => text)).toEqual([]);
  } finally {
    await node.close();
    await single.pool.end();
  }
});
