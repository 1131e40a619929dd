import { type OwnApplication, UNAPPROVED_DAYS } from '@zapdeck/contract/accounts/applications';
import { message } from '@zapdeck/contract/wire/message';
import { eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { applications } from '../../db/schema/applications.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { approvalOf } from '../../accounts/account-state.ts';
import { Refusal } from '../../http/refusal.ts';

const DAY_MS = 24 * 3_600_000;
const KEPT_MS = UNAPPROVED_DAYS * DAY_MS;

/** Accounts that have waited or been refused since before this time are deleted. */
export const unapprovedUntil = (now: Date) => new Date(now.getTime() - KEPT_MS);

export function deletionTimeOf({ createdAt, refusedAt }: Pick<UserRow, 'createdAt' | 'refusedAt'>): string {
  return new Date((refusedAt ?? createdAt).getTime() + KEPT_MS).toISOString();
}

/** Returns null if the account is approved or needs no approval. */
export async function readOwnApplication(db: Db, user: UserRow): Promise<OwnApplication | null> {
  if (approvalOf(user) === null) return null;
  const [stored] = await db.select().from(applications).where(eq(applications.userId, user.id));
  return {
    isEmailVerified: user.emailVerifiedAt !== null,
    answer: stored?.answer ?? null,
    refusedAt: user.refusedAt?.toISOString() ?? null,
    reason: stored?.reason ?? null,
    deletedAt: deletionTimeOf(user),
  };
}

export async function storeAnswer(tx: Db, userId: string, answer: string, now: Date): Promise<void> {
  const values = { answer, answeredAt: now };
  await tx
    .insert(applications)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: applications.userId, set: values });
}

/** Stores the answer. Rejects with `already_decided` unless the account waits for a decision. */
export async function answerQuestion(
  db: Db,
  { id }: Pick<UserRow, 'id'>,
  answer: string,
  now: Date,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    // A decision locks the same row.
    const [user] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
    if (!user) throw new Refusal('unauthorized');
    if (approvalOf(user) !== 'waiting')
      throw new Refusal('already_decided', {
        message: message('Your account does not wait for a decision.'),
      });
    await storeAnswer(tx, id, answer, now);
  });
}
