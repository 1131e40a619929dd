import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from './client.ts';

const TURN_PAUSE_MS = 100;

/** Keys of advisory locks, which all nodes share. Triggers use 7_206_117 and 7_206_119. */
const advisoryLocks = {
  schema: 7_206_114,
  firstAdmin: 7_206_115,
  catalogue: 7_206_116,
  settings: 7_206_118,
  recalculation: 7_206_120,
  /** Held while an index of apps is built or all apps are locked, because these would wait for each other. */
  allApps: 7_206_123,
  holding: 7_206_121,
  hostRules: 7_206_122,
  trending: 7_206_124,
  today: 7_206_125,
  knownWords: 7_206_127,
} as const;

export const SCHEMA_LOCK = advisoryLocks.schema;
export const SETTINGS_LOCK = advisoryLocks.settings;

/** Takes the lock until the end of the transaction, and waits for other holders. */
export async function holdLock(tx: Db, lock: keyof typeof advisoryLocks): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${advisoryLocks[lock]})`);
}

async function tryLock(client: pg.PoolClient, lock: keyof typeof advisoryLocks): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>(
    `SELECT pg_try_advisory_lock(${advisoryLocks[lock]}) AS taken`,
  );
  return rows[0]?.taken === true;
}

/**
 * Runs work under the lock. Polls, because an index build would wait for a waiting statement. `mayWait` throws to give up.
 */
export async function withAdvisoryLock<T>(
  pool: pg.Pool,
  lock: keyof typeof advisoryLocks,
  mayWait: () => void,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (;;) {
    mayWait();
    const client = await pool.connect();
    let isTaken = false;
    try {
      isTaken = await tryLock(client, lock);
      if (isTaken) return await work(client);
    } finally {
      // The lock ends with the connection, which takes a moment to close.
      if (isTaken) await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
      client.release(isTaken);
    }
    await pause(TURN_PAUSE_MS);
  }
}

/** Like `withAdvisoryLock`, on the caller's connection outside of a transaction. */
export async function withAdvisoryLockOn<T>(
  client: pg.PoolClient,
  lock: keyof typeof advisoryLocks,
  mayWait: () => void,
  work: () => Promise<T>,
): Promise<T> {
  for (mayWait(); !(await tryLock(client, lock)); mayWait()) await pause(TURN_PAUSE_MS);
  try {
    return await work();
  } finally {
    await client.query(`SELECT pg_advisory_unlock(${advisoryLocks[lock]})`).catch(() => undefined);
  }
}

/** Returns true if a transaction on any node holds the lock. */
export async function isLockHeld(db: Db, lock: keyof typeof advisoryLocks): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(sql`
    SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
      AND classid = 0 AND objid = ${advisoryLocks[lock]}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`);
  return rows[0]?.held === true;
}
