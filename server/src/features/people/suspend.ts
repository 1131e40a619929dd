import type { suspendPerson as suspendRoute } from '@zapdeck/contract/accounts/people';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { message } from '@zapdeck/contract/wire/message';
import { and, eq } from 'drizzle-orm';
import type { HoldCause } from '@zapdeck/contract/moderation/hold-causes';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { users } from '../../db/schema/users.table.ts';
import { lockBudgets, waitForLocks } from '../../db/row-locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { endSessionsOf } from '../../accounts/session-changes.ts';
import { lockAdmin } from '../../accounts/locks.ts';
import { isSuspended } from '../../accounts/account-state.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { MAIL_DELAY_MS } from '../makers/undo-period.ts';
import { recordAction, recordActions, type Stamp } from '../audit-log/audit-log.ts';
import { hasVotes, startAccountTakeback } from '../takebacks/takebacks.ts';
import { type Editor, lockModerated } from './lock-person.ts';
import { peopleMails } from './people-mails.ts';
import { apps } from '../../db/schema/apps.table.ts';

/** Returns the number of apps. The caller locks the user. */
async function unpublishApps(tx: Db, personId: string, stamp: Stamp): Promise<number> {
  const cause: HoldCause = { code: 'suspension' };
  const isShown = and(eq(apps.submittedBy, personId), eq(apps.status, 'approved'));
  const shown = await tx
    .select({ id: apps.id })
    .from(apps)
    .where(isShown)
    .orderBy(apps.id)
    .for('no key update');
  await lockBudgets(
    tx,
    shown.map(({ id }) => id),
  );
  const taken = await tx
    .update(apps)
    .set({ status: 'pending', heldAt: stamp.now, reviewedAt: null, updatedAt: stamp.now })
    .where(isShown)
    .returning({ id: apps.id });
  await recordActions(
    tx,
    stamp,
    taken.map(({ id }) => ({
      action: 'app.held',
      appId: id,
      before: { status: 'approved', heldAt: null },
      after: { status: 'pending', heldAt: stamp.now.toISOString(), cause },
    })),
  );
  return taken.length;
}

interface SuspensionAct extends Editor {
  jobs: JobQueue;
  id: string;
}

interface Suspend extends SuspensionAct, BodyOf<typeof suspendRoute> {
  clock: () => Date;
}

/** Suspends a user. Reads the clock under the lock, so that `takesVotesBack` includes votes cast during the wait. */
export async function suspendPerson(
  db: Db,
  { jobs, id, moderatorId, role, clock, reason, takesAppsOut, takesVotesBack }: Suspend,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      await waitForLocks(tx);
      // Waits for running votes, and blocks new ones.
      const strength = takesVotesBack ? 'update' : 'no key update';
      const edited = await lockModerated(tx, { moderatorId, role }, id, strength);
      const now = clock();
      if (edited.id === moderatorId) throw new Refusal('own_account');
      if (edited.isGuest)
        throw new Refusal('invalid_input', { fields: { id: message('A guest has no account to suspend') } });
      if (isSuspended(edited)) throw new Refusal('already_suspended');
      if (takesVotesBack && moderatorId !== null) await lockAdmin(tx, { id: moderatorId, role });
      const stamp = { actorId: moderatorId, now };
      const appsTakenOut = takesAppsOut ? await unpublishApps(tx, edited.id, stamp) : 0;
      await tx
        .update(users)
        .set({ suspendedAt: now, suspendedReason: reason, suspendedBy: moderatorId, updatedAt: now })
        .where(eq(users.id, edited.id));
      await recordAction(tx, stamp, {
        action: 'user.suspended',
        targetId: edited.id,
        after: { reason, ...(takesAppsOut && { appsTakenOut }) },
      });
      await recordSecurityEvent(tx, { userId: edited.id, event: 'account_suspended', now });
      if (takesVotesBack && (await hasVotes(tx, [edited.id])))
        await startAccountTakeback(tx, { jobs, accountId: edited.id, adminId: moderatorId, now });
      const mail = { kind: 'suspended' as const, userId: edited.id, at: now.toISOString(), appsTakenOut };
      await jobs.enqueueAll(tx, peopleMails, [mail], { afterS: MAIL_DELAY_MS / 1_000 });
    });
  } catch (error) {
    if (isCheckViolation(error, 'users_last_admin'))
      throw new Refusal('last_admin', { message: message('The last admin cannot be suspended.') });
    throw error;
  }
}

/** Lifts a suspension, and mails users who know of it. Rejects with `user_not_found`, `not_suspended` or `forbidden`. */
export async function liftSuspension(
  db: Db,
  { jobs, id, moderatorId, role, now }: SuspensionAct & { now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const edited = await lockModerated(tx, { moderatorId, role }, id);
    const { suspendedAt, suspendedReason: reason } = edited;
    if (suspendedAt === null) throw new Refusal('not_suspended');
    await tx
      .update(users)
      .set({ suspendedAt: null, suspendedReason: null, suspendedBy: null, updatedAt: now })
      .where(eq(users.id, edited.id));
    await endSessionsOf(tx, edited.id);
    const stamp = { actorId: moderatorId, now };
    await recordAction(tx, stamp, { action: 'user.lifted', targetId: edited.id, before: { reason } });
    await recordSecurityEvent(tx, { userId: edited.id, event: 'suspension_lifted', now });
    if (now.getTime() - suspendedAt.getTime() >= MAIL_DELAY_MS)
      await jobs.enqueue(tx, peopleMails, { kind: 'lifted', userId: edited.id, at: now.toISOString() });
  });
}
