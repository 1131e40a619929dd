import type { AuditEntry } from '@zapdeck/contract/instance/audit-log';
import type { PageQuery } from '@zapdeck/contract/wire/primitives';
import { inArray, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { readEntries } from './audit-log.ts';
import type { ShownLanguage } from '../../languages/shown-language.ts';

/** Uses the index on target and time. It has no ids, so all entries of the last time are included. */
async function findEntries(db: Db, appIds: SQLWrapper, { limit, offset }: PageQuery) {
  const { rows } = await db.execute<{ total: number; targets: string[]; moments: string[] }>(sql`
    WITH found AS MATERIALIZED (
      SELECT target_id, created_at FROM ${auditLog} WHERE ${inArray(auditLog.targetId, appIds)}
    ), shown AS (
      SELECT DISTINCT target_id, created_at FROM (
        SELECT target_id, created_at FROM found ORDER BY created_at DESC FETCH FIRST ${limit + offset} ROWS WITH TIES
      ) AS first
    )
    SELECT (SELECT count(*)::int FROM found) AS total, coalesce(array_agg(target_id), '{}') AS targets,
      coalesce(array_agg(created_at::text), '{}') AS moments FROM shown`);
  return one(rows);
}

export async function listActionsOnApps(
  db: Db,
  appIds: SQLWrapper,
  page: PageQuery & { language: ShownLanguage },
): Promise<ListPage<AuditEntry>> {
  const { total, targets, moments } = await findEntries(db, appIds, page);
  const isShown = sql`(${auditLog.targetId}, ${auditLog.createdAt}) IN (
    SELECT * FROM unnest(${sql.param(targets)}::uuid[], ${sql.param(moments)}::timestamptz[]))`;
  return { items: await readEntries(db, isShown, page), total };
}
