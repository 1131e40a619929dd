import { setTimeout as pause } from 'node:timers/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { LOWEST_ID, lowestIdAt } from './columns.ts';
import type { Db } from './client.ts';
import { inTransaction } from './transaction.ts';
import { isDeadlock, isLockTimeout } from './constraints.ts';
import { seenApps, userAppInteractions } from './schema/interactions.table.ts';

/** Takes far less than the statement timeout, even on an overloaded machine. */
const BATCH_ROWS = 1_000;
const BATCH_OLD_ROWS = 5_000;
/** Maximum difference between the clocks of an id and its row. */
const CLOCKS_MS = 3_600_000;

/** Deletes or changes a batch of rows and returns their number. Returns 0 once no rows are left. */
export type NextBatch = () => Promise<number>;

/** Returns an SQL condition for a batch of the rows. Skips locked rows, which the next run finds. */
export function isInBatch(table: PgTable, condition: SQL | undefined, rows = BATCH_ROWS): SQL {
  return sql`${table}.ctid = ANY (ARRAY(SELECT ctid FROM ${table} WHERE ${condition} LIMIT ${rows} FOR UPDATE SKIP LOCKED))`;
}

/** Deletes a batch of the rows and returns their number. */
export async function deleteBatch(
  db: Db,
  table: PgTable,
  condition: SQL | undefined,
  rows = BATCH_ROWS,
): Promise<number> {
  return (await db.delete(table).where(isInBatch(table, condition, rows))).rowCount ?? 0;
}

/** Runs all batches and returns the number of rows. */
export async function deleteAll(next: NextBatch): Promise<number> {
  let total = 0;
  for (let deleted = await next(); deleted > 0; deleted = await next()) total += deleted;
  return total;
}

/** Deletes rows created before the time, oldest first. Finds them by ids, which grow with time. */
export function batchesBefore(
  db: Db,
  table: PgTable & { id: PgColumn; createdAt: PgColumn },
  before: Date,
  { rows = BATCH_OLD_ROWS, condition = sql`true` }: { rows?: number; condition?: SQL } = {},
): NextBatch {
  const end = lowestIdAt(new Date(before.getTime() + CLOCKS_MS));
  let from = LOWEST_ID;
  return async () => {
    const { rows: gone } = await db.execute<{ deleted: number; last: string | null }>(sql`
      WITH gone AS (
        DELETE FROM ${table} WHERE id IN (
          SELECT id FROM ${table} WHERE id > ${from} AND id < ${end} AND created_at < ${before} AND ${condition}
          ORDER BY id LIMIT ${rows})
        RETURNING id
      ) SELECT count(*)::int AS deleted, max(id::text) AS last FROM gone`);
    const { deleted = 0, last = null } = gone[0] ?? {};
    from = last ?? from;
    return deleted;
  };
}

const BATCH_WAIT_MS = 200;
const BATCH_PAUSE_MS = 500;
/** About seven minutes, longer than any other work locks a row. */
const BATCH_TRIES_MAX = 600;

/** Runs the work. If a row is locked, releases all locks and retries after a pause. `mayGoOn` throws to give up. */
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

const VIEWS_AT_ONCE = 1_000;

/** Returns true if the app has more viewers than one batch deletes. */
export async function hasManyViewers(db: Db, appId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`SELECT FROM ${seenApps} WHERE app_id = ${appId} OFFSET ${VIEWS_AT_ONCE} LIMIT 1`,
  );
  return rows.length > 0;
}

/** Deletes views of an unapproved app, which gets no new ones. `mayGoOn` throws to stop; deleted batches stay deleted. */
export async function deleteViews(db: Db, appId: string, mayGoOn: () => void): Promise<void> {
  const batches = [
    sql`DELETE FROM ${seenApps} WHERE (user_id, app_id) IN (
      SELECT user_id, app_id FROM ${seenApps} WHERE app_id = ${appId} LIMIT ${VIEWS_AT_ONCE})`,
    sql`DELETE FROM ${userAppInteractions} WHERE id IN (
      SELECT id FROM ${userAppInteractions} WHERE app_id = ${appId} LIMIT ${VIEWS_AT_ONCE})`,
  ];
  for (const batch of batches) {
    let deleted: number;
    do {
      deleted = await runBatch(db, mayGoOn, async (tx) => (await tx.execute(batch)).rowCount ?? 0);
    } while (deleted === VIEWS_AT_ONCE);
  }
}
