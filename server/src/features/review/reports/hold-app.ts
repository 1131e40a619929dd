import type { HoldCheck } from '@zapdeck/contract/moderation/reported-apps';
import { and, eq } from 'drizzle-orm';
import { holdLock } from '../../../db/advisory-locks.ts';
import type { Db } from '../../../db/client.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { automaticHolds } from '../../../db/schema/automatic-holds.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import { isMailedAdmin } from '../../../mail/send-mail.ts';
import { appMails } from '../../makers/app-mails.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { moderationKind } from '../../settings/kinds.ts';
import { readValues } from '../../settings/settings.ts';
import { checkHolds, readRecentHolds } from './hold-check.ts';
import { holdLimitMails } from './hold-limit-mails.ts';

async function checkHold(tx: Db, appId: string, now: Date): Promise<HoldCheck | undefined> {
  const columns = { id: apps.id, url: apps.url, upvotes: apps.upvotes, heldAt: apps.heldAt };
  const rows = await tx.select(columns).from(apps).where(eq(apps.id, appId));
  return (await checkHolds(tx, rows, now)).get(appId);
}

/** Mails admins at most once an hour when holds reach the limit. */
async function countHold(tx: Db, jobs: JobQueue, now: Date): Promise<void> {
  const recent = await readRecentHolds(tx, now);
  const { holdsPerHour } = await readValues(tx, moderationKind);
  const hasReachedLimit =
    recent.length + 1 >= holdsPerHour && !recent.some((earlier) => earlier.hasReachedLimit);
  await tx.insert(automaticHolds).values({ hasReachedLimit, createdAt: now });
  if (!hasReachedLimit) return;
  const admins = await tx.select({ userId: users.id }).from(users).where(isMailedAdmin);
  await jobs.enqueueAll(
    tx,
    holdLimitMails,
    admins.map(({ userId }) => ({ userId, holdsPerHour })),
  );
}

/** Holds the app if enough members have reported it. The caller locks the app, so that no concurrent report is missed. */
export async function holdIfReported(tx: Db, jobs: JobQueue, appId: string, now: Date): Promise<void> {
  if ((await checkHold(tx, appId, now))?.verdict !== 'enough') return;
  // Checked again under a lock that all holds share: reports of other apps affect who counts, and the hourly limit.
  await holdLock(tx, 'holding');
  const check = await checkHold(tx, appId, now);
  if (check?.verdict !== 'enough') return;
  await tx
    .update(apps)
    .set({ status: 'pending', heldAt: now, reviewedAt: null, updatedAt: now })
    .where(eq(apps.id, appId));
  const openReports = await tx.$count(reports, and(eq(reports.appId, appId), eq(reports.status, 'pending')));
  const heldAt = now.toISOString();
  const reporters = check.independent;
  await recordAction(
    tx,
    { actorId: null, now },
    {
      action: 'app.held',
      appId,
      before: { status: 'approved', heldAt: null },
      after: { status: 'pending', heldAt, openReports, reporters },
    },
  );
  await jobs.enqueue(tx, appMails, { kind: 'held', appId, heldAt, reporters });
  await countHold(tx, jobs, now);
}
