import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
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
  /** Recalculation, which of other work on the catalogue only a reset need wait for. */
  recalculation: 7_206_120,
  /** Taking an app out of sight on the word of its reporters. */
  holding: 7_206_121,
  /** Changing a rule for a host, which may not be there yet. */
  hostRules: 7_206_122,
} as const;

/** Holds the lock until the transaction ends; waits while another has it, which must not be for long. */
export async function holdLock(tx: Db, lock: keyof typeof advisoryLocks): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${advisoryLocks[lock]})`);
}

/**
 * Takes the lock until the transaction ends, when its turn comes, however long that takes. Whoever builds an index waits for
 * every snapshot, and so for good where the one who has the lock waits for the index: none is kept while this waits. Not by
 * a statement that waits, and not between two of them, as one with parameters does in a transaction.
 */
export async function takeTurn(tx: Db, lock: keyof typeof advisoryLocks): Promise<void> {
  const asking = sql.raw(`SELECT pg_try_advisory_xact_lock(${advisoryLocks[lock]}) AS taken`);
  for (;;) {
    const { rows } = await tx.execute<{ taken: boolean }>(asking);
    if (rows[0]?.taken) return;
    await pause(TURN_PAUSE_MS);
  }
}

/** Takes the lock for as long as this connection lives; false when another has it. */
export async function tryLock(connection: Db, lock: keyof typeof advisoryLocks): Promise<boolean> {
  const { rows } = await connection.execute<{ taken: boolean }>(
    sql`SELECT pg_try_advisory_lock(${advisoryLocks[lock]}) AS taken`,
  );
  return rows[0]?.taken === true;
}

/** Lets go of what `tryLock` took on this connection. */
export async function releaseLock(connection: Db, lock: keyof typeof advisoryLocks): Promise<void> {
  await connection.execute(sql`SELECT pg_advisory_unlock(${advisoryLocks[lock]})`);
}

/** Whether somebody has the lock, on whichever node; holders that died have let go of it. */
export async function isLockHeld(db: Db, lock: keyof typeof advisoryLocks): Promise<boolean> {
  const { rows } = await db.execute<{ held: boolean }>(sql`
    SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1
      AND classid = 0 AND objid = ${advisoryLocks[lock]}
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`);
  return rows[0]?.held === true;
}
