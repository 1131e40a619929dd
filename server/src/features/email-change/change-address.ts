import { UNDO_DAYS } from '@zapdeck/contract/accounts/change-email';
import { and, asc, eq, gt, lte, ne, sql } from 'drizzle-orm';
import { newId } from '../../db/columns.ts';
import type { Db } from '../../db/client.ts';
import { isInBatch } from '../../db/delete-batches.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { pendingEmails, previousEmails } from '../../db/schema/email-changes.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import type { Deps } from '../../deps.ts';
import { revokeEmailChanges } from '../../accounts/session-changes.ts';
import { emailTaken, requireUnreserved } from '../registration/reserved-emails.ts';
import { emailChangeMails } from './change-mails.ts';

export const UNDO_MS = UNDO_DAYS * 24 * 3_600_000;

interface AddressChange {
  user: UserRow;
  email: string;
  values?: Partial<Pick<UserRow, 'passwordHash' | 'linksByEmail'>>;
  confirmedWith: string | null;
  now: Date;
}

/** Returns true if the account had the address before. That change and later ones can then no longer be undone. */
async function goBack(tx: Db, { user, email, now }: AddressChange): Promise<boolean> {
  const { userId, createdAt, id } = previousEmails;
  const [earlier] = await tx
    .select({ createdAt, id })
    .from(previousEmails)
    .where(and(eq(userId, user.id), eq(previousEmails.email, email), gt(previousEmails.undoableUntil, now)))
    .orderBy(asc(createdAt), asc(id))
    .limit(1);
  if (!earlier) return false;
  const isSince = sql`(${createdAt}, ${id}) >= (${earlier.createdAt.toISOString()}::timestamptz, ${earlier.id}::uuid)`;
  await tx.delete(previousEmails).where(and(eq(userId, user.id), isSince));
  return true;
}

/** Sets the proved address and mails the previous one. Sessions stay. Rejects with `email_taken`. */
export async function changeAddress(
  tx: Db,
  { jobs }: Pick<Deps, 'jobs'>,
  change: AddressChange,
): Promise<void> {
  const { user, email, values, confirmedWith, now } = change;
  const isReturn = await goBack(tx, change);
  await revokeEmailChanges(tx, user.id);
  try {
    await tx
      .update(users)
      .set({ ...values, email, emailVerifiedAt: now, updatedAt: now })
      .where(eq(users.id, user.id));
  } catch (error) {
    throw isUniqueViolation(error, 'users_email_key') ? emailTaken() : error;
  }
  await requireUnreserved(tx, { email, userId: user.id, now });
  const id = newId();
  await tx.insert(previousEmails).values({
    id,
    userId: user.id,
    email: user.email ?? '',
    emailVerifiedAt: user.emailVerifiedAt,
    undoableUntil: isReturn ? null : new Date(now.getTime() + UNDO_MS),
    confirmedWith,
    hadGoogle: user.googleId !== null,
    hadPlatform: user.platformId !== null,
    createdAt: now,
  });
  await jobs.enqueue(tx, emailChangeMails, { kind: isReturn ? 'returned' : 'changed', id });
}

/**
 * Deletes a batch and returns the addresses for `forgetMails`. Keeps an address in `ADMIN_EMAIL`, because the next start
 * would make another account with it an admin.
 */
export async function purgeEmailChanges(db: Db, now: Date, adminEmail?: string): Promise<string[]> {
  const asked = await db
    .delete(pendingEmails)
    .where(isInBatch(pendingEmails, lte(pendingEmails.expiresAt, now)))
    .returning({ email: pendingEmails.email });
  const isOld = lte(previousEmails.createdAt, new Date(now.getTime() - UNDO_MS));
  const isOthers = adminEmail === undefined ? undefined : ne(previousEmails.email, adminEmail);
  const had = await db
    .delete(previousEmails)
    .where(isInBatch(previousEmails, and(isOld, isOthers)))
    .returning({ email: previousEmails.email });
  return [...asked, ...had].map(({ email }) => email);
}
