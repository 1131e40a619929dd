import type { PoolConfig } from 'pg';
import type { Measured, NodeMetrics } from '../http/metrics.ts';

export const WORKER_VARIABLE = 'ZAPDECK_WORKER';

export interface WorkerSeat {
  /** Starts at 1. A replacement has the number of the dead worker. */
  place: number;
  connection?: PoolConfig;
  before?: string;
}

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'alive' }
  | { kind: 'measure-all'; id: number }
  | { kind: 'measured'; id: number; measured: Measured };
export type ToWorker =
  | { kind: 'beat' }
  | { kind: 'measure'; id: number }
  | { kind: 'all-measured'; id: number; all: Measured[] };

export interface Worker extends WorkerSeat {
  metrics: NodeMetrics;
  ready(): void;
}

export function readWorker(env: NodeJS.ProcessEnv): Worker | undefined {
  const told = env[WORKER_VARIABLE];
  if (told === undefined || !process.send) return undefined;
  const seat = JSON.parse(told) as WorkerSeat;
  const tell = (message: FromWorker) => void process.send?.(message, undefined, undefined, () => undefined);
  let measure: () => Promise<Measured> = async () => [];
  let asked = 0;
  const waiting = new Map<number, (all: Measured[]) => void>();
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'beat') tell({ kind: 'alive' });
    else if (message.kind === 'measure') {
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
