import { sql } from 'drizzle-orm';
import { fromDrizzle, type JobResult, type JobWithMetadata, type PgBoss } from 'pg-boss';
import type * as z from 'zod/mini';
import { inTransaction } from '../db/transaction.ts';
import { logFault } from '../log/counted-log.ts';
import { loggableError } from '../log/loggable-error.ts';
import { type Attempt, type Job, type JobDeps, PermanentFailure, PutOff, type Retries } from './job.ts';

export interface FailedAttempts {
  queue: string;
  retried: number;
  givenUp: number;
}

type AttemptOutcome = { isDone: true } | { isDone: false; error: unknown };

interface JobRun {
  /** Only the newest claim of this process can end the job. */
  claim: JobWithMetadata;
  isLate: boolean;
  outcome: Promise<AttemptOutcome>;
}

export type Runs = Map<string, JobRun>;

interface AttemptContext<D extends JobDeps> extends Pick<Attempt, 'log' | 'isStopping'> {
  boss: PgBoss;
  deps: D;
  failures: Map<string, FailedAttempts>;
  runs: Runs;
}

function startRun<D extends JobDeps>(
  job: Job<z.ZodMiniType, D>,
  claim: JobWithMetadata,
  { deps, log, isStopping }: AttemptContext<D>,
): JobRun {
  const { id, data } = claim;
  const run = { claim, isLate: false };
  const late = Promise.withResolvers<never>();
  const work = async () =>
    job.run(deps, job.data.parse(data ?? {}), {
      id,
      log,
      isStopping: () => isStopping() || run.isLate || run.claim.signal.aborted,
    });
  const timer = setTimeout(() => {
    run.isLate = true;
    late.reject(new Error(`The job took longer than ${job.timeoutS} s`));
  }, job.timeoutS * 1_000);
  const outcome = Promise.race([work(), late.promise])
    .then(
      () => ({ isDone: true }) as const,
      (error: unknown) => ({ isDone: false, error }) as const,
    )
    .finally(() => clearTimeout(timer));
  return Object.assign(run, { outcome });
}

async function putOff(
  { boss, deps }: AttemptContext<JobDeps>,
  claim: JobWithMetadata,
  afterS: number,
): Promise<void> {
  const { id, name, data, retryCount } = claim;
  await inTransaction(deps.db, async (tx) => {
    const db = fromDrizzle(tx, sql);
    const [current] = await boss.findJobs(name, { id, db });
    // Another node may have taken over and ended the job.
    if (current?.state !== 'active' || current.retryCount !== retryCount) return;
    await boss.deleteJob(name, { id, retryCount }, { db });
    await boss.insert(name, [{ id, data, startAfter: afterS }], { db });
  });
}

function delayOf({ firstDelayS, longestDelayS }: Retries, retryCount: number): number {
  return Math.min(longestDelayS, firstDelayS * 2 ** retryCount * (1 + Math.random()));
}

/** The delays of the queue are for dead nodes, so a failed attempt sets its own. */
async function retryLater(
  { boss, deps }: AttemptContext<JobDeps>,
  job: Job,
  claim: JobWithMetadata,
  output: object,
) {
  const { id, name, retryCount } = claim;
  await inTransaction(deps.db, async (tx) => {
    const db = fromDrizzle(tx, sql);
    await boss.fail(name, { id, retryCount }, output, { db });
    await boss.update(name, undefined, { id, startAfter: delayOf(job.retries, retryCount), db });
  });
}

/** Deletes an ended job, because its data may name people. Scheduled jobs stay, so that each runs once. */
async function endAttempt(
  job: Job,
  claim: JobWithMetadata,
  outcome: AttemptOutcome,
  context: AttemptContext<JobDeps>,
): Promise<JobResult> {
  const { boss, log, failures } = context;
  const { id, retryCount } = claim;
  const isScheduled = job.cron !== undefined;
  const completed: JobResult = { id, status: 'completed' };
  if (outcome.isDone) {
    if (isScheduled) await boss.complete(job.name, id, null, { includeQueued: true });
    else await boss.deleteJob(job.name, id);
    return completed;
  }
  const { error } = outcome;
  if (error instanceof PutOff) {
    await putOff(context, claim, error.afterS);
    return completed;
  }
  const isOver = error instanceof PermanentFailure || retryCount >= job.retries.limit;
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
  if (isOver && isScheduled) return { id, status: 'deadletter', output };
  if (isOver) await boss.deleteJob(job.name, { id, retryCount });
  else await retryLater(context, job, claim, output);
  return completed;
}

/** Runs a job. After a lost heartbeat, joins the run that this process already has. */
export async function runAttempt<D extends JobDeps>(
  job: Job<z.ZodMiniType, D>,
  claim: JobWithMetadata,
  context: AttemptContext<D>,
): Promise<JobResult> {
  const { id } = claim;
  const { runs } = context;
  const run = runs.get(id) ?? startRun(job, claim, context);
  runs.set(id, run);
  run.claim = claim;
  const outcome = await run.outcome;
  if (run.claim !== claim) return { id, status: 'completed' };
  const result = await endAttempt(job, claim, outcome, context);
  runs.delete(id);
  return result;
}
