import { resetStats, submitApp } from '@zapdeck/contract/apps/apps';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { recordInteraction } from '@zapdeck/contract/feed/interactions';
import { recalculateRankings, recalculation, saveFormulaWeights } from '@zapdeck/contract/instance/settings';
import { castVote } from '@zapdeck/contract/feed/votes';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../db/client.ts';
import type { ConnectionPool } from '../../db/connection-pool.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { recalculateRankings as recalculate } from './recalculate-rankings.ts';
import { WEIGHTS_IN_FORCE } from '../../testing/set-settings.ts';

/** Two and a half batches. */
const APPS = 1_250;
const weightsOf = (upvoteWeight: number) => ({
  upvoteWeight,
  downvoteWeight: 2,
  viewWeight: 1,
  timeWeight: 0.5,
});

let t: TestApp;
let pool: ConnectionPool;
let admin: Person;
let member: Person;
/** In the order of a recalculation. */
let ids: string[];
beforeAll(async () => {
  t = await openTestApp();
  pool = t.deps.pool;
  [admin, member] = [await t.person('admin'), await t.person('member')];
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, downvotes, views)
     SELECT gen_random_uuid(), 'App ' || n, 'One of many', 'https://' || n || '.example.org/', 'Games', $1, 'approved',
       (n * 7919) % 60, (n * 31) % 20, (n * 17) % 200 FROM generate_series(1, $2::int) AS n RETURNING id`,
    [admin.user?.id, APPS],
  );
  ids = rows.map(({ id }) => id).sort();
});
afterAll(() => t.close());

const start = (weights = weightsOf(7)) => t.call(recalculateRankings, { body: weights }, admin);
const vote = (appId: string) => t.call(castVote, { body: { appId, voteType: 'up', mode: 'cast' } }, member);
const progress = async () => (await t.call(recalculation, {}, admin)).body;

/** Returns the number of apps whose score does not follow the weights in force, in one snapshot. */
async function astray(): Promise<number> {
  const { rows } = await pool.query<{ astray: number }>(`
    SELECT count(*)::int AS astray FROM apps CROSS JOIN (${WEIGHTS_IN_FORCE}) AS w
    WHERE abs(ranking_score - (upvotes * "upvoteWeight" - downvotes * "downvoteWeight" + views * "viewWeight"
      + time_spent * "timeWeight")) > 1e-6`);
  return rows[0]?.astray ?? -1;
}

async function inForce(): Promise<number | undefined> {
  const { rows } = await pool.query<{ weight: number }>(
    `SELECT "upvoteWeight" AS weight FROM (${WEIGHTS_IN_FORCE}) AS w`,
  );
  return rows[0]?.weight;
}

/** Returns the number of statements that wait for any lock, or for the lock of the table `apps` that ends a recalculation. */
async function blocked(kind: 'any' | 'table' = 'any'): Promise<number | null> {
  const { rowCount } = await pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
       AND ($1 = 'any' OR query LIKE 'LOCK TABLE apps IN ACCESS EXCLUSIVE%')`,
    [kind],
  );
  return rowCount;
}

/** Long enough for a machine that runs other tests at the same time. */
const SOON = { timeout: 20_000 };

/** Runs the work while a transaction that has run the statement is open. */
async function during(statement: string, values: unknown[], work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query({ text: statement, values });
    await work();
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}

const LOCK_ONE = 'SELECT FROM apps WHERE id = $1 FOR NO KEY UPDATE';

test('a waiting batch delays no request, and all scores use the old weights', async () => {
  const before = await inForce();
  let done: Promise<{ status: number }> | undefined;
  await during(LOCK_ONE, [ids[750]], async () => {
    done = start(weightsOf(7));
    await expect.poll(() => blocked(), SOON).toBe(1);
    expect(await progress()).toEqual({ running: true, share: 500 / APPS });
    // The first app has its second score, the second one has none yet, the third is new. None waits.
    expect((await vote(ids[10] ?? '')).status).toBe(200);
    expect((await vote(ids[1_200] ?? '')).status).toBe(200);
    const form = {
      title: 'New',
      description: 'D',
      url: 'https://new.example.com/',
      category: 'Games' as const,
    };
    expect((await t.call(submitApp, { body: form }, member)).status).toBe(201);
    await t.call(saveFormulaWeights, { body: weightsOf(9_999) }, admin);
    expect(await astray()).toBe(0);
    expect(await inForce()).toBe(before);
    // An app of the batch, which releases its lock again and again.
    expect((await vote(ids[700] ?? '')).status).toBe(200);
  });
  expect(await done).toMatchObject({ status: 200, body: { running: false } });
  expect(await inForce()).toBe(7);
  expect(await astray()).toBe(0);
  expect(await progress()).toEqual({ running: false, share: 0 });
});

test('a long read delays only the end of the recalculation', async () => {
  let done: Promise<{ status: number }> | undefined;
  await during('SELECT FROM apps LIMIT 1', [], async () => {
    done = start(weightsOf(8));
    await expect.poll(async () => (await progress()).share, SOON).toBe(1);
    await expect.poll(() => blocked('table'), SOON).toBe(1);
    expect((await vote(ids[5] ?? '')).status).toBe(200);
    expect((await t.call(listFeed, { query: {} }, member)).status).toBe(200);
    expect(await astray()).toBe(0);
  });
  expect((await done)?.status).toBe(200);
  expect([await inForce(), await astray()]).toEqual([8, 0]);
});

test('a crash leaves all scores unchanged, and the next recalculation cleans up', async () => {
  const [before, indexes] = [await inForce(), await indexDefinitions()];
  await during(LOCK_ONE, [ids[750]], async () => {
    const done = start(weightsOf(70));
    await expect.poll(() => blocked(), SOON).toBe(1);
    await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`);
    expect((await done).status).toBeGreaterThanOrEqual(500);
  });
  expect(await progress()).toEqual({ running: false, share: 0 });
  expect([await inForce(), await astray()]).toEqual([before, 0]);
  await vote(ids[3] ?? '');
  expect(await astray()).toBe(0);
  await pool.query('CREATE INDEX pending_apps_score_idx ON apps (pending_score)');
  expect((await start(weightsOf(71))).status).toBe(200);
  expect([await inForce(), await astray()]).toEqual([71, 0]);
  expect(await indexDefinitions()).toEqual(indexes);
});

async function indexDefinitions(): Promise<unknown[]> {
  const { rows } = await pool.query(
    "SELECT indexdef FROM pg_indexes WHERE tablename = 'apps' ORDER BY indexdef",
  );
  return rows;
}

test('stops when the server stops', async () => {
  const act = { actorId: admin.user?.id ?? '', now: t.clock.now };
  let looks = 0;
  const node = { pool, isStopping: () => (looks += 1) > 3 };
  await expect(recalculate(node, weightsOf(5), act)).rejects.toMatchObject({ code: 'unavailable' });
  expect(await progress()).toEqual({ running: false, share: 0 });
  expect(await astray()).toBe(0);
});

test('needs one connection', async () => {
  const { pool: lone } = openDatabase(
    { ...t.database.connection, max: 1, connectionTimeoutMillis: 500 },
    () => undefined,
  );
  const act = { actorId: admin.user?.id ?? '', now: t.clock.now };
  try {
    await recalculate({ pool: lone, isStopping: () => false }, weightsOf(6), act);
  } finally {
    await lone.end();
  }
  expect(await astray()).toBe(0);
});

describe('after every commit', () => {
  /** Reads scores while two recalculations run and users vote. Counts the reads that found scores of both weights. */
  async function watch(): Promise<{ looks: number; mixtures: number }> {
    const seen = { looks: 0, mixtures: 0, isOver: false };
    const look = async () => {
      while (!seen.isOver) {
        seen.looks += 1;
        if ((await astray()) > 0) seen.mixtures += 1;
      }
    };
    const people = await Promise.all(Array.from({ length: 4 }, () => t.person('member')));
    const cast = async (person: Person, place: number) => {
      for (let turn = 0; !seen.isOver; turn += 1) {
        const appId = ids[(turn * 997 + place * 601) % APPS] ?? '';
        const voteType = turn % 3 ? 'up' : 'down';
        const { status } = await t.call(castVote, { body: { appId, voteType } }, person);
        expect(status).toBe(200);
        expect((await t.call(listFeed, { query: {} }, person)).status).toBe(200);
      }
    };
    const others = [look(), ...people.map(cast)];
    const done = await Promise.all([start(weightsOf(30)), start(weightsOf(40))]).finally(() => {
      seen.isOver = true;
    });
    await Promise.all(others);
    expect(done.map(({ status }) => status)).toEqual([200, 200]);
    if ((await astray()) > 0) seen.mixtures += 1;
    return seen;
  }

  test('all scores use the same weights', async () => {
    const { looks, mixtures } = await watch();
    expect(looks).toBeGreaterThan(10);
    expect(mixtures).toBe(0);
  });

  test('without the second score, votes leave scores of both weights: the previous test can fail', async () => {
    const { rows } = await pool.query<{ body: string }>(
      "SELECT pg_get_functiondef('keep_ranking_score'::regproc) AS body",
    );
    const body = rows[0]?.body ?? '';
    try {
      // Writes the second score only if it is filled.
      await pool.query(
        body.replace(
          'RETURN NEW',
          "IF TG_OP = 'UPDATE' AND NEW.upvotes + NEW.downvotes <> OLD.upvotes + OLD.downvotes THEN NEW.pending_score := OLD.pending_score; END IF;\n  RETURN NEW",
        ),
      );
      expect((await watch()).mixtures).toBeGreaterThan(0);
    } finally {
      await pool.query(body);
      await pool.query('UPDATE apps SET ranking_score = ranking_score');
    }
  });
});

test('concurrent resets wait and succeed, and so does the recalculation', async () => {
  let done: Promise<{ status: number }> | undefined;
  let resets: Promise<{ status: number }>[] = [];
  const statements = vi.spyOn(pg.Client.prototype, 'query');
  onTestFinished(() => statements.mockRestore());
  const asked = () =>
    statements.mock.calls.filter(([query]) => JSON.stringify(query).includes('try_advisory')).length;
  // Building an index waits for older transactions.
  await during('DECLARE reading CURSOR FOR SELECT FROM users', [], async () => {
    done = start(weightsOf(9));
    await expect.poll(() => blocked(), SOON).toBe(1);
    // No idempotency key: it would hold a transaction open while it waits.
    const key = { 'idempotency-key': 'once' };
    resets = [t.call(resetStats, {}, admin), t.call(resetStats, {}, admin, key)];
    // All at once, then again and again.
    const before = asked();
    await expect.poll(asked, SOON).toBeGreaterThan(before + 4);
    const view = { appId: ids[0] ?? '', interactionType: 'view' } as const;
    expect((await t.call(recordInteraction, { body: view }, admin)).status).toBe(201);
    expect((await vote(ids[5] ?? '')).status).toBe(200);
  });
  const statuses = (await Promise.all([done, ...resets])).map((answer) => answer?.status);
  expect(statuses).toEqual([200, 200, 200]);
  expect([await inForce(), await astray()]).toEqual([9, 0]);
});
