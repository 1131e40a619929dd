import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { inTransaction } from './transaction.ts';
import { isDeadlock, isLockTimeout } from './constraints.ts';

/** How long those of a batch that are locked already wait for the rest of it, before everybody else goes first again. */
const BATCH_WAIT_MS = 200;
const BATCH_PAUSE_MS = 500;
/** Some seven minutes: longer than any other work may hold a row. */
const BATCH_TRIES_MAX = 600;

/**
 * Does one batch of long work in a transaction of its own. Where somebody else has one of its rows, it lets go of all of
 * them and tries again after a pause. Before each try it calls `mayGoOn`, which throws to give up. Throws what the work
 * throws, and the lock timeout of the last try; then nothing of the batch is written.
 */
export async function runBatch<T>(db: Db, mayGoOn: () => void, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    mayGoOn();
    try {
      return await inTransaction(db, async (tx) => {
        await tx.execute(sql.raw(`SET LOCAL lock_timeout = ${BATCH_WAIT_MS}`));
        return work(tx);
      });
    } catch (error) {
      if (!(isDeadlock(error) || isLockTimeout(error)) || tries === BATCH_TRIES_MAX) throw error;
      await pause(BATCH_PAUSE_MS);
    }
  }
}
