import type { decideReportedApp as decideRoute } from '@zapdeck/contract/moderation/reported-apps';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import { message } from '@zapdeck/contract/wire/message';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { newId } from '../../../db/columns.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { decisions } from '../../../db/schema/decisions.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import type { Moderator } from '../../../accounts/locks.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { closeReports } from '../decisions/close-reports.ts';
import { readReportTimes } from './reports.ts';
import { lockModeratorAndMakers } from '../decisions/lock-makers.ts';
import { requireAsSeen } from '../decisions/already-decided.ts';
import { storeBatch } from '../decisions/batches.ts';
import { decideApps } from '../decisions/decisions.ts';

type Form = BodyOf<typeof decideRoute>;

interface ReportedAppDecision extends Form {
  jobs: JobQueue;
  appId: string;
  moderator: Moderator;
  now: Date;
  clock: () => Date;
}

interface SeenGroup {
  seenAt: string | undefined;
  filedAtArrival: number;
}

async function requireGroupAsSeen(tx: Db, app: AppRow, { seenAt, filedAtArrival }: SeenGroup): Promise<void> {
  const { filed, decided } = await readReportTimes(tx, app.id);
  const seen = seenAt === undefined ? undefined : Date.parse(seenAt);
  if (seen !== undefined) {
    if (app.updatedAt.getTime() > seen) await requireAsSeen(tx, app, seenAt);
    if (decided > seen)
      throw new Refusal('already_decided', {
        message: message('Someone else has already decided on these reports.'),
      });
  }
  if (filed > (seen ?? filedAtArrival))
    throw new Refusal('already_decided', {
      message: message('Another report has arrived. Please review it first.'),
    });
}

/** Decides on reports. Dismissing them restores a held app unless its maker is suspended. Rejects with `already_decided`. */
export async function decideReportedApp(
  db: Db,
  { jobs, appId, decision, takeDown, updatedAt, moderator, now, clock }: ReportedAppDecision,
): Promise<ResponseOf<typeof decideRoute>> {
  return inTransaction(db, async (tx) => {
    const { filed: filedAtArrival } = await readReportTimes(tx, appId);
    const ofSuspended = await lockModeratorAndMakers(tx, moderator, [appId]);
    const [app] = await tx.select().from(apps).where(eq(apps.id, appId)).for('no key update');
    if (!app) throw new Refusal('app_not_found');
    await requireGroupAsSeen(tx, app, { seenAt: updatedAt, filedAtArrival });
    const isOpen = and(eq(reports.appId, appId), eq(reports.status, 'pending'));
    const open = await tx.$count(reports, isOpen);
    const decide = async (appStatus: 'approved' | 'rejected', reason: string | null) => {
      const decided = { jobs, ids: [appId], decision: appStatus, reason, seen: {}, moderator, now, clock };
      return { batchId: (await decideApps(tx, decided)).batchId, closed: open, appStatus };
    };
    if (takeDown && app.status !== 'rejected') return decide('rejected', takeDown.reason ?? null);
    const isBack = app.heldAt !== null && !ofSuspended.has(app.id);
    if (decision === 'dismissed' && isBack) return decide('approved', null);
    const unchanged = { batchId: null, closed: 0, appStatus: app.status };
    if (open === 0) return unchanged;
    const batchId = newId();
    await closeReports(tx, jobs, { appIds: [appId], decision, batchId, now });
    await tx.insert(decisions).values({ appId, moderatorId: moderator.id, batchId, createdAt: now });
    await storeBatch(tx, { id: batchId, moderatorId: moderator.id, storedAt: clock() });
    await recordAction(
      tx,
      { actorId: moderator.id, now },
      {
        action: 'app.reports_closed',
        appId,
        before: { openReports: open },
        after: { openReports: 0, reports: decision },
      },
    );
    return { ...unchanged, batchId, closed: open };
  });
}
