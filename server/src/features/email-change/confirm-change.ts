import { and, desc, eq, gt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pendingEmails, previousEmails } from '../../db/schema/email-changes.table.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { refuseSuspended } from '../../accounts/account-state.ts';
import { hashOfToken } from '../auth/account-tokens.ts';
import { requireAllowedEmail } from '../registration/join.ts';
import { changeAddress } from './change-address.ts';

async function findPendingUser(tx: Db, tokenHash: string): Promise<string> {
  const [pending] = await tx
    .select({ userId: pendingEmails.userId })
    .from(pendingEmails)
    .where(eq(pendingEmails.tokenHash, tokenHash));
  if (pending) return pending.userId;
  const [used] = await tx
    .select({ userId: previousEmails.userId })
    .from(previousEmails)
    .where(eq(previousEmails.confirmedWith, tokenHash));
  if (!used) throw new Refusal('token_invalid');
  return used.userId;
}

export async function lockOwner(tx: Db, userId: string): Promise<UserRow> {
  const [owner] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
  if (!owner) throw new Refusal('token_invalid');
  return owner;
}

export interface LinkUse {
  token: string;
  request: Client;
  now: Date;
}

async function isConfirmed(tx: Db, userId: string, tokenHash: string): Promise<boolean> {
  const [latest] = await tx
    .select({ confirmedWith: previousEmails.confirmedWith })
    .from(previousEmails)
    .where(eq(previousEmails.userId, userId))
    .orderBy(desc(previousEmails.createdAt), desc(previousEmails.id))
    .limit(1);
  return latest?.confirmedWith === tokenHash;
}

/** Changes the address. Rejects with `token_invalid`, `suspended`, `domain_not_allowed` or `email_taken`. */
export async function confirmChange(
  db: Db,
  deps: Pick<Deps, 'jobs'>,
  { token, request, now }: LinkUse,
): Promise<string> {
  const tokenHash = hashOfToken(token);
  return inTransaction(db, async (tx) => {
    const user = await lockOwner(tx, await findPendingUser(tx, tokenHash));
    const [pending] = await tx
      .select({ email: pendingEmails.email })
      .from(pendingEmails)
      .where(and(eq(pendingEmails.tokenHash, tokenHash), gt(pendingEmails.expiresAt, now)));
    if (!pending) {
      if (user.email !== null && (await isConfirmed(tx, user.id, tokenHash))) return user.email;
      throw new Refusal('token_invalid');
    }
    refuseSuspended(user);
    await requireAllowedEmail(tx, pending.email);
    await recordSecurityEvent(tx, { userId: user.id, event: 'email_changed', request, now });
    await changeAddress(tx, deps, { user, email: pending.email, confirmedWith: tokenHash, now });
    return pending.email;
  });
}
