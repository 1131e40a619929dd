import type { deleteApp as deleteAppRoute } from '@zapdeck/contract/admin-app';
import type { BodyOf, ResponseOf } from '@zapdeck/contract/route';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { lockAdminPatiently, type Moderator } from '../../../http/lock-admin.ts';
import { Refusal } from '../../../http/refusal.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { dropPicture } from '../../pictures/pictures.ts';
import { readBelongings } from './admin-app-page.ts';
import { WORK_TIMEOUT_MS } from '../catalogue-work.ts';
import { correctionMails } from '../mails/correction-mails.ts';
import { requireAsSeen } from './decisions.ts';

interface Deletion extends BodyOf<typeof deleteAppRoute> {
  jobs: JobQueue;
  id: string;
  moderator: Moderator;
  now: Date;
}

/**
 * Deletes an app and, by their foreign keys, all rows about it; the triggers of apps count it out and end the frontiers
 * that may name it. Writes down what it was and has its submitter told, and whose reports of it were open. Refuses an unknown id with `app_not_found`, one
 * that is not as it was seen with `already_decided`, who is no admin any more with `forbidden`.
 */
export async function deleteApp(
  db: Db,
  { jobs, id, reason, updatedAt, moderator, now }: Deletion,
): Promise<ResponseOf<typeof deleteAppRoute>> {
  return db.transaction(async (tx) => {
    await lockAdminPatiently(tx, moderator);
    // What a million people met has a million rows.
    await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${WORK_TIMEOUT_MS}`));
    const [app] = await tx.select().from(apps).where(eq(apps.id, id)).for('update');
    if (!app) throw new Refusal('app_not_found');
    await requireAsSeen(tx, app, updatedAt);
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
