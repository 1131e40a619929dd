import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { fromDrizzle, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import type * as z from 'zod/mini';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { markDatabaseError } from '../db/database-away.ts';
import { loggableError } from '../http/loggable-error.ts';
import { steadyClock, takeBackFuture } from './clock-jumps.ts';
import { type Attempt, PermanentFailure, type Job, PutOff } from './job.ts';

const SCHEMA = 'jobs';
const DAY_S = 24 * 3_600;
/** What is still not done after this is given up; far beyond any outage. */
const WAITING_KEPT_S = 30 * DAY_S;
const DONE_KEPT_S = 7 * DAY_S;
/** What runs by the clock is soon many, and all alike. */
const REPEATED_KEPT_S = DAY_S;
const POLL_DEFAULT_S = 1;
/** Who is woken by others need not look. */
const WOKEN_POLL_S = 60;
const CLOCK_CHECK_S = 60;
/** A retry may wait for a little more than was said. */
const WAIT_MARGIN_S = 60;
/** How often it is seen whether something is due by the clock. */
const CRON_CHECK_S = 30;
const CRON_SEND_S = 5;
/** Jobs under way get this long to end when the server stops. */
const STOP_WAIT_MS = 10_000;

export interface JobCount {
  queue: string;
  state: string;
  count: number;
}

export interface WaitingJob {
  /** By which whoever gets a mail twice can tell that it is the same. */
  id?: string | undefined;
  name: string;
  data?: unknown;
}

interface Enqueued {
  /** How long it waits before it may run, in seconds. */
  afterS?: number;
}

export interface JobQueue {
  /** Installs what the queue needs in the database; until then nothing can be queued. Safe on several nodes at once. */
  open(): Promise<void>;
  /** Whether the database has what `open` installs. */
  isInstalled(db: Db): Promise<boolean>;
  /** Removes what `open` installed, with all jobs, as part of the transaction that `db` is. */
  uninstall(db: Db): Promise<void>;
  /** Queues a job as part of the transaction that `db` is: it will run if and only if that commits. */
  enqueue<S extends z.ZodMiniType>(db: Db, job: Job<S>, data: z.input<S>, options?: Enqueued): Promise<void>;
  /** The same for many jobs, in one statement. */
  enqueueAll<S extends z.ZodMiniType>(
    db: Db,
    job: Job<S>,
    data: readonly z.input<S>[],
    options?: Enqueued,
  ): Promise<void>;
  /** Forgets the jobs about any of these ids, done or not, as part of the transaction that `db` is. */
  forget(db: Db, ids: readonly string[]): Promise<void>;
  /** What is queued and not done yet, but for what runs by the clock. */
  waiting(db: Db): Promise<WaitingJob[]>;
  /** Queues what was waiting elsewhere, as part of the transaction that `db` is; returns what no job of ours understands. */
  resume(db: Db, waiting: readonly WaitingJob[]): Promise<WaitingJob[]>;
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
  /** How often this node sees whether the database's clock was set, in seconds. */
  clockCheckS?: number;
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

/** What the library reports as an error is often a copy of one, without its class. */
function errorOf(reported: Error): Error {
  if (reported instanceof Error) return reported;
  const { message, stack = '', ...rest } = reported as Error;
  const calls = /\n {4}at .*/s.exec(stack)?.[0] ?? '';
  return Object.assign(new Error(message), rest, { stack: `Error: ${message}${calls}` });
}

/** Has a job wait in its own row, so that no second one is made of it; what then is said of this attempt changes nothing. */
async function putOff(pool: pg.Pool, { id, name, retryCount }: JobWithMetadata, afterS: number) {
  await pool.query(
    `UPDATE ${SCHEMA}.job SET state = 'retry', start_after = ${SCHEMA}.job_now() + make_interval(secs => $4)
     WHERE name = $1 AND id = $2 AND state = 'active' AND retry_count = $3`,
    [name, id, retryCount, afterS],
  );
}

/** Runs one attempt; what it answers is kept beside the job, so it must not name anybody. */
async function attempt(
  job: Job,
  deps: Deps,
  queued: JobWithMetadata,
  { pool, log, isStopping }: Pick<Attempt, 'log' | 'isStopping'> & { pool: pg.Pool },
) {
  const entry = { job: job.name, jobId: queued.id, attempt: queued.retryCount + 1 };
  try {
    await job.run(deps, job.data.parse(queued.data ?? {}), { id: queued.id, log, isStopping });
    return { id: queued.id, status: 'completed' as const };
  } catch (error) {
    if (error instanceof PutOff) {
      await putOff(pool, queued, error.afterS);
      return { id: queued.id, status: 'completed' as const };
    }
    const isOver = error instanceof PermanentFailure || queued.retryCount >= queued.retryLimit;
    log[isOver ? 'error' : 'warn']({ ...entry, err: error }, isOver ? 'job given up' : 'job will be retried');
    const output = { message: loggableError(error).message };
    return { id: queued.id, status: isOver ? ('deadletter' as const) : ('failed' as const), output };
  }
}

/** The queue of the given jobs, kept in the product's own database by pg-boss. */
export function createJobQueue(
  pool: pg.Pool,
  jobs: readonly Job[],
  { isWorker, pollS = POLL_DEFAULT_S, clockCheckS = CLOCK_CHECK_S, onError }: JobQueueOptions,
): JobQueue {
  const boss = new PgBoss({
    schema: SCHEMA,
    // The pool of the requests, so that the queue costs no connections of its own.
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: isWorker,
    schedule: isWorker,
    clock: steadyClock,
    clockMonitorIntervalSeconds: clockCheckS,
    cronMonitorIntervalSeconds: Math.min(clockCheckS, CRON_CHECK_S),
    cronWorkerIntervalSeconds: Math.min(clockCheckS, CRON_SEND_S),
  });
  // Copies lose the mark of the driver. The library talks to nothing but the database.
  boss.on('error', (reported) => onError(markDatabaseError(errorOf(reported))));
  let isStopping = false;
  let clockCheck: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  const hasWorkers = new Set<string>();
  const longestWaitS = Math.max(0, ...jobs.map(({ retries }) => retries.longestDelayS)) + WAIT_MARGIN_S;

  const checkClock = async (log: FastifyBaseLogger) => {
    try {
      const rows = await takeBackFuture(pool, SCHEMA, longestWaitS);
      if (rows > 0)
        log.warn({ rows }, 'the clock was ahead: what the queue noted of that time is taken back');
    } catch (error) {
      onError(error as Error);
    }
  };

  /**
   * Adds as many workers as the job may have at once. The first looks for work; whoever has found some wakes the next,
   * goes on waking it for as long as it is busy, and looks again at once when it is done: while nothing waits one looks,
   * and while much waits all work, none of them held up by what another one is at.
   */
  const addWorkers = async (job: Job, deps: Deps, log: FastifyBaseLogger) => {
    const ids: string[] = [];
    const wake = (place: number) => boss.notifyWorker(ids[place] ?? '');
    for (let place = 0; place < (job.atOnce ?? 1); place += 1) {
      const work = async (queued: JobWithMetadata[]) => {
        wake(place + 1);
        const waking = setInterval(() => wake(place + 1), pollS * 1_000);
        try {
          const context = { pool, log, isStopping: () => isStopping };
          return await Promise.all(queued.map((one) => attempt(job, deps, one, context)));
        } finally {
          clearInterval(waking);
          wake(place);
        }
      };
      const pollingIntervalSeconds = place === 0 ? pollS : WOKEN_POLL_S;
      const options = {
        pollingIntervalSeconds,
        includeMetadata: true,
        perJobResults: true,
      } as const;
      ids.push(await boss.work(job.name, options, work));
    }
  };

  const send = (db: Db, job: Job, data: unknown, options: { id?: string; startAfter?: number }) =>
    boss.send(job.name, job.data.parse(data) as object, { db: fromDrizzle(db, sql), ...options });

  const isInstalled = async (db: Db): Promise<boolean> => {
    const { rows } = await db.execute(sql`SELECT to_regclass(${`${SCHEMA}.job`}) IS NOT NULL AS yes`);
    return rows[0]?.['yes'] === true;
  };

  return {
    isInstalled,
    async uninstall(db) {
      await boss.stop({ close: false, graceful: false });
      await db.execute(sql`DROP SCHEMA IF EXISTS ${sql.identifier(SCHEMA)} CASCADE`);
    },
    async open() {
      await boss.start();
      const known = new Set((await boss.getQueues()).map(({ name }) => name));
      for (const job of jobs) if (!known.has(job.name)) await boss.createQueue(job.name, optionsOf(job));
    },
    async enqueue(db, job, data, { afterS } = {}) {
      await send(db, job, data, afterS === undefined ? {} : { startAfter: afterS });
    },
    async enqueueAll(db, job, all, { afterS } = {}) {
      if (all.length === 0) return;
      const delay = afterS === undefined ? {} : { startAfter: afterS };
      const inserts = all.map((data) => ({ data: job.data.parse(data) as object, ...delay }));
      await boss.insert(job.name, inserts, { db: fromDrizzle(db, sql) });
    },
    async waiting(db) {
      if (!(await isInstalled(db))) return [];
      const byClock = jobs.filter(({ cron }) => cron !== undefined).map(({ name }) => name);
      const { rows } = await db.execute<{ id: string; name: string; data: unknown }>(sql`
        SELECT id, name, data FROM ${sql.identifier(SCHEMA)}.job
        WHERE state < 'completed' AND NOT starts_with(name, '__pgboss__') AND name <> ALL (${sql.param(byClock)})
        ORDER BY created_on, id`);
      return rows;
    },
    async resume(db, waiting) {
      const leftOut: WaitingJob[] = [];
      for (const one of waiting) {
        const job = jobs.find(({ name }) => name === one.name);
        const parsed = job?.data.safeParse(one.data);
        if (job && parsed?.success)
          await send(db, job, parsed.data, one.id === undefined ? {} : { id: one.id });
        else leftOut.push(one);
      }
      return leftOut;
    },
    async forget(db, ids) {
      await db.execute(sql`
        DELETE FROM ${sql.identifier(SCHEMA)}.job
        WHERE EXISTS (SELECT FROM jsonb_each_text(data) WHERE value IN ${[...ids]})`);
    },
    async work(deps, log) {
      await checkClock(log);
      // Again, where a start was repeated because the database went away.
      clearInterval(clockCheck);
      clockCheck = setInterval(() => {
        checking = checkClock(log);
      }, clockCheckS * 1_000);
      for (const job of jobs) {
        await boss.updateQueue(job.name, optionsOf(job));
        if (job.cron !== undefined) await boss.schedule(job.name, job.cron, {}, { tz: 'UTC' });
        if (!hasWorkers.has(job.name)) await addWorkers(job, deps, log);
        hasWorkers.add(job.name);
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
      clearInterval(clockCheck);
      await checking;
      await boss.stop({ close: false, timeout: STOP_WAIT_MS });
    },
  };
}
