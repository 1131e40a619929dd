import { randomUUID } from 'node:crypto';
import type {
  AdminReport,
  adminReports,
  Report,
  ReportKind,
  ReportStatus,
} from '@zapdeck/contract/moderation/reports';
import type { QueryOf } from '@zapdeck/contract/wire/route';
import { desc, eq, inArray, max } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { ListPage } from '../../../db/paging.ts';
import { lockModerator } from '../../../accounts/locks.ts';
import { Refusal } from '../../../http/refusal.ts';
import { isSuspended } from '../../../accounts/account-state.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { type AdminStamp, differences, recordAction } from '../../audit-log/audit-log.ts';
import { personColumns, users } from '../../../db/schema/users.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { holdIfReported } from './hold-app.ts';
import { hashNetwork } from './network-hash.ts';

interface NewReport {
  jobs: JobQueue;
  appId: string;
  kind?: ReportKind | null | undefined;
  reason: string;
  reportedBy: string;
  /** Only a keyed hash of its network is stored. */
  address: string | undefined;
  clock: () => Date;
}

/** Times of the newest report and the last decision, in milliseconds. */
export async function readReportTimes(db: Db, appId: string): Promise<{ filed: number; decided: number }> {
  const times = await db
    .select({ filed: max(reports.createdAt), decided: max(reports.decidedAt) })
    .from(reports)
    .where(eq(reports.appId, appId));
  const { filed, decided } = one(times);
  return { filed: filed?.getTime() ?? 0, decided: decided?.getTime() ?? 0 };
}

/** Stores a report. Rejects with `app_not_found`, or `unauthorized` if the member was deleted or suspended. */
export async function createReport(
  db: Db,
  { jobs, appId, kind = null, reason, reportedBy, address, clock }: NewReport,
): Promise<Report> {
  // The first characters must differ, because people use them to tell reports apart. In other ids they are the time.
  const id = randomUUID();
  const createdAt = await inTransaction(db, async (tx) => {
    const network = await hashNetwork(tx, address);
    // Lock order: users before apps.
    const [reporter] = await tx
      .select({ suspendedAt: users.suspendedAt })
      .from(users)
      .where(eq(users.id, reportedBy))
      .for('key share');
    if (!reporter || isSuspended(reporter)) throw new Refusal('unauthorized');
    const [app] = await tx
      .select({ status: apps.status, updatedAt: apps.updatedAt })
      .from(apps)
      .where(eq(apps.id, appId))
      .for('no key update');
    if (app?.status !== 'approved') throw new Refusal('app_not_found');
    // Later than anything that a moderator can have seen, so that no decision includes this report by mistake.
    const { filed, decided } = await readReportTimes(tx, appId);
    const now = clock();
    const lastChange = Math.max(app.updatedAt.getTime(), filed, decided);
    const later = new Date(Math.max(now.getTime(), lastChange + 1));
    await tx.insert(reports).values({ id, appId, reportedBy, kind, reason, network, createdAt: later });
    await holdIfReported(tx, jobs, appId, now);
    return later;
  });
  return { id, appId, kind, reason, status: 'pending', createdAt: createdAt.toISOString() };
}

export function selectReports(db: Db) {
  return db
    .select({
      report: reports,
      app: { title: apps.title, url: apps.url, status: apps.status, frameStatus: apps.frameStatus },
      reporter: personColumns,
    })
    .from(reports)
    .innerJoin(apps, eq(apps.id, reports.appId))
    .innerJoin(users, eq(users.id, reports.reportedBy));
}

type ReportRow = Awaited<ReturnType<typeof selectReports>>[number];

export function presentReport({ report, app, reporter }: ReportRow): AdminReport {
  const { id, appId, kind, reason, status } = report;
  return { id, appId, kind, reason, status, createdAt: report.createdAt.toISOString(), app, reporter };
}

export async function listReports(
  db: Db,
  { status, limit, offset }: QueryOf<typeof adminReports>,
): Promise<ListPage<AdminReport>> {
  const condition = status === 'all' ? undefined : eq(reports.status, status);
  const rows = await selectReports(db)
    .where(condition)
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(limit)
    .offset(offset);
  return { items: rows.map(presentReport), total: await db.$count(reports, condition) };
}

export async function reviewReport(
  db: Db,
  { id, status }: { id: string; status: ReportStatus },
  stamp: AdminStamp,
): Promise<AdminReport> {
  return inTransaction(db, async (tx) => {
    await lockModerator(tx, { id: stamp.actorId });
    // Lock order: the app before its reports.
    const reported = tx.select({ id: reports.appId }).from(reports).where(eq(reports.id, id));
    await tx.select({ id: apps.id }).from(apps).where(inArray(apps.id, reported)).for('no key update');
    const [before] = await tx
      .select({ status: reports.status, appId: reports.appId })
      .from(reports)
      .where(eq(reports.id, id))
      .for('no key update');
    if (!before) throw new Refusal('report_not_found');
    const changed = differences(before, { status });
    if (changed) {
      await tx
        .update(reports)
        .set({ status, decidedAt: status === 'pending' ? null : stamp.now, batchId: null })
        .where(eq(reports.id, id));
      await recordAction(tx, stamp, {
        action: 'report.reviewed',
        targetId: id,
        appId: before.appId,
        ...changed,
      });
    }
    return presentReport(one(await selectReports(tx).where(eq(reports.id, id))));
  });
}
