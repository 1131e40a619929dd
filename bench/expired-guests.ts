import { guestBatches } from '@zapdeck/server/accounts/guests';
import { maintenanceJob } from '@zapdeck/server/start/maintenance.job';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { fillCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { drive, type Load } from './load.ts';
import { scenarioOf } from './scenarios.ts';
import { describeMachine, readMachine, readProcessorMs } from './machine.ts';
import { openServerJobs } from './rings/run-on-server.ts';
import { openWorld } from './world.ts';

/** Deletes expired guests with decks and histories, first some alone, then the rest on a server beside pages of the feed. */
const { guests, alone, rate, seconds } = readOptions({
  guests: 200_000,
  // Guests that are deleted alone, to measure their processor time.
  alone: 2_000,
  // Pages a second.
  rate: 300,
  // Duration of the pages without the job, and at least with it.
  seconds: 60,
});
const HISTORY = 20;

const GUESTS_SQL = [
  `CREATE TABLE bench_guests AS SELECT gen_random_uuid() AS id, n FROM generate_series(1, ${guests + alone}) AS n`,
  `INSERT INTO users (id, is_guest, created_at) SELECT id, true, now() - interval '3 days' FROM bench_guests`,
  `INSERT INTO sessions (sid, user_id, expire, last_seen_at)
    SELECT id, id, now() - interval '1 day', now() - interval '2 days' FROM bench_guests`,
  `INSERT INTO seen_apps (user_id, app_id, is_viewed, last_viewed_at)
    SELECT guest.id, apps.id, true, now() - interval '2 days' FROM bench_guests AS guest
      JOIN apps ON apps.approval_no BETWEEN 1 + guest.n % 500 AND ${HISTORY} + guest.n % 500`,
  `INSERT INTO seen_counts SELECT id, ${HISTORY} FROM bench_guests`,
  `INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type, duration, created_at)
    SELECT gen_random_uuid(), user_id, app_id, 'view', 5000, last_viewed_at
    FROM seen_apps JOIN bench_guests ON bench_guests.id = user_id`,
  `INSERT INTO decks (id, user_id, kind, algorithm, is_recycling, started_at, day)
    SELECT gen_random_uuid(), id, 'best', 'normal', false, now() - interval '2 days', now()::date - 2 FROM bench_guests`,
  `INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, dealt_at)
    SELECT decks.id, day, page, ARRAY(SELECT id FROM apps ORDER BY approval_no LIMIT 10), repeat('b', 10), started_at
    FROM decks, generate_series(1, 2) AS page`,
  `UPDATE deals_counted SET until = now()`,
];

const inWords = ({ maxMs, p99Ms, p50Ms, perSecond, statuses }: Load) =>
  `longest page ${maxMs} ms, p99 ${p99Ms} ms, p50 ${p50Ms} ms, ${Math.round(perSecond)} pages a second, ${JSON.stringify(statuses)}`;

const world = await openWorld(async (client) => {
  const size = { apps: 2_000, users: 5_000, seen: 100_000 };
  const filled = await fillCatalogue(client, size);
  say('filling with guests …');
  await client.query('SET session_replication_role = replica');
  for (const text of GUESTS_SQL) await client.query(text);
  return filled;
});
const pool = new pg.Pool({ ...world.connection, max: 1 });
const server = await world.startServer();
const jobs = await openServerJobs(world.connection);
const left = async () =>
  Number(
    (await world.client.query<{ count: string }>('SELECT count(*) FROM users JOIN bench_guests USING (id)'))
      .rows[0]?.count,
  );

try {
  say(describeMachine(readMachine()));
  const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const pids = rows.map(({ pid }) => pid);
  const before = await readProcessorMs(pids);
  const next = guestBatches(drizzle(pool), new Date());
  let deleted = 0;
  while (deleted < alone) deleted += await next();
  const spent = (await readProcessorMs(pids)) - before;
  say(`alone: ${(spent / deleted).toFixed(2)} ms of processor time a guest`);

  const feed = await scenarioOf(world, server.url, 'feed, light');
  const pages = () => drive(server.url, feed, { seconds, rate });
  await pages();
  say(`pages without the job: ${inWords(await pages())}`);
  const began = performance.now();
  const work = (async () => {
    while ((await left()) > 0) await jobs.run(maintenanceJob, {});
    return (performance.now() - began) / 1_000;
  })();
  do say(`pages with the job:    ${inWords(await pages())}; ${await left()} guests left`);
  while ((await left()) > 0);
  say(`${guests} guests deleted in ${Math.round(await work)} s`);
} finally {
  await jobs.close();
  await server.end();
  await pool.end();
  await world.close();
}
