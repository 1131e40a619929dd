import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '@zapdeck/server/jobs/job';
import { createJobQueue } from '@zapdeck/server/jobs/queue';
import { allJobs } from '@zapdeck/server/start/all-jobs';
import { queuedJobs } from '@zapdeck/server/testing/queued-jobs';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

const POLL_MS = 20;

export interface ServerJobs {
  /** Runs the job on the server. Returns the seconds from its start to its end. */
  run(job: Job, data: object): Promise<number>;
  close(): Promise<void>;
}

/** Queues jobs for the server that works on the database. */
export async function openServerJobs(connection: pg.PoolConfig): Promise<ServerJobs> {
  const pool = new pg.Pool({ ...connection, max: 2 });
  const queue = createJobQueue(pool, allJobs, {
    isWorker: false,
    onError: (error) => process.stderr.write(`${error.message}\n`),
  });
  await queue.open();
  const isIn = async (job: Job, states: readonly string[]) =>
    (await queuedJobs(pool, job)).some(({ state }) => states.includes(state));
  return {
    async run(job, data) {
      await queue.enqueue(drizzle(pool), job, data);
      while (await isIn(job, ['created', 'retry'])) await pause(POLL_MS);
      const began = performance.now();
      while (await isIn(job, ['created', 'retry', 'active'])) await pause(POLL_MS);
      return (performance.now() - began) / 1000;
    },
    async close() {
      await queue.stop();
      await pool.end();
    },
  };
}
