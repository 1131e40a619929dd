import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { defaultAlgorithm } from '@zapdeck/contract/settings';
import type pg from 'pg';
import { openDatabase } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import type { Statement } from '../../db/statement.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { readCandidates } from './candidates.ts';
import { type NormalDeck, rankingOf, type SemiSimpleDeck } from './deck.ts';
import { appsStatement, versionsStatement } from './feed-apps.ts';
import { rankedStatement, seenStatement, unseenStatement } from './feed-statements.ts';
import { readFrontier, untilChangesAreSettled } from './frontier.fixture.ts';
import { restStatement, startRest } from './rest.ts';
import { snapshotIn } from './snapshot.ts';
import { readStart, startStatement } from './start.ts';
import { changedMax, NOBODY, type Seer } from './unseen.ts';

const APPS = 6_000;
const SEEN = 2_000;
const PAGE = 21;
const POOL = 101;

let test: TestApp;
let viewerId: string;
let seer: Seer;
beforeAll(async () => {
  test = await openTestApp();
  viewerId = (await test.person('member')).user?.id ?? '';
  seer = { id: viewerId, seen: SEEN };
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
  await pool.query('ANALYZE');
});
afterAll(() => test.close());

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Cache Key'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Filter?: string;
  Plans?: PlanNode[];
}

function literal(value: unknown): string {
  // What statements are given: text, numbers, null, and lists of these.
  if (value === null) return 'NULL';
  const text = Array.isArray(value)
    ? `{${value.map((one) => JSON.stringify(one)).join(',')}}`
    : `${value as string | number}`;
  return `'${text.replaceAll("'", "''")}'`;
}

/** Every node of the plan that is kept for a prepared statement, whatever its values, with what it really read. */
async function planOf({ text, values }: Statement): Promise<PlanNode[]> {
  const client: pg.PoolClient = await test.deps.pool.connect();
  try {
    await client.query('SET plan_cache_mode = force_generic_plan');
    await client.query(`PREPARE hot AS ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE hot ${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`,
    );
    const nodes: PlanNode[] = [];
    const visit = (node: PlanNode): void => {
      nodes.push(node);
      node.Plans?.forEach(visit);
    };
    const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
    if (!plan) throw new Error('EXPLAIN gave no plan');
    visit(plan);
    return nodes;
  } finally {
    client.release(true);
  }
}

/** The plan walks the named index in its order: nothing is sorted, and no table is read from end to end. */
async function expectOrderedWalk(
  statement: Statement,
  indexName: string,
  mostRows: number,
): Promise<PlanNode | undefined> {
  const nodes = await planOf(statement);
  // The table of one row is read whole, and a short history is, in whatever way.
  const types = nodes
    .filter((node) => !/^(feed_state|seen_apps)/.test(node['Relation Name'] ?? node['Index Name'] ?? ''))
    .map((node) => node['Node Type']);
  expect(types.filter((type) => /Sort|Seq Scan|Bitmap/.test(type))).toEqual([]);
  const walk = nodes.find((node) => node['Index Name'] === indexName);
  expect(walk?.['Node Type']).toMatch(/^Index (Only )?Scan$/);
  expect(walk?.['Actual Loops']).toBe(1);
  const read = (walk?.['Actual Rows'] ?? 0) + (walk?.['Rows Removed by Filter'] ?? 0);
  expect(read).toBeLessThanOrEqual(mostRows);
  return walk;
}

const startedAt = Date.UTC(2026, 5, 1);
const deck: NormalDeck = {
  algorithm: 'normal',
  startedAt,
  isRecycling: true,
  frontier: null,
  dealt: [],
  newcomers: [],
  recycled: null,
  seenLeft: 0,
  asOf: null,
};
const semiSimple: SemiSimpleDeck = {
  algorithm: 'semi_simple',
  startedAt,
  unseen: null,
  seen: null,
  asOf: null,
};
const midScore = 1_000;
const when = Date.UTC(2026, 0, 2);

const params = { ...defaultAlgorithm, appsPerPage: PAGE - 1, maxDiversityPool: POOL - 1 };
const semiParams = { ...params, algorithmType: 'semi_simple' as const };

it.each([
  ['short', SEEN],
  ['long', SEEN],
  ['long', 50_000],
] as const)('fresh, for a %s history of %i apps: from the top', async (history, seen) => {
  const statement = unseenStatement({ id: viewerId, seen }, deck, params, history);
  await expectOrderedWalk(statement, 'apps_score_idx', 3 * POOL);
});

it.each([
  ['short', SEEN, true],
  ['long', SEEN, true],
  ['long', 50_000, false],
] as const)('a %s history of %i apps is made a table of: %s', async (history, seen, isTable) => {
  const nodes = await planOf(unseenStatement({ id: viewerId, seen }, deck, params, history));
  expect(nodes.some((node) => node.Filter?.includes('hashed SubPlan'))).toBe(isTable);
});

it('fresh: from where the deck is, past what is dealt', async () => {
  const dealt: NormalDeck['dealt'] = [
    ['Games', [midScore - 10, when, newId()]],
    ['News', [midScore - 20, when, newId()]],
  ];
  const newcomers = Array.from({ length: 300 }, (_, index) => 2 * index);
  const later: NormalDeck = { ...deck, frontier: [midScore, when, newId()], dealt, newcomers };
  const walk = await expectOrderedWalk(
    unseenStatement(seer, later, params, 'short'),
    'apps_score_idx',
    4 * POOL,
  );
  expect(walk?.['Index Cond']).toContain('ROW(');
});

describe('with a frontier', () => {
  /** Draws a first page, as a heavy viewer does. */
  async function storeNewFrontier(algorithm: 'normal' | 'semi_simple'): Promise<void> {
    const { db, pool } = test.deps;
    await untilChangesAreSettled(pool);
    const start = await readStart(db, viewerId);
    const untouched = algorithm === 'normal' ? { ...deck, isRecycling: false } : semiSimple;
    await readCandidates(db, viewerId, untouched, algorithm === 'normal' ? params : semiParams, start);
    expect(await readFrontier(db, viewerId, rankingOf(algorithm))).toBeDefined();
  }

  it.each(['normal', 'semi_simple'] as const)(
    '%s reads what changed and none of the holes, and goes on from the frontier',
    async (algorithm) => {
      await storeNewFrontier(algorithm);
      await test.deps.pool.query('UPDATE apps SET upvotes = upvotes + 1 WHERE approval_no <= 10');
      const statement =
        algorithm === 'normal'
          ? unseenStatement(seer, { ...deck, isRecycling: false }, params, 'frontier')
          : unseenStatement(seer, semiSimple, semiParams, 'frontier');
      const nodes = await planOf(statement);
      // Tables of one row.
      const whole = nodes
        .filter((node) => node['Node Type'] === 'Seq Scan')
        .map((node) => node['Relation Name']);
      expect(new Set(whole)).toEqual(new Set(['feed_frontiers', 'feed_state']));
      const readBy = (index: string) =>
        nodes
          .filter((node) => node['Index Name'] === index)
          .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0);
      expect(readBy('apps_ranked_idx')).toBe(10);
      expect(readBy('apps_pkey')).toBe(0);
      const lookups = nodes
        .filter((node) => node['Relation Name'] === 'seen_apps')
        .reduce((sum, node) => sum + node['Actual Loops'], 0);
      expect(lookups).toBeLessThanOrEqual(4 * PAGE + POOL);
      expect(readBy('seen_apps_recycle_idx')).toBe(0);
      const index = algorithm === 'normal' ? 'apps_score_idx' : 'apps_upvotes_idx';
      expect(readBy(index)).toBeLessThanOrEqual(2 * POOL);
      expect(nodes.find((node) => node['Index Name'] === index)?.['Index Cond']).toContain('ROW(');
    },
  );

  it('no more changed apps are looked through than walking past everything seen would cost', async () => {
    await storeNewFrontier('normal');
    await test.deps.pool.query('UPDATE apps SET upvotes = upvotes + 1 WHERE approval_no <= 1000');
    const nodes = await planOf(unseenStatement(seer, { ...deck, isRecycling: false }, params, 'frontier'));
    const read = nodes.filter((node) => node['Index Name'] === 'apps_ranked_idx');
    expect(read.map((node) => node['Actual Rows'])).toEqual([changedMax(SEEN) + 1]);
    expect(changedMax(SEEN)).toBe(333);
    expect([changedMax(0), changedMax(1_000_000)]).toEqual([256, 4_000]);
  });
});

it('newcomers: after those that were dealt', async () => {
  const later: NormalDeck = { ...deck, frontier: [midScore, when, newId()], newcomers: [40] };
  const nodes = await planOf(unseenStatement(seer, later, params, 'short'));
  const walks = nodes.filter((node) => node['Index Name'] === 'apps_newcomers_idx');
  const walk = walks.find((node) => node['Index Cond']?.includes('approval_no > '));
  expect((walk?.['Actual Rows'] ?? 0) + (walk?.['Rows Removed by Filter'] ?? 0)).toBeLessThan(60);
});

it('recycled: from the start and from a position', async () => {
  await expectOrderedWalk(seenStatement(viewerId, deck, params), 'seen_apps_recycle_idx', 2 * PAGE);
  const later: NormalDeck = { ...deck, recycled: [Date.UTC(2026, 1, 1, 0, 20), newId()] };
  const walk = await expectOrderedWalk(
    seenStatement(viewerId, later, params),
    'seen_apps_recycle_idx',
    2 * PAGE,
  );
  expect(walk?.['Index Cond']).toContain('ROW(');
});

it('semi_simple: unseen, from the top and from a position', async () => {
  await expectOrderedWalk(
    unseenStatement(seer, semiSimple, semiParams, 'short'),
    'apps_upvotes_idx',
    4 * PAGE,
  );
  const later: SemiSimpleDeck = { ...semiSimple, unseen: [250, when, newId()] };
  const walk = await expectOrderedWalk(
    unseenStatement(seer, later, semiParams, 'short'),
    'apps_upvotes_idx',
    4 * PAGE,
  );
  expect(walk?.['Index Cond']).toContain('ROW(');
});

it('semi_simple: seen', async () => {
  await expectOrderedWalk(seenStatement(viewerId, semiSimple, semiParams), 'apps_upvotes_idx', 6 * PAGE);
});

it('simple: from the top and from a position', async () => {
  await expectOrderedWalk(
    rankedStatement({ algorithm: 'simple', frontier: null, asOf: null }, params),
    'apps_score_idx',
    PAGE,
  );
  const frontier: [number, number, string] = [midScore, when, newId()];
  const walk = await expectOrderedWalk(
    rankedStatement({ algorithm: 'simple', frontier, asOf: null }, params),
    'apps_score_idx',
    PAGE,
  );
  expect(walk?.['Index Cond']).toContain('ROW(');
});

describe('the rest of a deck', () => {
  const asked = { viewerId: NOBODY, taken: [newId()], limit: PAGE };
  const readSnapshot = async () => {
    const { rows } = await test.deps.pool.query<{ now: string }>('SELECT pg_current_snapshot()::text AS now');
    return snapshotIn(rows[0]?.now ?? '');
  };
  const readFromApps = (nodes: readonly PlanNode[]) =>
    nodes
      .filter((node) => node['Relation Name'] === 'apps' && node['Actual Loops'] > 0)
      .map((node) => [
        node['Index Name'],
        (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      ]);

  it('what moved is gathered by the index of changes while it is little, and else walked by number', async () => {
    const asOf = await readSnapshot();
    await test.deps.pool.query('UPDATE apps SET upvotes = upvotes + 1 WHERE approval_no BETWEEN 100 AND 149');
    const rest = { rest: 'moved', asOf, began: null, seenAgainFrom: null, after: 0 } as const;
    const few = readFromApps(await planOf(restStatement(rest, asked)));
    expect(few.map(([index]) => index)).toEqual(['apps_ranked_idx', 'apps_approval_idx']);
    expect(few[0]?.[1]).toBeLessThanOrEqual(60);
    const all = readFromApps(await planOf(restStatement({ ...rest, asOf: [1, 0] }, asked)));
    expect(all.map(([index]) => index)).toEqual([
      'apps_ranked_idx',
      'apps_approval_idx',
      'apps_approval_idx',
    ]);
    expect(all[0]?.[1]).toBeLessThanOrEqual(2_001);
    expect(Math.max(Number(all[1]?.[1]), Number(all[2]?.[1]))).toBeLessThanOrEqual(2 * PAGE);
  });

  it('the unreachable and what was approved since are read by number', async () => {
    const began = await readSnapshot();
    for (const [rest, index] of [
      [{ rest: 'unreachable', began, after: 0 } as const, 'apps_unreachable_idx'],
      [{ rest: 'ended', after: 3_000 } as const, 'apps_approval_idx'],
    ] as const) {
      const read = readFromApps(await planOf(restStatement(rest, asked)));
      expect(read.map(([name]) => name)).toEqual([index, 'apps_approval_idx']);
      expect(read[0]?.[1]).toBeLessThanOrEqual(2 * PAGE);
    }
  });
});

it('what a page begins with is read by keys', async () => {
  const nodes = await planOf(startStatement([viewerId]));
  const read = nodes.map((node) => node['Actual Rows'] * node['Actual Loops']);
  expect(Math.max(...read)).toBe(1);
  expect(nodes.map((node) => node['Index Name'])).toContain('seen_apps_recycle_idx');
});

/** Two pages of twenty, for as many viewers. */
async function somePages() {
  const { rows } = await test.deps.pool.query<{ id: string }>(
    "SELECT id FROM apps WHERE status = 'approved' ORDER BY approval_no LIMIT 40",
  );
  const ids = rows.map(({ id }) => id);
  const viewer = { id: viewerId, isAdmin: false };
  return [ids.slice(0, 20), ids.slice(20)].map((some) => ({ viewer, ids: some }));
}

it.each([
  ['shown', appsStatement],
  ['asked for again', versionsStatement],
])('the apps of a page that are %s are read by their keys', async (_what, statementOf) => {
  const nodes = await planOf(statementOf(await somePages()));
  const read = nodes
    .filter((node) => node['Relation Name'] === 'apps')
    .map((node) => [node['Index Name'], node['Actual Rows'] * node['Actual Loops']]);
  expect(read).toEqual([['apps_pkey', 40]]);
  // Of submitters, who may have more apps on a page; what is remembered of an app is never asked for again.
  const memories = nodes.filter((node) => node['Node Type'] === 'Memoize');
  expect(memories.map((node) => node['Cache Key']).filter((key) => key?.includes('asked.id'))).toEqual([]);
});

it('all that the feed asks often is planned once, not with every page', async () => {
  const [member, guest] = [await test.person('member'), await test.person('guest')];
  await test.deps.pool.query(
    'INSERT INTO seen_apps (user_id, app_id) SELECT $1, id FROM apps ORDER BY id LIMIT 400',
    [member.user?.id],
  );
  const ids = (await somePages()).flatMap((page) => page.ids).join(',');
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

it.each([
  ['what a page begins with', () => startStatement([viewerId])],
  ['a first page', () => unseenStatement(seer, deck, params, 'short')],
  ['what comes back', () => seenStatement(viewerId, deck, params)],
  ['simple', () => rankedStatement({ algorithm: 'simple', frontier: null, asOf: null }, params)],
  ['the apps of a page', async () => appsStatement(await somePages())],
  ['those asked for again', async () => versionsStatement(await somePages())],
  [
    'what moved',
    () => restStatement(startRest([1_000, 0], startedAt), { viewerId, taken: [newId()], limit: PAGE }),
  ],
  [
    'what was approved since',
    () => restStatement({ rest: 'ended', after: 5 }, { viewerId, taken: [], limit: PAGE }),
  ],
])('%s: planned once, and not with every page', async (_what, statementOf) => {
  const { text, values } = await statementOf();
  const client = await test.deps.pool.connect();
  try {
    await client.query(`PREPARE hot AS ${text}`);
    const execute = `EXECUTE hot ${values.length > 0 ? `(${values.map(literal).join(', ')})` : ''}`;
    // PostgreSQL tries plans for the values at hand five times, and then keeps the one for all if it is no dearer.
    for (let times = 0; times < 7; times += 1) await client.query(execute);
    const { rows } = await client.query(
      "SELECT generic_plans::int FROM pg_prepared_statements WHERE name = 'hot'",
    );
    expect(rows).toEqual([{ generic_plans: values.length > 0 ? 2 : 7 }]);
  } finally {
    client.release(true);
  }
});
