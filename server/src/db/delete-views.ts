import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { runBatch } from './run-batch.ts';
import { seenApps, userAppInteractions } from './schema/interactions.table.ts';

const BATCH_ROWS = 1_000;

/** Returns true if more users have seen the app than one batch deletes. */
export async function hasManyViewers(db: Db, appId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM ${seenApps} WHERE app_id = ${appId} OFFSET ${BATCH_ROWS} LIMIT 1`,
  );
  return rows.length > 0;
}

/** The app must not be approved, so that no rows are added. `mayGoOn` throws to stop. Earlier batches stay deleted. */
export async function deleteViews(db: Db, appId: string, mayGoOn: () => void): Promise<void> {
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
