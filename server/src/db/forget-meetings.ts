import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { runBatch } from './run-batch.ts';
import { seenApps, userAppInteractions } from './schema/interactions.table.ts';

/** Rows of one batch: the counts of what so many people have seen are held for some tens of milliseconds. */
const BATCH_ROWS = 1_000;

/** Whether more people have met the app than one batch takes. */
export async function isMetByMany(db: Db, appId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM ${seenApps} WHERE app_id = ${appId} OFFSET ${BATCH_ROWS} LIMIT 1`,
  );
  return rows.length > 0;
}

/**
 * Deletes who has met the app and what they did with it, in batches that are committed one by one, so that no swipe
 * waits for more than one of them. Nothing is added meanwhile to an app that is not approved. Calls `mayGoOn` before
 * each batch, which throws to give up: then what is deleted stays so.
 */
export async function forgetMeetings(db: Db, appId: string, mayGoOn: () => void): Promise<void> {
  const batches = [
    sql`DELETE FROM ${seenApps} WHERE (user_id, app_id) IN (
      SELECT user_id, app_id FROM ${seenApps} WHERE app_id = ${appId} LIMIT ${BATCH_ROWS})`,
    sql`DELETE FROM ${userAppInteractions} WHERE id IN (
      SELECT id FROM ${userAppInteractions} WHERE app_id = ${appId} LIMIT ${BATCH_ROWS})`,
  ];
  for (const batch of batches) {
    let deleted: number;
    do {
      deleted = await runBatch(db, mayGoOn, async (tx) => (await tx.execute(batch)).rowCount ?? 0);
    } while (deleted === BATCH_ROWS);
  }
}
