import cluster, { type Worker as Child } from 'node:cluster';
import type { PoolConfig } from 'pg';
import type { Measured } from '../http/metrics.ts';
import { CannotGoOn } from './cannot-go-on.ts';
import { type FromWorker, type ToWorker, WORKER_VARIABLE, type WorkerSeat } from './worker.ts';

/** Before a worker that died is started anew; doubles up to the longest, and begins again once one has lived for so long. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
/** Who has not told by then what it measured is left out. */
const MEASURE_WAIT_MS = 2_000;

export interface Workers {
  /** Settles when the first worker serves, after which the others are started. */
  started: Promise<void>;
  /** Rejects when the first worker ends by itself before anybody has served: the next would too. */
  failed: Promise<never>;
  /** Sends all of them the signal, SIGTERM by default, and waits until they end; false when one did not end in order. */
  stop(signal?: NodeJS.Signals): Promise<boolean>;
}

/** Asks each worker what it measured, and returns what came in time. */
function createCensus() {
  let asked = 0;
  const waiting = new Map<number, (measured: Measured) => void>();
  const ask = (child: Child, id: number) =>
    new Promise<Measured>((resolve) => {
      waiting.set(id, resolve);
      child.send({ kind: 'measure', id } satisfies ToWorker, (error) => error && resolve([]));
    });
  return {
    heard: (id: number, measured: Measured) => waiting.get(id)?.(measured),
    async take(children: Iterable<Child>): Promise<Measured[]> {
      const all: Measured[] = [];
      const ids: number[] = [];
      const asking = [...children].map(async (child) => {
        const id = (asked += 1);
        ids.push(id);
        const measured = await ask(child, id);
        if (measured.length > 0) all.push(measured);
      });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, MEASURE_WAIT_MS)));
      await Promise.race([Promise.all(asking), late]);
      clearTimeout(timer);
      for (const id of ids) waiting.delete(id);
      return [...all];
    },
  };
}

/** Keeps so many workers alive, which answer the same ports. Each is a process that runs what this one runs. */
export function superviseWorkers(count: number, connection: PoolConfig | undefined): Workers {
  // All accept from the one socket: what a worker that dies has not taken is left for the others. Handed out by this
  // process, a connection on its way to one that dies would be answered by nobody, and never closed.
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
    if (message.kind === 'measured') census.heard(message.id, message.measured);
    if (message.kind === 'measure-all') {
      void census.take(running.values()).then((all) => {
        // Who asked may be gone by now, which nobody minds.
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
        // One that was still about to start knows no signals yet.
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
