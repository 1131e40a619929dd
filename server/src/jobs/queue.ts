import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import pLimit from 'p-limit';
import { fromDrizzle, type JobWithMetadata, PgBoss, type QueueOptions } from 'pg-boss';
import type * as z from 'zod/mini';
import type { Db } from '../db/client.ts';
import { markDatabaseError } from '../db/database-away.ts';
import { type FailedAttempts, runAttempt, type Runs } from './attempt.ts';
import type { Job, JobDeps } from './job.ts';

export const SCHEMA = 'jobs';
const INTERNAL_PREFIX = '__pgboss__';
const DAY_S = 24 * 3_600;
/** A job that has not run within this time is dropped. Longer than any outage. */
const WAITING_KEPT_S = 30 * DAY_S;
/** Only scheduled jobs and jobs that timed out stay in the queue after their end. */
const ENDED_KEPT_S = DAY_S;
const FORMER_JOBS = ['delete-unapproved', 'purge-pictures'];
const POLL_DEFAULT_S = 1;
/** Workers that another worker wakes hardly need to poll. */
const WOKEN_POLL_S = 60;
const STOP_WAIT_MS = 10_000;
/** Limit for all queues. A slow database would otherwise give them every connection of the pool. */
const STATEMENTS_AT_ONCE = 4;
/** A job without a heartbeat for this long gets another attempt. With the delays below, after 23 seconds at most. */
const HEARTBEAT_S = 15;
const HEARTBEAT_EVERY_S = 5;
const SUPERVISE_S = 5;
const TAKE_UP_DELAY_S = { first: 1, longest: 5 };
/** Attempts beyond a job's retries, so that a job without retries survives its node. */
const TAKE_UPS = 5;
/** The attempt ends itself after `timeoutS`. pg-boss ends the job of a node that hangs. */
const EXPIRY_MARGIN_S = 60;

type JobState = 'ready' | 'deferred' | 'active' | 'failed';

interface JobCount {
  queue: string;
  state: JobState;
  count: number;
}

interface WaitingJob {
  id?: string | undefined;
  name: string;
  data?: unknown;
}

interface EnqueueOptions {
  afterS?: number;
}

export interface JobQueue {
  /** Required by every method except `isInstalled`. Safe on several nodes at once. */
  open(): Promise<void>;
  isInstalled(): Promise<boolean>;
  uninstall(db: Db): Promise<void>;
  /** The job runs if and only if the transaction `db` commits. */
  enqueue<S extends z.ZodMiniType>(
    db: Db,
    job: Job<S>,
    data: z.input<S>,
    options?: EnqueueOptions,
  ): Promise<void>;
  enqueueAll<S extends z.ZodMiniType>(
    db: Db,
    job: Job<S>,
    data: readonly z.input<S>[],
    options?: EnqueueOptions,
  ): Promise<void>;
  /** Returns waiting jobs, without scheduled ones. Installs the queue if it is missing. */
  readWaiting(db: Db): Promise<WaitingJob[]>;
  /** Adds jobs of another database. Returns those that no job of this version can read. */
  enqueueWaiting(db: Db, waiting: readonly WaitingJob[]): Promise<WaitingJob[]>;
  countByState(): Promise<JobCount[]>;
  failedAttempts(): FailedAttempts[];
  stop(): Promise<void>;
}

export interface WorkingQueue<D extends JobDeps> extends JobQueue {
  /** Starts to poll. If it rejects, it polls nothing yet and can be called again. */
  work(deps: D, log: FastifyBaseLogger): Promise<void>;
}

interface JobQueueOptions {
  /** A process that only adds jobs runs nothing on a timer. */
  isWorker: boolean;
  pollS?: number;
  onError: (error: Error) => void;
}

function optionsOf({ retries, timeoutS }: Job): QueueOptions {
  return {
    retryLimit: retries.limit + TAKE_UPS,
    retryDelay: TAKE_UP_DELAY_S.first,
    retryDelayMax: TAKE_UP_DELAY_S.longest,
    retryBackoff: true,
    heartbeatSeconds: HEARTBEAT_S,
    expireInSeconds: timeoutS + EXPIRY_MARGIN_S,
    retentionSeconds: WAITING_KEPT_S,
    deleteAfterSeconds: ENDED_KEPT_S,
  };
}

const isMatch = (stored: object, options: object): boolean =>
  Object.entries(options).every(([name, value]) => (stored as Record<string, unknown>)[name] === value);

/** pg-boss reports some errors as plain copies without their class. */
function errorOf(reported: Error): Error {
  if (reported instanceof Error) return reported;
  const { message, stack = '', ...rest } = reported as Error;
  const calls = /\n {4}at .*/s.exec(stack)?.[0] ?? '';
  return Object.assign(new Error(message), rest, { stack: `Error: ${message}${calls}` });
}

/** A queue with its open connection to the tables of pg-boss. */
interface OpenQueue<D extends JobDeps> {
  boss: PgBoss;
  jobs: readonly Job<z.ZodMiniType, D>[];
  failures: Map<string, FailedAttempts>;
  runs: Runs;
  pollS: number;
  isStopping: () => boolean;
}

const inDb = (db: Db) => ({ db: fromDrizzle(db, sql) });
const isScheduled = ({ cron }: Job): boolean => cron !== undefined;

function openBoss(pool: pg.Pool, { isWorker, onError }: JobQueueOptions): PgBoss {
  const inTurn = pLimit(STATEMENTS_AT_ONCE);
  const boss = new PgBoss({
    schema: SCHEMA,
    // Shares the pool of the requests, so the queue needs no connections of its own.
    db: { executeSql: (text, values) => inTurn(() => pool.query(text, values)) },
    supervise: isWorker,
    superviseIntervalSeconds: SUPERVISE_S,
    monitorIntervalSeconds: SUPERVISE_S,
    schedule: isWorker,
  });
  // pg-boss only talks to the database. Its copies of errors lose the mark of the driver's errors.
  boss.on('error', (reported) => onError(markDatabaseError(errorOf(reported))));
  return boss;
}

/** Only the first worker polls. A worker that finds a job wakes the next, so an idle queue costs one poll. */
async function addWorkers<D extends JobDeps>(
  job: Job<z.ZodMiniType, D>,
  { boss, pollS, failures, runs, isStopping }: OpenQueue<D>,
  { deps, log }: { deps: D; log: FastifyBaseLogger },
): Promise<void> {
  const ids: string[] = [];
  const wake = (place: number) => boss.notifyWorker(ids[place] ?? '');
  for (let place = 0; place < (job.atOnce ?? 1); place += 1) {
    const work = async (queued: JobWithMetadata[]) => {
      wake(place + 1);
      const waking = setInterval(() => wake(place + 1), pollS * 1_000);
      try {
        const context = { boss, deps, log, failures, runs, isStopping };
        return await Promise.all(queued.map((one) => runAttempt(job, one, context)));
      } finally {
        clearInterval(waking);
        wake(place);
      }
    };
    const options = {
      pollingIntervalSeconds: place === 0 ? pollS : WOKEN_POLL_S,
      heartbeatRefreshSeconds: HEARTBEAT_EVERY_S,
      includeMetadata: true,
      perJobResults: true,
    } as const;
    ids.push(await boss.work(job.name, options, work));
  }
}

async function storeOptions<D extends JobDeps>({ boss, jobs }: OpenQueue<D>): Promise<void> {
  const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  const crons = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const name of FORMER_JOBS) if (crons.has(name)) await boss.unschedule(name);
  for (const job of jobs) {
    const { name, cron } = job;
    const options = optionsOf(job);
    if (!isMatch(queues.get(name) ?? {}, options)) await boss.updateQueue(name, options);
    if (cron !== undefined && crons.get(name) !== cron) await boss.schedule(name, cron, {}, { tz: 'UTC' });
  }
}

/** Returns the jobs that wait or run, without the scheduled ones. */
async function findWaiting<D extends JobDeps>({ boss, jobs }: OpenQueue<D>, db: Db): Promise<WaitingJob[]> {
  const scheduled = new Set(jobs.filter(isScheduled).map(({ name }) => name));
  const found: JobWithMetadata<unknown>[] = [];
  for (const { name } of await boss.getQueues())
    if (!name.startsWith(INTERNAL_PREFIX) && !scheduled.has(name))
      found.push(...(await boss.findJobs(name, inDb(db))));
  return found
    .filter(({ state }) => state === 'created' || state === 'retry' || state === 'active')
    .map(({ id, name, data }) => ({ id, name, data }));
}

async function countByState(boss: PgBoss): Promise<JobCount[]> {
  const queues = await boss.getQueues();
  return queues.flatMap(({ name: queue, readyCount, deferredCount, activeCount, failedCount }) => [
    { queue, state: 'ready' as const, count: readyCount },
    { queue, state: 'deferred' as const, count: deferredCount },
    { queue, state: 'active' as const, count: activeCount },
    { queue, state: 'failed' as const, count: failedCount },
  ]);
}

/** Queues the jobs that one of these definitions can read, and returns the others. */
async function sendWaiting<D extends JobDeps>(
  { boss, jobs }: OpenQueue<D>,
  db: Db,
  waiting: readonly WaitingJob[],
): Promise<WaitingJob[]> {
  const leftOut: WaitingJob[] = [];
  for (const one of waiting) {
    const parsed = jobs.find(({ name }) => name === one.name)?.data.safeParse(one.data);
    const options = { ...inDb(db), ...(one.id !== undefined && { id: one.id }) };
    if (parsed?.success) await boss.send(one.name, parsed.data as object, options);
    else leftOut.push(one);
  }
  return leftOut;
}

/** Creates the queue of these jobs on the pool. It does nothing until `open`, and runs no job until `work`. */
export function createJobQueue<D extends JobDeps>(
  pool: pg.Pool,
  jobs: readonly Job<z.ZodMiniType, D>[],
  options: JobQueueOptions,
): WorkingQueue<D> {
  const boss = openBoss(pool, options);
  const failures = new Map<string, FailedAttempts>();
  let isStopping = false;
  const queue: OpenQueue<D> = {
    boss,
    jobs,
    failures,
    runs: new Map(),
    pollS: options.pollS ?? POLL_DEFAULT_S,
    isStopping: () => isStopping,
  };

  const open = async () => {
    await boss.start();
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const job of jobs) if (!known.has(job.name)) await boss.createQueue(job.name, optionsOf(job));
  };

  return {
    isInstalled: () => boss.isInstalled(),
    async uninstall(db) {
      await boss.stop({ close: false, graceful: false });
      await db.execute(sql`DROP SCHEMA IF EXISTS ${sql.identifier(SCHEMA)} CASCADE`);
    },
    open,
    async enqueue(db, job, data, { afterS } = {}) {
      const when = afterS !== undefined && { startAfter: afterS };
      await boss.send(job.name, job.data.parse(data) as object, { ...inDb(db), ...when });
    },
    async enqueueAll(db, job, all, { afterS } = {}) {
      if (all.length === 0) return;
      const when = afterS !== undefined && { startAfter: afterS };
      const inserts = all.map((data) => ({ data: job.data.parse(data) as object, ...when }));
      await boss.insert(job.name, inserts, inDb(db));
    },
    async readWaiting(db) {
      if (!(await boss.isInstalled())) return [];
      await open();
      return findWaiting(queue, db);
    },
    enqueueWaiting: (db, waiting) => sendWaiting(queue, db, waiting),
    async work(deps, log) {
      await storeOptions(queue);
      for (const job of jobs) await addWorkers(job, queue, { deps, log });
    },
    countByState: () => countByState(boss),
    failedAttempts: () =>
      jobs.flatMap(({ name }) => failures.get(name) ?? { queue: name, retried: 0, givenUp: 0 }),
    async stop() {
      isStopping = true;
      await boss.stop({ close: false, timeout: STOP_WAIT_MS });
    },
  };
}
