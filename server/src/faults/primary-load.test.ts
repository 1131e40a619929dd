import { readdir, readFile } from 'node:fs/promises';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReadPool, type ReadPool } from '../db/read-pool.ts';
import { type ReplicatedDatabase, startReplicated } from '../testing/replicated.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';
import { untilReplayed } from '../testing/until-replayed.ts';

/** Maximum share of the primary's load per first page that remains with a replica: mainly the session. */
const SHARE_MAX = 0.15;
const APPS = 20_000;
const PEOPLE = 60;
/** Apps seen by light, ordinary and heavy viewers. */
const SEEN = [20, 200, 2_000];
const DECKS = 2_700;
const AT_ONCE = 8;
const TICKS_PER_S = 100;
const TEST_MS = 600_000;

let servers: ReplicatedDatabase;
let reads: ReadPool;
let alone: TestApp;
let replicated: TestApp;
let people: Person[];
beforeAll(async () => {
  servers = await startReplicated([{}]);
  const { database, replicas } = servers;
  reads = openReadPool(
    database,
    replicas.map(({ url }) => url),
    () => undefined,
  );
  alone = await openTestApp({ database });
  replicated = await openTestApp({ database, reads });
  const pool = await database.pool.connect();
  // Setup statements exceed the timeout of requests.
  await pool.query('SET statement_timeout = 0');
  const owner = await alone.person('member');
  await pool.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, views, frame_checked_at)
     SELECT gen_random_uuid(), 'App ' || n, 'One of many', 'https://' || n || '.example.org/',
       (ARRAY['Games', 'Design', 'News', 'Travel', 'Utilities'])[1 + n % 5], $1, 'approved', n * 7919 % 500, 100, now()
     FROM generate_series(1, $2) AS n`,
    [owner.user?.id, APPS],
  );
  people = await Promise.all(Array.from({ length: PEOPLE }, () => alone.person('member')));
  for (const [index, { user }] of people.entries()) {
    await pool.query(
      `INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
       SELECT $1, id, now() - interval '1 day' FROM apps ORDER BY ranking_score DESC LIMIT $2`,
      [user?.id, SEEN[index % SEEN.length]],
    );
  }
  await pool.query('VACUUM ANALYZE');
  pool.release(true);
  await untilReplayed(replicated);
}, TEST_MS);
afterAll(async () => {
  await replicated.close();
  await alone.close();
  await reads.stop();
  await servers.close();
});

/** Returns the CPU seconds of the primary and its child processes. */
async function secondsOfPrimary(): Promise<number> {
  const { rows } = await servers.database.pool.query<{ pid: string }>(
    `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
  );
  const postmaster = rows[0]?.pid;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')));
  const ticks = stats.map((stat) => {
    const pid = stat.slice(0, stat.indexOf(' '));
    const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isOfPrimary = pid === postmaster || parent === postmaster;
    return isOfPrimary ? Number(rest[9]) + Number(rest[10]) : 0;
  });
  return ticks.reduce((sum, count) => sum + count, 0) / TICKS_PER_S;
}

/** Requests the first pages of many decks, for many users concurrently. */
async function dealDecks(app: TestApp, decks: number): Promise<void> {
  let next = 0;
  const dealNext = async (): Promise<void> => {
    for (let deck = next; deck < decks; deck = next) {
      next += 1;
      const response = await app.call(listFeed, { query: {} }, people[deck % PEOPLE]);
      expect(response.status).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, dealNext));
}

/** Returns the primary's CPU milliseconds per page. */
async function costOf(app: TestApp): Promise<number> {
  await dealDecks(app, PEOPLE * 3);
  const before = await secondsOfPrimary();
  await dealDecks(app, DECKS);
  return ((await secondsOfPrimary()) - before) / (DECKS / 1_000);
}

test(
  `with a replica, a first page of the feed costs the primary at most ${SHARE_MAX} of its cost without one`,
  async () => {
    const without = await costOf(alone);
    const withReplica = await costOf(replicated);
    const ofReplica = reads.replicas[0]?.reads ?? 0;
    process.stdout.write(
      `${without.toFixed(3)} ms without, ${withReplica.toFixed(3)} ms with: ${(withReplica / without).toFixed(3)}; ${ofReplica} pages by the replica, ${reads.readsOfPrimary()} by the primary\n`,
    );
    expect(withReplica / without).toBeLessThanOrEqual(SHARE_MAX);
  },
  TEST_MS,
);
