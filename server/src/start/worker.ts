import type { PoolConfig } from 'pg';
import type { Measured, NodeMetrics } from '../http/metrics.ts';

/** Where the process that starts workers tells each of them what it is. */
export const WORKER_VARIABLE = 'ZAPDECK_WORKER';

export interface WorkerSeat {
  /** From 1 on; whoever takes the place of a worker that died has its number. */
  place: number;
  /** The database that the first process has started; none where DATABASE_URL names one. */
  connection?: PoolConfig;
  /** How the one before in this place ended. */
  before?: string;
}

/** What workers tell the first process, and what it tells them. */
export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'measure-all'; id: number }
  | { kind: 'measured'; id: number; measured: Measured };
export type ToWorker =
  | { kind: 'measure'; id: number }
  | { kind: 'all-measured'; id: number; all: Measured[] };

/** One of the processes that answer the same port. */
export interface Worker extends WorkerSeat {
  metrics: NodeMetrics;
  /** Tells the first process that it serves. */
  ready(): void;
}

/** What this process is as a worker; undefined in one that answers its port alone. */
export function readWorker(env: NodeJS.ProcessEnv): Worker | undefined {
  const told = env[WORKER_VARIABLE];
  if (told === undefined || !process.send) return undefined;
  const seat = JSON.parse(told) as WorkerSeat;
  // The first process may have ended; this one follows it.
  const tell = (message: FromWorker) => void process.send?.(message, undefined, undefined, () => undefined);
  let measure: () => Promise<Measured> = async () => [];
  let asked = 0;
  const waiting = new Map<number, (all: Measured[]) => void>();
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'measure') {
      void measure().then((measured) => tell({ kind: 'measured', id: message.id, measured }));
    } else {
      waiting.get(message.id)?.(message.all);
      waiting.delete(message.id);
    }
  });
  return {
    ...seat,
    metrics: {
      place: seat.place,
      measureWith(own) {
        measure = own;
      },
      measureAll: () =>
        new Promise((resolve) => {
          asked += 1;
          waiting.set(asked, resolve);
          tell({ kind: 'measure-all', id: asked });
        }),
    },
    ready: () => tell({ kind: 'ready' }),
  };
}
