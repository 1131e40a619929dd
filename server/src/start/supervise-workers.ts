import cluster, { type Worker as Child } from 'node:cluster';
import type { PoolConfig } from 'pg';
import type { Measured } from '../http/metrics.ts';
import { CannotGoOn } from './cannot-go-on.ts';
import { type FromWorker, type ToWorker, WORKER_VARIABLE, type WorkerSeat } from './worker.ts';

/** Pause before a worker that died is replaced. It doubles up to the longest, and starts over after a steady worker. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
const MEASURE_WAIT_MS = 2_000;

export interface Workers {
  /** Resolves when the first worker serves. The others start then. */
  started: Promise<void>;
  /** Rejects when the first worker exits before any has served, as the next one would too. */
  failed: Promise<never>;
  /** Sends the signal to all workers and waits for their exit. Returns false if one did not exit in order. */
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

export function superviseWorkers(count: number, connection: PoolConfig | undefined): Workers {
  // All workers accept from one socket. If the parent passed connections on, one could get stuck at a worker that dies.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const started = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<never>();
  const stopped = Promise.withResolvers<boolean>();
  const running = new Map<number, Child>();
  const pauses = new Set<NodeJS.Timeout>();
  const census = createCensus();
  let hasServed = false;
  let isStopping = false;
  let isInOrder = true;

  const hear = (child: Child, message: FromWorker) => {
    if (message.kind === 'measured') census.receive(message.id, message.measured);
    if (message.kind === 'measure-all') {
      void census.take(running.values()).then((all) => {
        // The worker that sent the request may have exited.
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
    child.on('message', (message: FromWorker) => hear(child, message));
    child.on('error', () => undefined);
    child.on('exit', (code, signal) => {
      running.delete(seat.place);
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
        const before = signal ?? `exit code ${code}`;
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
      if (running.size === 0) return isInOrder;
      for (const child of running.values()) child.process.kill(signal);
      return stopped.promise;
    },
  };
}
