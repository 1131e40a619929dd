import type { deleteApp as deleteAppRoute } from '@zapdeck/contract/apps/admin-app';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/wire/route';
import { and, eq, sql } from 'drizzle-orm';
import { type Db, WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { deleteViews, hasManyViewers } from '../../../db/delete-batches.ts';
import { lockSeen } from '../../../db/row-locks.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { seenApps } from '../../../db/schema/interactions.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { lockAdminPatiently, type Moderator } from '../../../accounts/locks.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal, throwIfStopping } from '../../../http/refusal.ts';
import { differences, recordAction } from '../../audit-log/audit-log.ts';
import { dropPicture } from '../../pictures/pictures.ts';
import { readBelongings } from './admin-app-page.ts';
import { correctionMails } from './correction-mails.ts';
import { requireAsSeen } from '../decisions/already-decided.ts';

interface AppDeletion extends BodyOf<typeof deleteAppRoute> {
  node: Pick<Deps, 'jobs' | 'isStopping'>;
  id: string;
  moderator: Moderator;
  now: Date;
}

async function lockAsSeen(tx: Db, { id, updatedAt, moderator }: AppDeletion): Promise<AppRow> {
  await lockAdminPatiently(tx, moderator);
  const [app] = await tx.select().from(apps).where(eq(apps.id, id)).for('update');
  if (!app) throw new Refusal('app_not_found');
  await requireAsSeen(tx, app, updatedAt);
  return app;
}

/** Takes the app out of the feed and returns its new `updatedAt`. */
async function rejectApproved(db: Db, deletion: AppDeletion): Promise<string> {
  const { id, reason, updatedAt, moderator, now } = deletion;
  return inTransaction(db, async (tx) => {
    const app = await lockAsSeen(tx, deletion);
    if (app.status !== 'approved') return updatedAt;
    const decided = { status: 'rejected' as const, reviewReason: reason?.trim() || null, reviewedAt: now };
    await tx
      .update(apps)
      .set({ ...decided, updatedAt: now })
      .where(eq(apps.id, id));
    const entry = { action: 'app.reviewed' as const, appId: id, ...differences(app, decided) };
    await recordAction(tx, { actorId: moderator.id, now }, entry);
    return now.toISOString();
  });
}

/** Deletes an app. An app with very many views is first rejected, and stays so if deleting its views fails. */
export async function deleteApp(db: Db, deletion: AppDeletion): Promise<ResponseOf<typeof deleteAppRoute>> {
  const { node, id } = deletion;
  if (!(await hasManyViewers(db, id))) return deleteAtOnce(db, deletion);
  const updatedAt = await rejectApproved(db, deletion);
  await deleteViews(db, id, () => throwIfStopping(node));
  return deleteAtOnce(db, { ...deletion, updatedAt });
}

async function deleteAtOnce(db: Db, deletion: AppDeletion): Promise<ResponseOf<typeof deleteAppRoute>> {
  const { node, id, reason, moderator, now } = deletion;
  const { jobs } = node;
  return inTransaction(db, async (tx) => {
    await lockAdminPatiently(tx, moderator);
    // Lock order: views before the app, as in the deletion of an account.
    await lockSeen(tx, eq(seenApps.appId, id));
    const app = await lockAsSeen(tx, deletion);
    await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${WORK_TIMEOUT_MS}`));
    const gone = { votes: app.upvotes + app.downvotes, ...(await readBelongings(tx, id)) };
    const given = reason?.trim() || null;
    const isOpen = and(eq(reports.appId, id), eq(reports.status, 'pending'));
    const reporters = await tx.selectDistinct({ userId: reports.reportedBy }).from(reports).where(isOpen);
    await tx.delete(apps).where(eq(apps.id, id));
    if (app.picture !== null) await dropPicture(tx, app.picture);
    const { title, url, status, submittedBy, views } = app;
    await recordAction(
      tx,
      { actorId: moderator.id, now },
      {
        action: 'app.deleted',
        targetId: id,
        before: { title, url, status, submittedBy, views, ...gone },
        after: { reason: given },
      },
    );
    if (submittedBy !== null)
      await jobs.enqueue(tx, correctionMails, { kind: 'deleted', userId: submittedBy, title, reason: given });
    const told = reporters.map(({ userId }) => ({ kind: 'reported' as const, appId: id, userId, title }));
    await jobs.enqueueAll(tx, correctionMails, told);
    return gone;
  });
}
