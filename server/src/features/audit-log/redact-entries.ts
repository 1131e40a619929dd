import { and, eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/client.ts';
import { appEvents } from '../../db/schema/app-history.table.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';

/** Reads the audit log, because deleted apps are stored nowhere else. */
export async function readDeletedApps(tx: Db, userId: string): Promise<string[]> {
  const entries = await tx
    .select({ id: auditLog.targetId })
    .from(auditLog)
    .where(and(eq(auditLog.action, 'app.deleted'), sql`${auditLog.before} ->> 'submittedBy' = ${userId}`));
  return entries.flatMap((entry) => entry.id ?? []);
}

const redacted = (values: PgColumn) => sql`CASE jsonb_typeof(${values}) WHEN 'object' THEN (
  SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(${values})
  WHERE key = 'status' OR jsonb_typeof(value) IN ('number', 'boolean', 'null')) ELSE ${values} END`;

/** Removes names and texts from audit entries about users or apps, and from events of the apps. */
export async function redactEntries(tx: Db, targetIds: readonly string[]): Promise<void> {
  for (const [table, target] of [
    [auditLog, auditLog.targetId],
    [appEvents, appEvents.appId],
  ] as const)
    await tx
      .update(table)
      .set({ before: redacted(table.before), after: redacted(table.after) })
      .where(inArray(target, [...targetIds]));
}
