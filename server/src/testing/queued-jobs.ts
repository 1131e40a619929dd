import type { FastifyInstance } from 'fastify';
import { type JobWithMetadata, PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Deps } from '../deps.ts';
import type { Job } from '../jobs/job.ts';
import { SCHEMA } from '../jobs/queue.ts';

type Named = Pick<Job, 'name'>;

/** Uses the queue of a database by the public interface of pg-boss. Nothing runs on a timer. */
export async function withBoss<T>(
  pool: Pick<pg.Pool, 'query'>,
  use: (boss: PgBoss) => Promise<T>,
): Promise<T> {
  const boss = new PgBoss({
    schema: SCHEMA,
    db: { executeSql: (text, values) => pool.query(text, values) },
    migrate: false,
    supervise: false,
    schedule: false,
  });
  await boss.start();
  try {
    return await use(boss);
  } finally {
    await boss.stop({ close: false, graceful: false });
  }
}

interface Node {
  app: Pick<FastifyInstance, 'log'>;
  deps: Deps;
}

export type QueuedJob = JobWithMetadata<Record<string, unknown>>;

async function find(boss: PgBoss, { name }: Named, about: object): Promise<QueuedJob[]> {
  const found = await boss.findJobs<Record<string, unknown>>(name, { data: about });
  return found.toSorted((one, other) => one.createdOn.getTime() - other.createdOn.getTime());
}

/** Returns the jobs of a kind whose data contains `about`, the oldest first. */
export const queuedJobs = (
  pool: Pick<pg.Pool, 'query'>,
  job: Named,
  about: object = {},
): Promise<QueuedJob[]> => withBoss(pool, (boss) => find(boss, job, about));

/** Returns such jobs and removes them from the queue. */
export const takeJobs = (
  pool: Pick<pg.Pool, 'query'>,
  job: Named,
  about: object = {},
): Promise<QueuedJob[]> =>
  withBoss(pool, async (boss) => {
    const jobs = await find(boss, job, about);
    if (jobs.length > 0)
      await boss.deleteJob(
        job.name,
        jobs.map(({ id }) => id),
      );
    return jobs;
  });

/** Removes all jobs of all kinds. */
export const clearJobs = (pool: Pick<pg.Pool, 'query'>): Promise<void> =>
  withBoss(pool, (boss) => boss.deleteAllJobs());

/** Runs a job as a node does. The job stays in the queue. */
export const runJob = (
  { app, deps }: Node,
  job: Job,
  { id, data }: Pick<QueuedJob, 'id' | 'data'>,
): Promise<void> =>
  job.run(deps as never, job.data.parse(data), { id, log: app.log, isStopping: () => false });

/** Milliseconds from the time when the job was queued to its start. */
export const delayOf = ({ createdOn, startAfter }: QueuedJob): number =>
  startAfter.getTime() - createdOn.getTime();
