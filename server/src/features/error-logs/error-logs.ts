import type { ErrorReport } from '@zapdeck/contract/error-logs';
import { lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
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
