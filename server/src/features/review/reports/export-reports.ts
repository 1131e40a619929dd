import type { reportedAppsCsv, reportsCsv } from '@zapdeck/contract/wire/csv-exports';
import type { ReportedApp } from '@zapdeck/contract/moderation/reported-apps';
import type { AdminReport } from '@zapdeck/contract/moderation/reports';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { batchesBehind, inBatches } from '../../../db/paging.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { type CsvColumns, fieldColumns } from '../../../http/send-csv.ts';
import { adminAppColumns } from '../../listings/files/export-apps.ts';
import type { Viewer } from '../../listings/present/present-app.ts';
import { type ReportGroup, presentGroups, readGroupsBehind } from './reported-apps.ts';
import { presentReport, selectReports } from './reports.ts';

export const reportColumns: CsvColumns<AdminReport> = {
  ...fieldColumns('id', 'status', 'kind', 'reason', 'appId'),
  appTitle: ({ app }) => app.title,
  appUrl: ({ app }) => app.url,
  appStatus: ({ app }) => app.status,
  reporterId: ({ reporter }) => reporter.id,
  reporterName: ({ reporter }) => reporter.firstName,
  reporterEmail: ({ reporter }) => reporter.email,
  ...fieldColumns('createdAt'),
};

export const exportReports = (db: Db, { status }: QueryOf<typeof reportsCsv>) =>
  inBatches({
    select: selectReports,
    table: reports,
    condition: status === 'all' ? undefined : eq(reports.status, status),
    db,
    placeOf: ({ report }) => report,
    present: (rows) => rows.map(presentReport),
  });

export const reportedAppColumns: CsvColumns<ReportedApp> = {
  ...adminAppColumns(({ app }: ReportedApp) => app),
  ...fieldColumns('openReports', 'openReporters', 'allReports'),
  independentReporters: ({ hold }) => hold.independent,
  holdVerdict: ({ hold }) => hold.verdict,
  latestReportAt: ({ latestReportAt }) => latestReportAt,
  latestReasons: ({ latest }) => latest.map(({ kind, reason }) => reason || (kind ?? '')),
};

export async function* exportReportedApps(
  db: Db,
  viewer: Viewer,
  { status }: QueryOf<typeof reportedAppsCsv>,
  now: Date,
): AsyncGenerator<ReportedApp[]> {
  const batches = batchesBehind((last: ReportGroup | undefined, limit) =>
    readGroupsBehind(db, status, { ...last }, limit),
  );
  for await (const groups of batches) yield await presentGroups(db, viewer, groups, now);
}
