import Fastify from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { eventually } from '../testing/eventually.ts';
import type { Deps } from '../deps.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { defineJob, type Job } from './job.ts';
import { createJobQueue, type JobQueue } from './queue.ts';

const YEAR_MS = 365 * 24 * 3_600_000;
const { log } = Fastify();

let database: TestDatabase;
const open: JobQueue[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  vi.useRealTimers();
  for (const queue of open.splice(0)) await queue.stop();
  await database.drop();
});

/** Of the machine that both run on; PostgreSQL's as far as the queue asks it. */
async function setClock(aheadMs: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  vi.setSystemTime(performance.timeOrigin + performance.now() + aheadMs);
  await database.pool.query(`
    CREATE OR REPLACE FUNCTION jobs.job_now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT now() + interval '${aheadMs} milliseconds' $$`);
}

const everyMinute = defineJob({
  name: 'every-minute',
  data: z.object({}),
  retries: { limit: 0, firstDelayS: 0, longestDelayS: 0 },
  timeoutS: 60,
  cron: '* * * * *',
  run: async () => undefined,
});

/** Resolves once the job of a minute around that moment is done: what is due by the clock is due under this one. */
async function hasRun(aheadMs: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await database.pool.query(
      `SELECT FROM jobs.job WHERE name = 'every-minute' AND state = 'completed' AND singleton_on IS NULL
       AND abs(extract(epoch FROM created_on - now()) - $1) < 90`,
      [aheadMs / 1_000],
    );
    expect(rowCount).toBeGreaterThan(0);
  });
}

/** What the clock of the queue is part of. */
async function install(...jobs: Job[]): Promise<JobQueue> {
  const queue = createJobQueue(database.pool, jobs, { isWorker: false, onError: () => undefined });
  await queue.open();
  open.push(queue);
  return queue;
}

async function start(...jobs: Job[]): Promise<JobQueue> {
  const onError = (error: Error) => expect.unreachable(error.message);
  const queue = createJobQueue(database.pool, jobs, { isWorker: true, pollS: 0.5, clockCheckS: 1, onError });
  await queue.open();
  await queue.work({} as Deps, log);
  open.push(queue);
  return queue;
}

test('a clock that goes forward a year and back while the queue runs holds no schedule up', async () => {
  await install();
  await setClock(YEAR_MS);
  await start(everyMinute);
  await hasRun(YEAR_MS);
  await setClock(0);
  await hasRun(0);
  await setClock(2 * YEAR_MS);
  await hasRun(2 * YEAR_MS);
});

test('nor does one that is set while it is stopped, also when a minute comes that was scheduled already', async () => {
  await install();
  await setClock(YEAR_MS);
  const first = await start(everyMinute);
  await hasRun(YEAR_MS);
  await first.stop();
  await setClock(0);
  const second = await start(everyMinute);
  await hasRun(0);
  await second.stop();
  await database.pool.query(`DELETE FROM jobs.job WHERE name = 'every-minute'`);
  await setClock(YEAR_MS);
  await start(everyMinute);
  await hasRun(YEAR_MS);
});

test('what was queued, or failed, under a clock that was ahead runs when it is right again', async () => {
  const attempts: string[] = [];
  const once = defineJob({
    name: 'once',
    data: z.object({ what: z.string() }),
    retries: { limit: 9, firstDelayS: 5, longestDelayS: 900 },
    timeoutS: 60,
    async run(_deps, { what }) {
      attempts.push(what);
      if (what === 'failed' && attempts.length === 1) throw new Error('not yet');
    },
  });
  const queue = await install(once);
  await setClock(YEAR_MS);
  await queue.enqueue(database.db, once, { what: 'failed' });
  await start(once);
  await eventually(() => expect(attempts).toEqual(['failed']));
  await setClock(0);
  await eventually(() => expect(attempts).toEqual(['failed', 'failed']));
});

test('every moment that the queue keeps is known here, and taken back where it could hold something up', async () => {
  await install();
  const { rows } = await database.pool.query<{ name: string }>(`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'jobs' AND data_type LIKE 'timestamp%' AND table_name IN ('version', 'queue', 'job')
    ORDER BY 1`);
  expect(rows.map(({ name }) => name)).toEqual([
    'job.completed_on',
    // Order and age, nothing waits for them.
    'job.created_on',
    // Not used: no job of ours beats.
    'job.heartbeat_on',
    // Only ever too late.
    'job.keep_until',
    'job.singleton_on',
    'job.source_created_on',
    'job.start_after',
    'job.started_on',
    'queue.created_on',
    'queue.delta_on',
    'queue.maintain_on',
    'queue.monitor_claim_on',
    'queue.monitor_on',
    'queue.updated_on',
    'version.bam_on',
    'version.cron_on',
    'version.flow_on',
    'version.monitor_backoff_on',
    'version.reindex_on',
  ]);
});
