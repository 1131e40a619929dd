import type { Report } from '@zapdeck/contract/reports';
import { sql } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';

interface NewReport {
  appId: string;
  reason: string;
  reportedBy: string;
  now: Date;
}

/** Stores a report of an approved app; refuses with `app_not_found` for any other. */
export async function createReport(db: Db, { appId, reason, reportedBy, now }: NewReport): Promise<Report> {
  const id = newId();
  const stored = await db.execute(sql`
    INSERT INTO reports (id, app_id, reported_by, reason, created_at)
    SELECT ${id}, id, ${reportedBy}, ${reason}, ${now} FROM apps WHERE id = ${appId} AND status = 'approved'`);
  if (stored.rowCount === 0) throw new Refusal('app_not_found');
  return { id, appId, reason, status: 'pending', createdAt: now.toISOString() };
}
