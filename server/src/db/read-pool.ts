import type pg from 'pg';
import type { Db } from './client.ts';
import { causeOf } from './database-away.ts';
import { type LogPosition, watchPrimaryLog } from './log-position.ts';
import { followReplica, type Replica } from './replica.ts';

export interface ReadPool {
  /** Reads from a replica that has reached the position, or from the primary if there is none or it fails. */
  read<T>(after: LogPosition | null | undefined, work: (db: Db) => Promise<T>): Promise<T>;
  hasReplicas: boolean;
  replicas: readonly Pick<Replica, 'name' | 'reads' | 'serves' | 'lagSeconds'>[];
  readsOfPrimary: () => number;
  stop(): Promise<void>;
}

/** Returns a read pool that always uses the primary. */
export function primaryAlone(db: Db): ReadPool {
  return {
    read: (_after, work) => work(db),
    hasReplicas: false,
    replicas: [],
    readsOfPrimary: () => 0,
    stop: async () => undefined,
  };
}

const READ_ONLY_TRANSACTION = '25006';

const hasWritten = (error: unknown): boolean =>
  error instanceof Error && causeOf(error).code === READ_ONLY_TRANSACTION;

interface Primary {
  db: Db;
  pool: pg.Pool;
}

/** Opens a pool over replicas. Calls `onChange` with the reason when one fails, and with undefined when it is used again. */
export function openReadPool(
  primary: Primary,
  urls: readonly string[],
  onChange: (name: string, reason: string | undefined) => void,
): ReadPool {
  if (urls.length === 0) return primaryAlone(primary.db);
  const log = watchPrimaryLog(primary.pool);
  const replicas = urls.map((url) => followReplica(url, primary.pool.options.max, log, onChange));
  let turn = 0;
  let readsOfPrimary = 0;

  const choose = (after: LogPosition | null | undefined): Replica | undefined => {
    const able = replicas.filter((replica) => replica.serves(after));
    turn += 1;
    return able[turn % able.length];
  };

  return {
    async read(after, work) {
      const replica = choose(after);
      if (replica) {
        try {
          const found = await work(replica.db);
          replica.reads += 1;
          return found;
        } catch (error) {
          if (hasWritten(error)) throw error;
          replica.blame(error);
        }
      }
      readsOfPrimary += 1;
      return work(primary.db);
    },
    hasReplicas: true,
    replicas,
    readsOfPrimary: () => readsOfPrimary,
    async stop() {
      log.stop();
      await Promise.all(replicas.map((replica) => replica.stop()));
    },
  };
}
