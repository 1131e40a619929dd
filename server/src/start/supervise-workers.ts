import cluster, { type Worker as Child } from 'node:cluster';
import type { PoolConfig } from 'pg';
import { RateLimiterClusterMaster } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import type { Measured } from '../http/metrics.ts';
import { CannotGoOn } from './environment.ts';
import { type FromWorker, type ToWorker, WORKER_VARIABLE, type WorkerSeat } from './worker.ts';

/** Pause before a dead worker is replaced. It doubles up to a maximum, and is reset by a steady worker. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
const MEASURE_WAIT_MS = 2_000;
const BEAT_MS = 1_000;
/** Missed beats before a worker is killed. On a slow machine, a healthy worker answers some seconds late. */
const MISSED_MAX = 15;
const MISSED_IN_START_MAX = 120;
/** Longer than a worker needs to stop requests, jobs and pool, one after the other. */
const STOP_WAIT_MS = 25_000;

interface Workers {
  /** Resolves when the first worker serves. Then the others start. */
  started: Promise<void>;
  /** Rejects when the first worker exits before any has served, because the next would fail too. */
  failed: Promise<never>;
  /** Sends the signal to all workers and kills those that hang. Returns false if one did not exit in order. */
  stop(signal?: NodeJS.Signals): Promise<boolean>;
}

function createCensus() {
  let asked = 0;
  const waiting = new Map<number, (measured: Measured) => void>();
  const ask = (child: Child): Promise<Measured> => {
    const id = (asked += 1);
    const { promise, resolve } = Promise.withResolvers<Measured>();
    waiting.set(id, resolve);
    const timer = setTimeout(resolve, MEASURE_WAIT_MS, []);
    child.send({ kind: 'measure', id } satisfies ToWorker, (error) => error && resolve([]));
    return promise.finally(() => {
      clearTimeout(timer);
      waiting.delete(id);
    });
  };
  return {
    receive: (id: number, measured: Measured) => waiting.get(id)?.(measured),
    async take(children: Iterable<Child>): Promise<Measured[]> {
      const all = await Promise.all([...children].map(ask));
      return all.filter(({ length }) => length > 0);
    },
  };
}

interface Pulse {
  missed: number;
  missedMax: number;
}

/** Asks workers for an answer every second. Counts its own beats, so that a suspended machine kills no worker. */
function createHeart(onHung: (child: Child) => void) {
  const pulses = new Map<Child, Pulse>();
  let beatAt = performance.now();
  const beat = () => {
    const isLate = performance.now() - beatAt > 2 * BEAT_MS;
    beatAt = performance.now();
    for (const [child, pulse] of pulses) {
      if (!isLate) pulse.missed += 1;
      if (pulse.missed > pulse.missedMax) onHung(child);
      child.send({ kind: 'beat' } satisfies ToWorker, () => undefined);
    }
  };
  const timer = setInterval(beat, BEAT_MS);
  return {
    watch: (child: Child, missedMax: number) => void pulses.set(child, { missed: 0, missedMax }),
    hear(child: Child) {
      const pulse = pulses.get(child);
      if (pulse) pulse.missed = 0;
    },
    forget: (child: Child) => void pulses.delete(child),
    stop: () => clearInterval(timer),
  };
}

export function superviseWorkers(
  { workers: count, drainSeconds }: Pick<Config, 'workers' | 'drainSeconds'>,
  connection: PoolConfig | undefined,
): Workers {
  // All workers accept from one socket. A connection that the parent passes on could get stuck at a dying worker.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Answers workers about limits that they share.
  void new RateLimiterClusterMaster();
  const started = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<never>();
  const stopped = Promise.withResolvers<boolean>();
  const running = new Map<number, Child>();
  const pauses = new Set<NodeJS.Timeout>();
  const census = createCensus();
  const hung = new WeakSet<Child>();
  const heart = createHeart((child) => {
    hung.add(child);
    child.process.kill('SIGKILL');
  });
  let hasServed = false;
  let isStopping = false;
  let isInOrder = true;

  const hear = (child: Child, message: FromWorker) => {
    if (message.kind === 'alive') heart.hear(child);
    if (message.kind === 'ready') heart.watch(child, MISSED_MAX);
    if (message.kind === 'measured') census.receive(message.id, message.measured);
    if (message.kind === 'measure-all') {
      void census.take(running.values()).then((all) => {
        child.send({ kind: 'all-measured', id: message.id, all } satisfies ToWorker, () => undefined);
      });
    }
    if (message.kind === 'ready' && !hasServed && !isStopping) {
      hasServed = true;
      for (let place = 2; place <= count; place += 1) fork({ place }, FIRST_PAUSE_MS);
      started.resolve();
    }
  };

  const fork = (seat: WorkerSeat, pauseMs: number) => {
    const startedAt = performance.now();
    const told = JSON.stringify(connection ? { ...seat, connection } : seat);
    const child = cluster.fork({ [WORKER_VARIABLE]: told });
    running.set(seat.place, child);
    heart.watch(child, MISSED_IN_START_MAX);
    child.on('message', (message: FromWorker) => hear(child, message));
    child.on('error', () => undefined);
    child.on('exit', (code, signal) => {
      running.delete(seat.place);
      heart.forget(child);
      if (isStopping) {
        // A worker that is still starting has no signal handler yet.
        isInOrder &&= code === 0 || signal === 'SIGTERM';
        if (running.size === 0) stopped.resolve(isInOrder);
        return;
      }
      if (!hasServed && code !== null) failed.reject(new CannotGoOn('No worker could start.', code || 1));
      const isSteady = performance.now() - startedAt > STEADY_MS;
      const waitMs = isSteady ? FIRST_PAUSE_MS : pauseMs;
      const timer = setTimeout(() => {
        pauses.delete(timer);
        const before = hung.has(child) ? 'did not answer' : (signal ?? `exit code ${code}`);
        fork({ place: seat.place, before }, Math.min(2 * waitMs, LONGEST_PAUSE_MS));
      }, waitMs);
      pauses.add(timer);
    });
  };
  fork({ place: 1 }, FIRST_PAUSE_MS);

  return {
    started: started.promise,
    failed: failed.promise,
    async stop(signal = 'SIGTERM') {
      isStopping = true;
      for (const pause of pauses) clearTimeout(pause);
      const killAll = (how: NodeJS.Signals) => {
        for (const child of running.values()) child.process.kill(how);
      };
      killAll(signal);
      const late = setTimeout(killAll, drainSeconds * 1_000 + STOP_WAIT_MS, 'SIGKILL');
      if (running.size > 0) await stopped.promise;
      clearTimeout(late);
      heart.stop();
      return isInOrder;
    },
  };
}
