import type { ErrorLog, ErrorReport } from '@zapdeck/contract/error-logs';
import type { PageQuery } from '@zapdeck/contract/primitives';
import { count, desc, lte } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import type { Page } from '../../db/paging.ts';
import { errorLogs } from './error-logs.table.ts';

const KEPT_MS = 30 * 24 * 3_600_000;

/** Keeps what somebody's browser ran into; `userId` is null for visitors. */
export async function storeErrorReport(
  db: Db,
  report: ErrorReport,
  { userId, now }: { userId: string | null; now: Date },
): Promise<void> {
  await db.insert(errorLogs).values({ ...report, userId, createdAt: now });
}

/** Forgets reports older than thirty days. */
export async function purgeErrorReports(db: Db, now: Date): Promise<void> {
  await db.delete(errorLogs).where(lte(errorLogs.createdAt, new Date(now.getTime() - KEPT_MS)));
}

/** What browsers ran into, newest first. */
export async function listErrorLogs(db: Db, { limit, offset }: PageQuery): Promise<Page<ErrorLog>> {
  const rows = await db
    .select()
    .from(errorLogs)
    .orderBy(desc(errorLogs.createdAt), desc(errorLogs.id))
    .limit(limit)
    .offset(offset);
  const { total } = one(await db.select({ total: count() }).from(errorLogs));
  const items = rows.map((row) => ({
    ...row,
    additionalData: row.additionalData as ErrorLog['additionalData'],
    createdAt: row.createdAt.toISOString(),
  }));
  return { items, total };
}
