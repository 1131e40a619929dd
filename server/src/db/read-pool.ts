import type pg from 'pg';
import type { Db } from './client.ts';
import { causeOf } from './database-away.ts';
import { type LogPosition, readLogPosition } from './log-position.ts';
import { watchPrimaryLog } from './primary-log.ts';
import { followReplica, type Replica } from './replica.ts';

/** Where a read goes, and the primary for what must come from there: votes, and what is written on the way. */
export interface Databases {
  db: Db;
  primary: Db;
  /** How far `db` has come now; null where there are no replicas and so nothing to remember. */
  position: () => Promise<LogPosition | null>;
}

type ReadWork<T> = (databases: Databases) => Promise<T>;

/** The one door to replicas. */
export interface ReadPool {
  /**
   * Does work that only reads, on a replica that has replayed up to all of the positions, or on the primary: where there is
   * no such replica, and again from the start where the work failed on one.
   */
  read<T>(after: readonly (LogPosition | null | undefined)[], work: ReadWork<T>): Promise<T>;
  /** Whether sessions have to remember where their writes ended. */
  hasReplicas: boolean;
  replicas: readonly Pick<Replica, 'name' | 'reads' | 'serves' | 'lagSeconds'>[];
  /** How many reads the primary has answered in place of a replica. */
  readsOfPrimary: () => number;
  stop(): Promise<void>;
}

/** Everything from one database, which has no replicas. */
export const onOne = (db: Db): Databases => ({ db, primary: db, position: async () => null });

/** Reads where everything is written. */
export function primaryAlone(db: Db): ReadPool {
  return {
    read: (_after, work) => work(onOne(db)),
    hasReplicas: false,
    replicas: [],
    readsOfPrimary: () => 0,
    stop: async () => undefined,
  };
}

const READ_ONLY_TRANSACTION = '25006';

/** A fault of ours, which the primary would hide: the work writes. */
const hasWritten = (error: unknown): boolean =>
  error instanceof Error && causeOf(error).code === READ_ONLY_TRANSACTION;

interface Primary {
  db: Db;
  pool: pg.Pool;
}

/** Reads from the replicas at the addresses, in turn; `onChange` hears why one is not used, or undefined when it is again. */
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

  const choose = (after: readonly LogPosition[]): Replica | undefined => {
    const able = replicas.filter((replica) => replica.serves(after));
    turn += 1;
    return able[turn % able.length];
  };
  const readOn = <T>(db: Db, work: ReadWork<T>): Promise<T> =>
    work({ db, primary: primary.db, position: () => readLogPosition(db) });

  return {
    async read(after, work) {
      const replica = choose(after.filter((position) => typeof position === 'string'));
      if (replica) {
        try {
          const found = await readOn(replica.db, work);
          replica.reads += 1;
          return found;
        } catch (error) {
          if (hasWritten(error)) throw error;
          // Whatever it was, the primary says whether it is so: it may be behind, stuck, going down, or in the way of what it replays.
          replica.blame(error);
        }
      }
      readsOfPrimary += 1;
      return readOn(primary.db, work);
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
