import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobWithMetadata, type PgBoss } from 'pg-boss';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { logFault } from '../http/counted-log.ts';
import { loggableError } from '../http/loggable-error.ts';
import { type Attempt, type Job, PermanentFailure, PutOff } from './job.ts';

export interface FailedAttempts {
  queue: string;
  retried: number;
  givenUp: number;
}

interface Context extends Pick<Attempt, 'log' | 'isStopping'> {
  boss: PgBoss;
  deps: Deps;
  failures: Map<string, FailedAttempts>;
}

async function putOff({ boss, deps }: Context, queued: JobWithMetadata, afterS: number): Promise<void> {
  const { id, name, data, retryCount } = queued;
  await inTransaction(deps.db, async (tx) => {
    const db = fromDrizzle(tx, sql);
    await boss.deleteJob(name, { id, retryCount }, { db });
    await boss.insert(name, [{ id, data, startAfter: afterS }], { db });
  });
}

/** Deletes a job that has ended, because its data may name people. A scheduled job stays, so that it runs once. */
export async function runAttempt(job: Job, queued: JobWithMetadata, context: Context) {
  const { boss, deps, log, failures, isStopping } = context;
  const { id, retryCount, retryLimit } = queued;
  try {
    await job.run(deps, job.data.parse(queued.data ?? {}), { id, log, isStopping });
  } catch (error) {
    if (error instanceof PutOff) {
      await putOff(context, queued, error.afterS);
      return { id, status: 'completed' as const };
    }
    const isOver = error instanceof PermanentFailure || retryCount >= retryLimit;
    const { retried, givenUp } = failures.get(job.name) ?? { retried: 0, givenUp: 0 };
    failures.set(job.name, {
      queue: job.name,
      retried: retried + (isOver ? 0 : 1),
      givenUp: givenUp + (isOver ? 1 : 0),
    });
    logFault(log, error, {
      level: isOver ? 'error' : 'warn',
      fields: { job: job.name, jobId: id, attempt: retryCount + 1 },
      message: isOver ? 'job given up' : 'job will be retried',
      alike: [job.name],
    });
    const output = { message: loggableError(error).message };
    if (!isOver) return { id, status: 'failed' as const, output };
    if (job.cron !== undefined) return { id, status: 'deadletter' as const, output };
  }
  if (job.cron === undefined) await boss.deleteJob(job.name, { id, retryCount });
  return { id, status: 'completed' as const };
}
