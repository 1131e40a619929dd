import { defaultAlgorithm } from '@zapdeck/contract/settings';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { forgetForeignNumbers } from '../../../db/foreign-numbers.ts';
import { drawn } from '../../../testing/cases.ts';
import { sequence } from '../../../testing/random.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { advance, type Dealt, isAll, nothingDealt } from '../dealt.ts';
import { readFrontier } from './frontier.fixture.ts';
import { FRONTIER_FROM, readUnseen, type Unseen } from './read-unseen.ts';
import { recommend } from '../recommend.ts';
import { rankingOf } from '../order.ts';
import { readStatusCounts } from '../../apps/app-counts.ts';
import { readStart } from '../start.ts';
import { onOne } from '../../../db/read-pool.ts';

const APPS = 900;
const WRITERS = 4;
const PAGES_PER_DECK = 3;
/** The seed is of all that is drawn, here and in the database; which writer comes first is up to the machine. */
const { cases: rounds, seed, timeout } = drawn(60, 20);

let database: TestDatabase;
let test: TestApp;
let viewerId: string;
beforeAll(async () => {
  database = await createTestDatabase();
  test = await openTestApp({ database });
  viewerId = (await test.person('member')).user?.id ?? '';
});
afterAll(async () => {
  await test.close();
  await database.drop();
});

/** A catalogue in which the viewer has seen the better half and a few others. */
beforeEach(async () => {
  const { pool } = test.deps;
  await pool.query('TRUNCATE apps CASCADE');
  await pool.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, downvotes, views)
     SELECT md5('app ' || n)::uuid, 'App ' || n, 'One of many', 'https://' || n || '.example.org/',
       (ARRAY['Games', 'Design', 'News'])[1 + n % 3], $1,
       (CASE WHEN n % 20 = 0 THEN 'pending' ELSE 'approved' END)::app_status, (n * 7919) % 60, (n * 31) % 20, (n * 17) % 200
     FROM generate_series(1, $2::int) AS n`,
    [viewerId, APPS],
  );
  await pool.query(SEE_THE_BEST, [viewerId]);
  await pool.query('ANALYZE apps, seen_apps');
});

/** Of a transaction of another server, which has seen more of them. */
const FOREIGN_XID = '900000000';

const SEE_THE_BEST = `INSERT INTO seen_apps (user_id, app_id)
  SELECT $1, id FROM (SELECT id, ranking_score, upvotes FROM apps WHERE status = 'approved') AS a
  WHERE ranking_score + upvotes > (SELECT percentile_cont(0.4) WITHIN GROUP (ORDER BY ranking_score + upvotes) FROM apps)
    AND hashtext(id::text) % 50 <> 0 ON CONFLICT DO NOTHING`;

/** What goes on meanwhile. Each stays open for a while, so that they end in another order than they began. */
const events: { weight: number; sql: readonly string[] }[] = [
  { weight: 8, sql: ['UPDATE apps SET upvotes = upvotes + 1 + n WHERE id = (SELECT id FROM picked)'] },
  { weight: 8, sql: ['UPDATE apps SET views = views + 40 * n WHERE id = (SELECT id FROM picked)'] },
  { weight: 6, sql: ['UPDATE apps SET downvotes = downvotes + n WHERE id = (SELECT id FROM picked)'] },
  { weight: 4, sql: ['UPDATE apps SET upvotes = 0 WHERE id = (SELECT id FROM picked)'] },
  { weight: 4, sql: ["UPDATE apps SET status = 'rejected' WHERE id = (SELECT id FROM picked)"] },
  { weight: 4, sql: ["UPDATE apps SET status = 'approved' WHERE id = (SELECT id FROM picked)"] },
  { weight: 4, sql: ["UPDATE apps SET category = 'Travel' WHERE id = (SELECT id FROM picked)"] },
  { weight: 1, sql: ['DELETE FROM apps WHERE id = (SELECT id FROM picked)'] },
  {
    weight: 6,
    sql: ['INSERT INTO seen_apps (user_id, app_id) SELECT viewer, id FROM picked ON CONFLICT DO NOTHING'],
  },
];
const choices = events.flatMap(({ weight, sql }) => Array<readonly string[]>(weight).fill(sql));

/** Changes scores, verdicts and what is seen until it is told to stop; now and then everything at once. */
async function write(isDone: () => boolean, number: number): Promise<void> {
  const random = sequence(seed + number);
  const client = await test.deps.pool.connect();
  try {
    await client.query('SELECT setseed($1)', [random()]);
    for (let turn = 0; !isDone(); turn += 1) {
      await client.query('BEGIN');
      // However long the others take: on a slow machine they may be stopped for a second.
      await client.query('SET LOCAL lock_timeout = 0');
      if (number === 0 && turn % 30 === 29) {
        await client.query('UPDATE formula_weights SET view_weight = 0.2 * random() WHERE is_in_force');
        await client.query('UPDATE apps SET ranking_score = ranking_score');
      } else if (number === 1 && turn % 45 === 44) {
        // The apps before what hangs on them, as whatever deletes one does; and nobody else's sight of one half stored.
        await client.query('SELECT FROM apps ORDER BY id FOR KEY SHARE');
        await client.query('LOCK TABLE seen_apps IN SHARE ROW EXCLUSIVE MODE');
        await client.query('DELETE FROM seen_apps WHERE random() < 0.5');
        await client.query('UPDATE catalogue SET epoch = epoch + 1');
        await client.query(SEE_THE_BEST, [viewerId]);
      } else {
        for (const sql of choices[Math.floor(random() * choices.length)] ?? []) {
          await client.query(
            `WITH picked AS MATERIALIZED (SELECT id FROM apps ORDER BY random() LIMIT 1) ${sql
              .replaceAll(' n ', ` ${Math.ceil(random() * 5)} `)
              .replaceAll('viewer', `'${viewerId}'`)}`,
          );
        }
        await client.query('SELECT pg_sleep(0.004 * random())');
      }
      await client.query(random() < 0.1 ? 'ROLLBACK' : 'COMMIT');
    }
  } finally {
    client.release();
  }
}

interface Compared {
  rounds: number;
  /** Pages that a frontier was used for. */
  withFrontier: number;
  /** Pages that a frontier made different from what a plain walk of the whole order gives. */
  different: number;
}

const listsOf = ({ fresh, newcomers, asOf, seen }: Unseen) => ({ fresh, newcomers, asOf, seen });

/** Draws the pages of a deck in one snapshot, once with the frontier and once by walking past everything seen. */
async function compareDeck(tx: Db, algorithm: 'normal' | 'semi_simple', compared: Compared): Promise<void> {
  const params = { ...defaultAlgorithm, algorithmType: algorithm, appsPerPage: 12, maxDiversityPool: 30 };
  let dealt: Dealt | null = nothingDealt(algorithm, Date.now(), false);
  for (let page = 0; dealt && page < PAGES_PER_DECK; page += 1) {
    const { seen } = await readStart(tx, viewerId);
    const frontier = await readFrontier(test.deps.pool, viewerId, rankingOf(algorithm));
    expect(seen).toBeGreaterThan(FRONTIER_FROM);
    const found = await readUnseen(onOne(tx), { id: viewerId, seen }, dealt, params);
    const plain = await readUnseen(onOne(tx), { id: viewerId, seen: 0 }, dealt, params);
    compared.rounds += 1;
    if (frontier) compared.withFrontier += 1;
    if (JSON.stringify(listsOf(found)) !== JSON.stringify(listsOf(plain))) compared.different += 1;
    const candidates = { ...plain, recycled: [], isRecycling: false };
    const places = recommend(candidates, params);
    dealt = isAll(candidates, places) ? null : advance(dealt, candidates, places);
  }
}

/** Compares decks while the writers write; `afterEach` may spoil what is stored. */
async function compareAmidWrites(
  isEnough: (compared: Compared) => boolean,
  afterEach: () => Promise<unknown>,
): Promise<Compared> {
  const compared: Compared = { rounds: 0, withFrontier: 0, different: 0 };
  let isDone = false;
  const writers = Array.from({ length: WRITERS }, (_, number) => write(() => isDone, number));
  try {
    for (let turn = 0; !isEnough(compared); turn += 1) {
      const algorithm = turn % 3 === 0 ? 'semi_simple' : 'normal';
      await inTransaction(test.deps.db, (tx) => compareDeck(tx, algorithm, compared), {
        isolationLevel: 'repeatable read',
      })
        // A reset took the frontier that the snapshot still had.
        .catch((error: { cause?: { code?: string } }) => expect(error.cause?.code).toBe('40001'));
      await afterEach();
    }
  } finally {
    isDone = true;
    await Promise.all(writers);
  }
  return compared;
}

it('gives what a walk past everything seen gives, whatever others do and in whatever order they end', {
  timeout,
}, async () => {
  // Writers that come between more often than not leave few pages a frontier: then it takes more of them.
  const isEnough = ({ rounds: so, withFrontier }: Compared) =>
    so >= rounds && (withFrontier > rounds / 4 || so >= 20 * rounds);
  const compared = await compareAmidWrites(isEnough, async () => undefined);
  expect(compared.different, `pages that differ, with the seed ${seed}`).toBe(0);
  expect(compared.withFrontier).toBeGreaterThan(rounds / 4);
});

it('a frontier dated by the clock of commits would miss some: the test above can fail', async () => {
  const compared = await compareAmidWrites(
    (so) => so.different > 0 || so.rounds >= 1_000,
    // Alone: who holds one of these rows and waits for another, in another order, could wait for ever.
    () =>
      test.deps.pool.query(`LOCK TABLE feed_frontiers IN SHARE ROW EXCLUSIVE MODE;
        UPDATE feed_frontiers SET as_of = pg_snapshot_xmax(pg_current_snapshot())`),
  );
  expect(compared.different, `pages that differ, with the seed ${seed}`).toBeGreaterThan(0);
});

it('a database that was restored into another server forgets its frontiers', async () => {
  const { db, pool } = test.deps;
  const drawPage = async () => {
    const { seen } = await readStart(db, viewerId);
    await readUnseen(
      onOne(db),
      { id: viewerId, seen },
      nothingDealt('normal', Date.now(), false),
      defaultAlgorithm,
    );
  };
  expect(await forgetForeignNumbers(db)).toBe(false);
  await drawPage();
  expect(await forgetForeignNumbers(db)).toBe(false);
  expect(await readFrontier(pool, viewerId)).toBeDefined();
  await pool.query(
    `UPDATE catalogue SET system_identifier = 'the one before', all_moved_xid = '${FOREIGN_XID}'`,
  );
  expect(await forgetForeignNumbers(db)).toBe(true);
  expect(await readFrontier(pool, viewerId)).toBeUndefined();
  expect((await pool.query('SELECT FROM apps WHERE moved_xid IS NOT NULL')).rowCount).toBe(0);
  expect((await pool.query('SELECT FROM catalogue WHERE all_moved_xid IS NOT NULL')).rowCount).toBe(0);
});

it('what was seen before a restore into another server is seen, whatever its number', async () => {
  const { db, pool } = test.deps;
  await pool.query(`UPDATE seen_apps SET seen_xid = '${FOREIGN_XID}'`);
  const { seen } = await readStart(db, viewerId);
  const readPage = (dealt: Dealt) => readUnseen(onOne(db), { id: viewerId, seen }, dealt, defaultAlgorithm);
  const begun = nothingDealt('normal', Date.now(), false);
  const { fresh } = await readPage({ ...begun, asOf: (await readPage(begun)).asOf });
  const ids = fresh.map(({ id }) => id);
  expect(ids).not.toEqual([]);
  const met = 'SELECT FROM seen_apps WHERE user_id = $1 AND app_id = ANY ($2)';
  expect((await pool.query(met, [viewerId, ids])).rowCount).toBe(0);
});

it('counts what the catalogue holds and what each has seen, whoever changes it', async () => {
  const { db, pool } = test.deps;
  const owner = (await test.person('member')).user?.id ?? '';
  const check = async () => {
    const { rows } = await pool.query<{ approved: number; withdrawn: number; seen: number }>(
      `SELECT count(*) FILTER (WHERE status = 'approved')::int AS approved,
        count(*) FILTER (WHERE status <> 'approved' AND approval_no IS NOT NULL)::int AS withdrawn,
        (SELECT count(*)::int FROM seen_apps WHERE user_id = $1) AS seen FROM apps`,
      [viewerId],
    );
    expect(await readStart(db, viewerId)).toMatchObject(rows[0] ?? {});
    const ofStatus = await pool.query<{ status: string; apps: number }>(
      'SELECT status, count(*)::int AS apps FROM apps GROUP BY status',
    );
    const counted = Object.fromEntries(ofStatus.rows.map((row) => [row.status, row.apps]));
    expect(await readStatusCounts(db)).toEqual({ approved: 0, pending: 0, rejected: 0, ...counted });
  };
  await check();
  for (const change of [
    "UPDATE apps SET status = 'rejected' WHERE upvotes < 5",
    "UPDATE apps SET status = 'pending' WHERE upvotes IN (1, 6)",
    "UPDATE apps SET status = 'approved' WHERE upvotes BETWEEN 3 AND 7",
    'DELETE FROM apps WHERE upvotes IN (2, 4, 20)',
    'DELETE FROM seen_apps WHERE hashtext(app_id::text) % 3 = 0',
    `INSERT INTO seen_apps (user_id, app_id) SELECT '${viewerId}', id FROM apps ON CONFLICT DO NOTHING`,
    `INSERT INTO apps (id, title, description, url, status, submitted_by)
     VALUES (gen_random_uuid(), 'A', 'B', 'https://new.example.org/', 'approved', '${owner}')`,
    `INSERT INTO apps (id, title, description, url, status, submitted_by)
     SELECT gen_random_uuid(), 'A', 'B', 'https://' || status || '.example.org/', status, '${owner}'
     FROM unnest(enum_range(NULL::app_status)) AS status`,
    "DELETE FROM apps WHERE status <> 'approved'",
    'TRUNCATE apps CASCADE',
  ]) {
    await pool.query(change);
    await check();
  }
});
