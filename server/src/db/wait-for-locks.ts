import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';

/** Enough for 500 decisions of another moderator, or votes on many apps. */
const LOCK_WAIT = '10s';

/** Lets the transaction wait up to ten seconds for row locks, longer than others. */
export async function waitForLocks(tx: Db): Promise<void> {
  await tx.execute(sql.raw(`SET LOCAL lock_timeout = '${LOCK_WAIT}'`));
}
