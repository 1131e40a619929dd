import { setTimeout as delay } from 'node:timers/promises';
import { refreshPairs } from '@zapdeck/server/features/for-you/pairs/refresh-pairs';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { fillCatalogue } from './catalogue.ts';
import { readOptions, say } from './command-line.ts';
import { addLikes } from './likes.ts';
import { drive, type Load, scenarioOf } from './load.ts';
import { describeMachine, readMachine } from './machine.ts';
import { openWorld } from './world.ts';

/**
 * Measures votes beside the job that computes pairs, in turns with votes alone. Prints for each turn the longest vote, the number
 * of apps whose pairs the job has computed, and how often another statement waited for a lock of the job.
 */
const options = readOptions({
  apps: 20_000,
  users: 4_000,
  seen: 100_000,
  // Likes per user.
  likes: 26,
  connections: 1,
  turns: 5,
  seconds: 10,
});
const { seconds } = options;
const PAUSE_MS = 2_000;
const SAMPLE_MS = 20;

const world = await openWorld(async (client) => {
  const filled = await fillCatalogue(client, options);
  say('filling with likes …');
  await addLikes(client, options.likes);
  return filled;
}, options.keep);
const client = new pg.Client(world.connection);
await client.connect();
const db = drizzle(client);
const server = await world.startServer();

const countOf = async (what: string) =>
  Number((await world.client.query<{ count: string }>(`SELECT count(*) FROM ${what}`)).rows[0]?.count);
const WAITING = 'paired_apps WHERE due_at <= now()';

const JOB_PID = Number((await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid);
const BLOCKED = `SELECT count(*) FROM pg_stat_activity WHERE ${JOB_PID} = ANY (pg_blocking_pids(pid))`;

/** Looks for statements that wait for a lock of the job until the job ends. Returns how often there was one. */
async function countBlocked(job: Promise<unknown>): Promise<number> {
  let blocked = 0;
  const isOver = () => Promise.race([job.then(() => true), delay(SAMPLE_MS, false)]);
  while (!(await isOver())) {
    const { rows } = await world.client.query<{ count: string }>(BLOCKED);
    blocked += Number(rows[0]?.count);
  }
  return blocked;
}

try {
  const { connections } = options;
  const votes = { ...(await scenarioOf(world, server.url, 'vote, spread')), connections };
  const report = (name: string, { maxMs, p99Ms, perSecond }: Load, more = '') =>
    say(
      `${name.padEnd(10)} longest ${maxMs} ms, p99 ${p99Ms} ms, ${Math.round(perSecond)} votes a second${more}`,
    );
  say(describeMachine(readMachine()));
  // A kept database has no work left for the job.
  await world.client.query("UPDATE paired_apps SET due_at = now() - interval '1 minute'");
  // Otherwise autovacuum and a checkpoint would run beside the votes.
  await world.client.query('VACUUM paired_apps');
  await world.client.query('CHECKPOINT');
  say(
    `${await countOf('votes')} likes, ${await countOf('changed_likes')} changes, ${await countOf(WAITING)} apps wait`,
  );
  await drive(server.url, votes, { seconds: 2 });
  for (let turn = 0; turn < options.turns; turn += 1) {
    report('alone', await drive(server.url, votes, { seconds }));
    const before = await countOf('paired_apps WHERE due_at > now()');
    const began = performance.now();
    const job = refreshPairs(db, new Date(), () => performance.now() - began > 1_000 * seconds);
    const [load, blocked, isDone] = await Promise.all([
      drive(server.url, votes, { seconds }),
      countBlocked(job),
      job,
    ]);
    const computed = (await countOf('paired_apps WHERE due_at > now()')) - before;
    report(
      'beside it',
      load,
      `, ${computed} apps computed, ${blocked} waits for the job${isDone ? ', no app waits' : ''}`,
    );
    await delay(PAUSE_MS);
  }
} finally {
  await server.end();
  await client.end();
  await world.close();
}
