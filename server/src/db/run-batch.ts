import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { inTransaction } from './transaction.ts';
import { isDeadlock, isLockTimeout } from './constraints.ts';

const BATCH_WAIT_MS = 200;
const BATCH_PAUSE_MS = 500;
/** Some seven minutes, longer than any other work holds a row. */
const BATCH_TRIES_MAX = 600;

/** If a row is locked, releases all and retries after a pause. `mayGoOn` throws to give up. */
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
