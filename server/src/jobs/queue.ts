import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { fromDrizzle, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import type * as z from 'zod/mini';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { loggableError } from '../loggable-error.ts';
import { type Attempt, Hopeless, type Job } from './job.ts';

const SCHEMA = 'jobs';
const DAY_S = 24 * 3_600;
/** What is still not done after this is given up; far beyond any outage. */
const WAITING_KEPT_S = 30 * DAY_S;
const DONE_KEPT_S = 7 * DAY_S;
/** What runs by the clock is soon many, and all alike. */
const REPEATED_KEPT_S = DAY_S;
const POLL_DEFAULT_S = 2;
/** Jobs under way get this long to end when the server stops. */
const STOP_WAIT_MS = 10_000;

export interface JobCount {
  queue: string;
  state: string;
  count: number;
}

export interface JobQueue {
  /** Installs what the queue needs in the database; until then nothing can be queued. Safe on several nodes at once. */
  open(): Promise<void>;
  /** Queues a job as part of the transaction that `db` is: it will run if and only if that commits. */
  enqueue<S extends z.ZodMiniType>(db: Db, job: Job<S>, data: z.input<S>): Promise<void>;
  /** Starts to work off what is queued, next to the other nodes. */
  work(deps: Deps, log: FastifyBaseLogger): Promise<void>;
  /** How many jobs there are, of all nodes together; those that are done for as long as they are kept. */
  countByState(): Promise<JobCount[]>;
  /** Takes no new jobs and waits for those under way. */
  stop(): Promise<void>;
}

interface JobQueueOptions {
  /** False for a process that only queues: nothing runs on a timer. */
  isWorker: boolean;
  /** How often this node looks for work, in seconds. */
  pollS?: number;
  onError: (error: Error) => void;
}

function optionsOf({ retries, timeoutS, cron }: Job): QueueOptions {
  return {
    retryLimit: retries.limit,
    retryDelay: retries.firstDelayS,
    retryDelayMax: retries.longestDelayS,
    retryBackoff: true,
    expireInSeconds: timeoutS,
    retentionSeconds: WAITING_KEPT_S,
    deleteAfterSeconds: cron === undefined ? DONE_KEPT_S : REPEATED_KEPT_S,
  };
}

/** Runs one attempt; what it answers is kept beside the job, so it must not name anybody. */
async function attempt(
  job: Job,
  deps: Deps,
  queued: JobWithMetadata,
  { log, isStopping }: Pick<Attempt, 'log' | 'isStopping'>,
) {
  const entry = { job: job.name, jobId: queued.id, attempt: queued.retryCount + 1 };
  try {
    await job.run(deps, job.data.parse(queued.data ?? {}), { id: queued.id, log, isStopping });
    return { id: queued.id, status: 'completed' as const };
  } catch (error) {
    const isOver = error instanceof Hopeless || queued.retryCount >= queued.retryLimit;
    log[isOver ? 'error' : 'warn']({ ...entry, err: error }, isOver ? 'job given up' : 'job will be retried');
    const output = { message: loggableError(error).message };
    return { id: queued.id, status: isOver ? ('deadletter' as const) : ('failed' as const), output };
  }
}

/** The queue of the given jobs, kept in the product's own database by pg-boss. */
export function createJobQueue(
  pool: pg.Pool,
  jobs: readonly Job[],
  { isWorker, pollS = POLL_DEFAULT_S, onError }: JobQueueOptions,
): JobQueue {
  const boss = new PgBoss({
    schema: SCHEMA,
    // The pool of the requests, so that the queue costs no connections of its own.
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: isWorker,
    schedule: isWorker,
  });
  boss.on('error', onError);
  let isStopping = false;

  return {
    async open() {
      await boss.start();
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const job of jobs) if (!known.has(job.name)) await boss.createQueue(job.name, optionsOf(job));
    },
    async enqueue(db, job, data) {
      await boss.send(job.name, job.data.parse(data) as object, { db: fromDrizzle(db, sql) });
    },
    async work(deps, log) {
      for (const job of jobs) {
        await boss.updateQueue(job.name, optionsOf(job));
        if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
        await boss.work(
          job.name,
          {
            pollingIntervalSeconds: pollS,
            // One after the other without a pause while many wait.
            burstWhenReadyExceeds: 1,
            includeMetadata: true,
            perJobResults: true,
          },
          (queued: JobWithMetadata[]) =>
            Promise.all(queued.map((one) => attempt(job, deps, one, { log, isStopping: () => isStopping }))),
        );
      }
    },
    async countByState() {
      const { rows } = await pool.query<JobCount>(
        `SELECT name AS queue, state::text, count(*)::int FROM ${SCHEMA}.job GROUP BY name, state`,
      );
      return rows;
    },
    async stop() {
      isStopping = true;
      await boss.stop({ close: false, timeout: STOP_WAIT_MS });
    },
  };
}
