import { type AdminAppPage, OPEN_REPORTS_MAX } from '@zapdeck/contract/apps/admin-app';
import { and, count, desc, eq, isNull } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { appNotes } from '../../../db/schema/app-notes.table.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { viewBudgets } from '../../../db/schema/first-views.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { personColumns, users } from '../../../db/schema/users.table.ts';
import { Refusal } from '../../../http/refusal.ts';
import { readNearDuplicates } from '../queue/near-duplicates.ts';
import { presentPending } from '../queue/pending-list.ts';
import { readPlace } from '../../listings/numbers/read-place.ts';
import { selectApps, type Viewer, withVotes } from '../../listings/present/present-app.ts';

async function readOpenReports(db: Db, appId: string): Promise<AdminAppPage['reports']> {
  const rows = await db
    .select({
      report: reports,
      reporter: personColumns,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.reportedBy))
    .where(and(eq(reports.appId, appId), eq(reports.status, 'pending')))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(OPEN_REPORTS_MAX);
  return rows.map(({ report: { id, kind, reason, status, createdAt }, reporter }) => ({
    id,
    kind,
    reason,
    status,
    reporter,
    createdAt: createdAt.toISOString(),
  }));
}

export async function readBelongings(db: Db, appId: string): Promise<AdminAppPage['belongings']> {
  const [ofReports, ofNotes] = await Promise.all([
    db.select({ rows: count() }).from(reports).where(eq(reports.appId, appId)),
    db.select({ rows: count() }).from(appNotes).where(eq(appNotes.appId, appId)),
  ]);
  return { reports: one(ofReports).rows, notes: one(ofNotes).rows };
}

async function readOpenBudget(db: Db, appId: string): Promise<AdminAppPage['firstViews']> {
  const rows = await db
    .select({ views: viewBudgets.views, wanted: viewBudgets.wanted })
    .from(viewBudgets)
    .where(and(eq(viewBudgets.appId, appId), isNull(viewBudgets.finishedAt)));
  return rows[0] ?? null;
}

export async function readAdminAppPage(db: Db, viewer: Viewer, id: string): Promise<AdminAppPage> {
  const rows = await selectApps(db).where(eq(apps.id, id));
  if (rows.length === 0) throw new Refusal('app_not_found');
  const [shown, open, near, belongings, all, category, firstViews] = await Promise.all([
    withVotes(db, viewer, rows).then((voted) => presentPending(db, viewer, voted)),
    readOpenReports(db, id),
    readNearDuplicates(db, [id]),
    readBelongings(db, id),
    readPlace(db, id, 'all'),
    readPlace(db, id, 'category'),
    readOpenBudget(db, id),
  ]);
  return {
    ...one(shown),
    reports: open,
    near: near.get(id) ?? [],
    belongings,
    place: all && category && { all, category },
    firstViews,
  };
}
