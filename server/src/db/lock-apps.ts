import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { inTransaction } from './transaction.ts';
import { isLockTimeout } from './constraints.ts';

/** Timeout and number of attempts to lock the table. Others go first in between. */
const LOCK_WAIT_MS = 200;
const LOCK_PAUSE_MS = 500;
const LOCK_TRIES_MAX = 120;

/**
 * Waits in short attempts, because all others queue behind the lock. `first` takes earlier locks of the common order. Call
 * it at the start of the transaction, while no index is built.
 */
export async function lockApps(
  tx: Db,
  mode: 'SHARE' | 'EXCLUSIVE' | 'ACCESS EXCLUSIVE',
  first: (tx: Db) => Promise<unknown>,
): Promise<void> {
  await tx.execute(sql`LOCK TABLE apps IN SHARE UPDATE EXCLUSIVE MODE`);
  for (let tries = 1; ; tries += 1) {
    try {
      await inTransaction(tx, async (inner) => {
        await inner.execute(sql.raw(`SET LOCAL lock_timeout = ${LOCK_WAIT_MS}`));
        await first(inner);
        await inner.execute(sql.raw(`LOCK TABLE apps IN ${mode} MODE`));
        await inner.execute(sql`SET LOCAL lock_timeout = 0`);
      });
      return;
    } catch (error) {
      if (!isLockTimeout(error) || tries === LOCK_TRIES_MAX) throw error;
      await pause(LOCK_PAUSE_MS);
    }
  }
}
