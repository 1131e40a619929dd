import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from './client.ts';

const TURN_PAUSE_MS = 100;

/**
 * What only one transaction at a time may do, on all nodes together; the numbers are ours alone and arbitrary. The
 * trigger that keeps the last admin has 7_206_117, the one that numbers approvals 7_206_119.
 */
const advisoryLocks = {
  /** Bringing the schema up to date, and filling an empty database from a backup. */
  schema: 7_206_114,
  /** Making the first admin, which the other nodes then find. */
  firstAdmin: 7_206_115,
  /** Work on the whole catalogue: reset, averages, clean-up, bulk upload. */
  catalogue: 7_206_116,
  /** Retiring one row of the settings and adding the next. */
  settings: 7_206_118,
  /** Recalculation, which other work on the catalogue need not wait for. */
  recalculation: 7_206_120,
  /** Building an index of the apps, or asking for all of them at once: each would wait for the other, with people between. */
  allApps: 7_206_123,
  /** Taking an app out of sight on the word of its reporters. */
  holding: 7_206_121,
  /** Changing a rule for a host, which may not be there yet. */
  hostRules: 7_206_122,
} as const;

export const SCHEMA_LOCK = advisoryLocks.schema;

/** Holds the lock until the transaction ends; waits while another has it, which must not be for long. */
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
 * Does the work while a connection of its own, which it is given, holds the lock: one after the other, on all nodes. Asks for
 * the lock again and again, and before each time calls `mayWait`, which throws to give up. Whoever builds an index waits for
 * everybody who had a snapshot just then until their transaction ends, and for good where that waits for the index in turn:
 * so there is none while this waits, neither of a statement that waits nor around the statements that ask.
 */
export async function inTurn<T>(
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
      // The lock goes with the connection, but a connection takes a moment to end, and nothing runs any more.
      if (isTaken) await client.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
      client.release(isTaken);
    }
    await pause(TURN_PAUSE_MS);
  }
}

/** The same on a connection that the work has already, outside of any transaction. */
export async function inTurnOn<T>(
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

/** Whether somebody has the lock, on whichever node; holders that died have let go of it. */
export async function isLockHeld(db: Db, lock: keyof typeof advisoryLocks): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(sql`
    SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
      AND classid = 0 AND objid = ${advisoryLocks[lock]}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`);
  return rows[0]?.held === true;
}
