import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '@zapdeck/server/jobs/job';
import { createJobQueue } from '@zapdeck/server/jobs/queue';
import { allJobs } from '@zapdeck/server/start/all-jobs';
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
  const count = async (name: string, states: readonly string[]) => {
    const text = 'SELECT count(*)::int AS count FROM jobs.job WHERE name = $1 AND state::text = ANY ($2)';
    return (await pool.query<{ count: number }>(text, [name, states])).rows[0]?.count ?? 0;
  };
  return {
    async run(job, data) {
      await queue.enqueue(drizzle(pool), job, data);
      while ((await count(job.name, ['created', 'retry'])) > 0) await pause(POLL_MS);
      const began = performance.now();
      while ((await count(job.name, ['created', 'retry', 'active'])) > 0) await pause(POLL_MS);
      return (performance.now() - began) / 1000;
    },
    async close() {
      await queue.stop();
      await pool.end();
    },
  };
}
