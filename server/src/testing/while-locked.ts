import type pg from 'pg';
import { untilBlocked } from './until-blocked.ts';

export type LockingStatement = [text: string, values: unknown[]];

/** Runs the statements in a transaction that is committed once `action` waits for one of its locks. */
export async function whileLocked<T>(
  pool: pg.Pool,
  statements: readonly LockingStatement[],
  action: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    for (const [text, values] of statements) await client.query(text, values);
    const waiting = action();
    await untilBlocked(pool);
    await client.query('COMMIT');
    return await waiting;
  } finally {
    client.release(true);
  }
}
