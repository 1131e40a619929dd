import type { AdminApp } from '@zapdeck/contract/apps/apps';
import type { AuditEntry } from '@zapdeck/contract/instance/audit-log';
import {
  HISTORY_APPS_MAX,
  type PersonReport,
  type personApps as personAppsRoute,
  type personHistory as personHistoryRoute,
  type personReports as personReportsRoute,
} from '@zapdeck/contract/accounts/people';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { and, count, desc, eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import type { ListPage } from '../../db/paging.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { reports } from '../../db/schema/reports.table.ts';
import { personColumns, users } from '../../db/schema/users.table.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from '../listings/present/present-app.ts';
import { listActionsOnApps, listActions, type AuditReader } from '../audit-log/audit-log.ts';

export async function listPersonApps(
  db: Db,
  personId: string,
  viewer: Viewer,
  { status, limit, offset }: QueryOf<typeof personAppsRoute>,
): Promise<ListPage<AdminApp>> {
  const isTheirs = and(
    eq(apps.submittedBy, personId),
    status === 'all' ? undefined : eq(apps.status, status),
  );
  const rows = await selectApps(db)
    .where(isTheirs)
    .orderBy(desc(apps.createdAt), desc(apps.id))
    .limit(limit)
    .offset(offset);
  const total = await db.$count(apps, isTheirs);
  const shown = await withVotes(db, viewer, rows);
  return { items: shown.map((row) => presentAdminApp(row, viewer)), total };
}

export async function listPersonReports(
  db: Db,
  personId: string,
  { side, limit, offset }: QueryOf<typeof personReportsRoute>,
): Promise<ListPage<PersonReport>> {
  const isTheirs = side === 'made' ? eq(reports.reportedBy, personId) : eq(apps.submittedBy, personId);
  const rows = await db
    .select({
      report: reports,
      appTitle: apps.title,
      reporter: personColumns,
    })
    .from(reports)
    .innerJoin(apps, eq(apps.id, reports.appId))
    .innerJoin(users, eq(users.id, reports.reportedBy))
    .where(isTheirs)
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit)
    .offset(offset);
  const { total } = one(
    await db
      .select({ total: count() })
      .from(reports)
      .innerJoin(apps, eq(apps.id, reports.appId))
      .where(isTheirs),
  );
  const items = rows.map(
    ({ report: { id, appId, kind, reason, status, createdAt }, appTitle, reporter }) => ({
      id,
      appId,
      kind,
      reason,
      status,
      createdAt: createdAt.toISOString(),
      appTitle,
      reporter,
    }),
  );
  return { items, total };
}

/** Lists actions on a user, or on the newest HISTORY_APPS_MAX of their apps. */
export async function listPersonHistory(
  db: Db,
  personId: string,
  { about, ...page }: QueryOf<typeof personHistoryRoute> & AuditReader,
): Promise<ListPage<AuditEntry>> {
  if (about === 'person') return listActions(db, { target: personId, ...page });
  const newest = db
    .select({ id: apps.id })
    .from(apps)
    .where(eq(apps.submittedBy, personId))
    .orderBy(desc(apps.createdAt))
    .limit(HISTORY_APPS_MAX);
  return listActionsOnApps(db, newest, page);
}
