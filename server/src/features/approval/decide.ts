import type {
  ApplicationDecision,
  decideApplication as decideRoute,
} from '@zapdeck/contract/accounts/applications';
import { filled } from '@zapdeck/contract/wire/message';
import type { BodyOf } from '@zapdeck/contract/wire/route';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { applications } from '../../db/schema/applications.table.ts';
import { personColumns, type UserRow, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { publicName } from '../../accounts/person-name.ts';
import { Refusal } from '../../http/refusal.ts';
import { isSuspended } from '../../accounts/account-state.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { type AdminStamp, recordAction } from '../audit-log/audit-log.ts';
import { MAIL_DELAY_MS } from '../makers/undo-period.ts';
import { lockEditorAndUser } from '../users/admin-users.ts';
import { decisionMails } from './decision-mails.ts';

type ApplicationRow = typeof applications.$inferSelect;

async function readApplication(tx: Db, userId: string): Promise<ApplicationRow | undefined> {
  const [found] = await tx.select().from(applications).where(eq(applications.userId, userId));
  return found;
}

function decisionOn({
  mustBeApproved,
  approvedAt,
  refusedAt,
}: UserRow): { decision: ApplicationDecision; at: Date } | null {
  if (!mustBeApproved) return null;
  if (approvedAt !== null) return { decision: 'approved', at: approvedAt };
  return refusedAt === null ? null : { decision: 'refused', at: refusedAt };
}

async function alreadyDecided(
  tx: Db,
  decision: ApplicationDecision,
  decidedBy: string | null,
): Promise<Refusal> {
  const [by] =
    decidedBy === null ? [] : await tx.select(personColumns).from(users).where(eq(users.id, decidedBy));
  const who = (by && publicName(by)) ?? filled('Another admin');
  const text =
    decision === 'approved'
      ? filled('{who} has already approved this account.', { who })
      : filled('{who} has already refused this account.', { who });
  return new Refusal('already_decided', { message: text });
}

interface DecidedApplication extends BodyOf<typeof decideRoute> {
  jobs: JobQueue;
  id: string;
  stamp: AdminStamp;
}

/** Approves or refuses an account, and mails it later. Rejects with `user_not_found` or `already_decided`. */
export async function decideApplication(
  db: Db,
  { jobs, id, stamp, decision, reason }: DecidedApplication,
): Promise<void> {
  const { actorId, now } = stamp;
  await inTransaction(db, async (tx) => {
    const { edited: user } = await lockEditorAndUser(tx, actorId, id);
    const application = await readApplication(tx, id);
    if (!user.mustBeApproved || !application || user.emailVerifiedAt === null || isSuspended(user))
      throw new Refusal('user_not_found');
    const before = decisionOn(user);
    if (before) throw await alreadyDecided(tx, before.decision, application.decidedBy);
    const time = decision === 'approved' ? { approvedAt: now } : { refusedAt: now };
    await tx
      .update(users)
      .set({ ...time, updatedAt: now })
      .where(eq(users.id, id));
    const given = decision === 'refused' ? reason || null : null;
    await tx
      .update(applications)
      .set({ reason: given, decidedBy: actorId })
      .where(eq(applications.userId, id));
    await recordAction(tx, stamp, {
      action: `user.${decision}`,
      targetId: id,
      ...(given !== null && { after: { reason: given } }),
    });
    const mail = { userId: id, decision, at: now.toISOString() };
    await jobs.enqueueAll(tx, decisionMails, [mail], { afterS: MAIL_DELAY_MS / 1_000 });
  });
}

/** Undoes a decision, so that the account waits again. Rejects with `decision_not_found` or `undo_over`. */
export async function undoApplicationDecision(db: Db, id: string, stamp: AdminStamp): Promise<void> {
  const { actorId, now } = stamp;
  await inTransaction(db, async (tx) => {
    const { edited: user } = await lockEditorAndUser(tx, actorId, id).catch((error: unknown) => {
      throw error instanceof Refusal && error.code === 'user_not_found'
        ? new Refusal('decision_not_found')
        : error;
    });
    const made = decisionOn(user);
    const application = await readApplication(tx, id);
    if (!made || application?.decidedBy !== actorId) throw new Refusal('decision_not_found');
    if (now.getTime() - made.at.getTime() >= MAIL_DELAY_MS) throw new Refusal('undo_over');
    await tx.update(users).set({ approvedAt: null, refusedAt: null, updatedAt: now }).where(eq(users.id, id));
    await tx.update(applications).set({ reason: null, decidedBy: null }).where(eq(applications.userId, id));
    await recordAction(tx, stamp, { action: 'user.decision_undone', targetId: id });
  });
}
