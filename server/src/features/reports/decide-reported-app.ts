import type { decideReportedApp as decideRoute } from '@zapdeck/contract/reported-apps';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/route';
import { and, eq, max } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { type AppRow, apps } from '../../db/schema/apps.table.ts';
import { reports } from '../../db/schema/reports.table.ts';
import type { Moderator } from '../../http/lock-admin.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { closeReports } from '../apps/moderation/close-reports.ts';
import { lockAdminAndMakers } from '../apps/moderation/lock-makers.ts';
import { decideApps, requireAsSeen } from '../apps/moderation/decisions.ts';

type Form = BodyOf<typeof decideRoute>;

interface Asked extends Form {
  jobs: JobQueue;
  appId: string;
  moderator: Moderator;
  now: Date;
}

/** Refuses with `already_decided` an app that was changed, or of which a report came or was closed, since it was seen. */
async function requireGroupAsSeen(tx: Db, app: AppRow, seenAt: string | undefined): Promise<void> {
  if (seenAt === undefined) return;
  const seen = Date.parse(seenAt);
  if (app.updatedAt.getTime() > seen) await requireAsSeen(tx, app, seenAt);
  const { latest, closed } = one(
    await tx
      .select({ latest: max(reports.createdAt), closed: max(reports.decidedAt) })
      .from(reports)
      .where(eq(reports.appId, app.id)),
  );
  if ((closed?.getTime() ?? 0) > seen)
    throw new Refusal('already_decided', {
      message: 'Somebody else has decided on these reports meanwhile.',
    });
  if ((latest?.getTime() ?? 0) > seen)
    throw new Refusal('already_decided', {
      message: 'Another report has come in meanwhile: please look at it.',
    });
}

/**
 * Closes all open reports of an app with one decision: dismissing brings back what was held, unless its maker is
 * suspended, taking down rejects it.
 * Writes down what it did, and has everybody told when the time to undo is over. Refuses with `app_not_found`,
 * `already_decided` and `forbidden`.
 */
export async function decideReportedApp(
  db: Db,
  { jobs, appId, decision, takeDown, updatedAt, moderator, now }: Asked,
): Promise<ResponseOf<typeof decideRoute>> {
  return db.transaction(async (tx) => {
    const ofSuspended = await lockAdminAndMakers(tx, moderator, [appId]);
    const [app] = await tx.select().from(apps).where(eq(apps.id, appId)).for('no key update');
    if (!app) throw new Refusal('app_not_found');
    await requireGroupAsSeen(tx, app, updatedAt);
    const isOpen = and(eq(reports.appId, appId), eq(reports.status, 'pending'));
    const open = await tx.$count(reports, isOpen);
    const decide = async (appStatus: 'approved' | 'rejected', reason: string | null) => {
      const decided = { jobs, ids: [appId], decision: appStatus, reason, seen: {}, moderator, now };
      return { batchId: (await decideApps(tx, decided)).batchId, closed: open, appStatus };
    };
    if (takeDown && app.status !== 'rejected') return decide('rejected', takeDown.reason ?? null);
    const isBack = app.heldAt !== null && !ofSuspended.has(app.id);
    if (decision === 'dismissed' && isBack) return decide('approved', null);
    const unchanged = { batchId: null, closed: 0, appStatus: app.status };
    if (open === 0) return unchanged;
    const batchId = newId();
    await closeReports(tx, jobs, { appIds: [appId], decision, batchId, now });
    await recordAction(
      tx,
      { actorId: moderator.id, now },
      {
        action: 'app.reports_closed',
        targetId: appId,
        batchId,
        before: { openReports: open },
        after: { openReports: 0, reports: decision },
      },
    );
    return { ...unchanged, batchId, closed: open };
  });
}
