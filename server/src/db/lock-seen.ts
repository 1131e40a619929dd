import { type SQL, sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { seenApps } from './schema/interactions.table.ts';

/**
 * Locks the rows of `seen_apps` that a transaction will delete, in the order of users and apps. Rows of one user, of one
 * app and those that a cascade deletes come in different orders, so that two deletions could deadlock.
 */
export async function lockSeen(tx: Db, condition: SQL): Promise<void> {
  await tx.execute(sql`
    SELECT FROM ${seenApps} WHERE ${condition} ORDER BY ${seenApps.userId}, ${seenApps.appId} FOR UPDATE`);
}
