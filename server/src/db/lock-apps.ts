import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { inTransaction } from './transaction.ts';
import { isLockTimeout } from './constraints.ts';

/** How long the whole table is asked for before everybody else goes first again, and how often. */
const LOCK_WAIT_MS = 200;
const LOCK_PAUSE_MS = 500;
const LOCK_TRIES_MAX = 120;

/**
 * Locks all of `apps` until the transaction ends, which must be at its beginning, wait for locks without limit; nobody
 * builds an index meanwhile. Who is in its way is not waited for with everybody else waiting behind: the lock is asked for
 * briefly, again and again. `first` takes the locks that come before it in everybody's order, each time anew, and they too
 * are let go of between. Throws the lock timeout of the last try. Autovacuum, which gives way only after a second, is waited
 * for before, when nobody waits behind, and then kept off.
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
