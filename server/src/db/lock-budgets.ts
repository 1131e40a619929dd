import { sql } from 'drizzle-orm';
import type { Db } from './client.ts';
import { isOneOf } from './is-one-of.ts';
import { viewBudgets } from './schema/first-views.table.ts';

/**
 * Locks the open budgets of the apps in the order in which views lock them. Call it before a change of the status of several
 * apps: its trigger locks them in the order of the update, so that it could deadlock with a view.
 */
export async function lockBudgets(tx: Db, appIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    SELECT FROM ${viewBudgets} WHERE ${isOneOf(viewBudgets.appId, appIds)} AND ${viewBudgets.finishedAt} IS NULL
    ORDER BY ${viewBudgets.appId} FOR NO KEY UPDATE`);
}
