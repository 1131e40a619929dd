import type { AdminApp, AppStatus, editApp } from '@zapdeck/contract/apps';
import type { BodyOf } from '@zapdeck/contract/route';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { type Stamp, differences, recordAction } from '../audit-log/audit-log.ts';
import { type AppRow, apps } from '../../db/schema/apps.table.ts';
import { presentAdminApp, selectApps, type Viewer, withVotes } from './present-app.ts';
import { tellSubmitters } from './app-mails.ts';
import { approveAsTheyAre } from './changes/baseline.ts';
import { closeReports } from './close-reports.ts';
import { holdAdmin, reportsAfter, requireAsSeen } from './decisions.ts';

type Edit = BodyOf<typeof editApp>;

/** A new verdict has a new time; an app that waits again has none. */
function reviewTime(
  before: AppStatus,
  after: AppStatus | undefined,
  now: Date,
): { reviewedAt?: Date | null } {
  if (after === undefined || after === before) return {};
  return { reviewedAt: after === 'pending' ? null : now };
}

/** What is changed, as it is stored; a new verdict takes the reason of the one before away. */
function valuesOf(before: AppStatus, { timeSpent, status, reason }: Edit): Partial<AppRow> {
  const given = status === 'pending' ? null : reason;
  const reviewReason = given === undefined && status !== before ? null : given;
  return {
    ...(timeSpent === undefined ? {} : { timeSpent }),
    ...(status === undefined ? {} : { status }),
    ...(status === undefined || reviewReason === undefined
      ? {}
      : { reviewReason: reviewReason?.trim() || null }),
  };
}

interface Change {
  jobs: JobQueue;
  id: string;
  edit: Edit;
  viewer: Viewer;
  now: Date;
}

/**
 * Changes an app, writes down what changed, tells the submitter of a new verdict and closes what was reported; what is as
 * it was before leaves no trace. Refuses an unknown id with `app_not_found`, one that is not as it was seen with `already_decided`.
 */
export async function changeApp(db: Db, { jobs, id, edit, viewer, now }: Change): Promise<AdminApp> {
  return db.transaction(async (tx) => {
    await holdAdmin(tx, viewer);
    const [before] = await tx.select().from(apps).where(eq(apps.id, id)).for('no key update');
    if (!before) throw new Refusal('app_not_found');
    await requireAsSeen(tx, before, edit.updatedAt);
    const values = valuesOf(before.status, edit);
    const decision = edit.status === before.status || edit.status === 'pending' ? undefined : edit.status;
    const changed = differences(before, { ...values, ...(decision && before.heldAt && { heldAt: null }) });
    if (changed) {
      await tx
        .update(apps)
        .set({ ...values, ...reviewTime(before.status, edit.status, now), updatedAt: now })
        .where(eq(apps.id, id));
      if (edit.status === 'approved' && before.status !== 'approved') await approveAsTheyAre(tx, [id], now);
      const stamp: Stamp = { actorId: viewer.id, now };
      const closed = decision
        ? await closeReports(tx, jobs, {
            appIds: [id],
            decision: reportsAfter[decision],
            batchId: null,
            now,
          })
        : undefined;
      const openReports = closed?.get(id);
      await recordAction(tx, stamp, {
        action: 'app.edited',
        targetId: id,
        before: { ...changed.before, ...(openReports && { openReports }) },
        after: { ...changed.after, ...(openReports && { openReports: 0 }) },
      });
      await tellSubmitters(tx, jobs, [
        {
          appId: id,
          before: before.status,
          after: edit.status ?? before.status,
          reason: values.reviewReason ?? null,
          wasHeld: before.heldAt !== null,
          now,
        },
      ]);
    }
    return readAdminApp(tx, id, viewer);
  });
}

/** The app as admins see it, which is known to be there. */
export async function readAdminApp(db: Db, id: string, viewer: Viewer): Promise<AdminApp> {
  const rows = await withVotes(db, viewer, await selectApps(db).where(eq(apps.id, id)));
  return presentAdminApp(one(rows), viewer);
}
