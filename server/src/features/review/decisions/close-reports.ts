import type { ReportDecision } from '@zapdeck/contract/moderation/reported-apps';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { MAIL_DELAY_MS } from '../../makers/undo-period.ts';
import { reportMails } from './report-mails.ts';

interface Closing {
  appIds: readonly string[];
  decision: ReportDecision;
  /** An undo of this batch opens the reports again. Null if the decision cannot be undone. */
  batchId: string | null;
  now: Date;
}

/** Closes open reports and mails their reporters. Returns the number of reports by app. The caller locks the apps. */
export async function closeReports(
  tx: Db,
  jobs: JobQueue,
  { appIds, decision, batchId, now }: Closing,
): Promise<Map<string, number>> {
  if (appIds.length === 0) return new Map();
  const closed = await tx
    .update(reports)
    .set({ status: decision, decidedAt: now, batchId })
    .where(and(isOneOf(reports.appId, appIds), eq(reports.status, 'pending')))
    .returning({ id: reports.id, appId: reports.appId, userId: reports.reportedBy });
  const perApp = new Map<string, number>();
  for (const { appId } of closed) perApp.set(appId, (perApp.get(appId) ?? 0) + 1);
  const once = new Map(closed.map((report) => [`${report.appId} ${report.userId}`, report]));
  await jobs.enqueueAll(
    tx,
    reportMails,
    [...once.values()].map(({ id, appId, userId }) => ({
      reportId: id,
      appId,
      userId,
      batchId,
      decidedAt: now.toISOString(),
    })),
    { afterS: MAIL_DELAY_MS / 1_000 },
  );
  return perApp;
}
