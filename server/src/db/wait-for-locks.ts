import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Five hundred decisions of another's, or votes on many apps. */
const LOCK_WAIT = '10s';

/** Has the rest of the transaction wait for locks as long as it may have to for many rows. */
export async function waitForLocks(tx: Db): Promise<void> {
  await tx.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`));
}
