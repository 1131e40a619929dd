import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import {
  selectFresh,
  selectNewcomers,
  selectRanked,
  selectRecycled,
  selectSeenByUpvotes,
  selectUnseenByUpvotes,
} from './candidates.ts';
import type { NormalDeck, SemiSimpleDeck } from './deck.ts';

const APPS = 6_000;
const SEEN = 2_000;
const PAGE = 21;
const POOL = 101;

let test: TestApp;
let viewerId: string;
beforeAll(async () => {
  test = await openTestApp();
  viewerId = (await test.person('member')).user?.id ?? '';
  const { pool } = test.deps;
  await pool.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, downvotes, views, created_at)
     SELECT gen_random_uuid(), 'App ' || n, 'One of many', 'https://' || n || '.example.org/',
       (ARRAY['Games', 'Design', 'News', 'Travel', 'Other'])[1 + n % 5], $1,
       (CASE n % 10 WHEN 0 THEN 'pending' WHEN 1 THEN 'rejected' ELSE 'approved' END)::app_status,
       (n * 7919) % 500, (n * 104729) % 200, (n * 31) % 3000, timestamptz '2026-01-01' + n * interval '1 minute'
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

interface Built {
  toSQL(): { sql: string; params: unknown[] };
}

interface PlanNode {
  'Node Type': string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Every node of the plan that PostgreSQL chooses by itself, with what it really read. */
async function planOf(query: Built): Promise<PlanNode[]> {
  const { sql, params } = query.toSQL();
  const { rows } = await test.deps.pool.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
    params.map((param) => (param instanceof Date ? param.toISOString() : param)),
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
}

/** The plan walks the named index in its order: nothing is sorted, and no table is read from end to end. */
async function expectOrderedWalk(
  query: Built,
  indexName: string,
  mostRows: number,
): Promise<PlanNode | undefined> {
  const nodes = await planOf(query);
  const types = nodes.map((node) => node['Node Type']);
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
};
const semiSimple: SemiSimpleDeck = { algorithm: 'semi_simple', startedAt, unseen: null, seen: null };
const midScore = 1_000;
const when = Date.UTC(2026, 0, 2);

it('fresh: from the top', async () => {
  await expectOrderedWalk(selectFresh(test.deps.db, viewerId, deck, POOL), 'apps_score_idx', 3 * POOL);
});

it('fresh: from the frontier on, past what is dealt', async () => {
  const dealt: NormalDeck['dealt'] = [
    ['Games', [midScore - 10, when, newId()]],
    ['News', [midScore - 20, when, newId()]],
  ];
  const query = selectFresh(
    test.deps.db,
    viewerId,
    { ...deck, frontier: [midScore, when, newId()], dealt },
    POOL,
  );
  const walk = await expectOrderedWalk(query, 'apps_score_idx', 4 * POOL);
  expect(walk?.['Index Cond']).toContain('ROW(');
});

it('fresh: past newcomers that were dealt', async () => {
  const newcomers = Array.from({ length: 300 }, (_, index) => 2 * index);
  const query = selectFresh(test.deps.db, viewerId, { ...deck, newcomers }, POOL);
  await expectOrderedWalk(query, 'apps_score_idx', 3 * POOL);
});

it('newcomers: from the start and after those that were dealt', async () => {
  const { db } = test.deps;
  await expectOrderedWalk(selectNewcomers(db, viewerId, deck, 3), 'apps_newcomers_idx', 20);
  const later: NormalDeck = { ...deck, frontier: [midScore, when, newId()], newcomers: [40] };
  const walk = await expectOrderedWalk(selectNewcomers(db, viewerId, later, 3), 'apps_newcomers_idx', 40);
  expect(walk?.['Index Cond']).toContain('approval_no > ');
});

it('recycled: from the start and from a position', async () => {
  const { db } = test.deps;
  await expectOrderedWalk(selectRecycled(db, viewerId, deck, PAGE), 'seen_apps_recycle_idx', 2 * PAGE);
  const later: NormalDeck = { ...deck, recycled: [Date.UTC(2026, 1, 1, 0, 20), newId()] };
  const walk = await expectOrderedWalk(
    selectRecycled(db, viewerId, later, PAGE),
    'seen_apps_recycle_idx',
    2 * PAGE,
  );
  expect(walk?.['Index Cond']).toContain('ROW(');
});

it('semi_simple: unseen, from the top and from a position', async () => {
  const { db } = test.deps;
  await expectOrderedWalk(
    selectUnseenByUpvotes(db, viewerId, semiSimple, PAGE),
    'apps_upvotes_idx',
    4 * PAGE,
  );
  const later: SemiSimpleDeck = { ...semiSimple, unseen: [250, when, newId()] };
  const walk = await expectOrderedWalk(
    selectUnseenByUpvotes(db, viewerId, later, PAGE),
    'apps_upvotes_idx',
    4 * PAGE,
  );
  expect(walk?.['Index Cond']).toContain('ROW(');
});

it('semi_simple: seen', async () => {
  const query = selectSeenByUpvotes(test.deps.db, viewerId, semiSimple, PAGE);
  await expectOrderedWalk(query, 'apps_upvotes_idx', 6 * PAGE);
});

it('simple: from the top and from a position', async () => {
  const { db } = test.deps;
  await expectOrderedWalk(
    selectRanked(db, { algorithm: 'simple', frontier: null }, PAGE),
    'apps_score_idx',
    PAGE,
  );
  const later = { algorithm: 'simple', frontier: [midScore, when, newId()] } as const;
  const walk = await expectOrderedWalk(
    selectRanked(db, { ...later, frontier: [...later.frontier] }, PAGE),
    'apps_score_idx',
    PAGE,
  );
  expect(walk?.['Index Cond']).toContain('ROW(');
});
