import type { BodyOf } from '@zapdeck/contract/route';
import type { changePassword as changeRoute, resetPassword as resetRoute } from '@zapdeck/contract/account';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Browser, endSessionsOf, leaveOneOf, startSession } from '../../http/session-changes.ts';
import { refuseSuspended } from '../../http/suspension.ts';
import { accountMails } from '../auth/account-mails.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { forgetTokens, ownerOfToken, passwordMark, redeemToken } from '../auth/account-tokens.ts';
import { securityMails } from '../auth/security-mails.ts';
import { requireStrongPassword } from '../auth/password-policy.ts';

/**
 * Queues the mail with a link to a new password. The link works until the password changes. Takes as long for an unknown
 * address, for which no mail is sent.
 */
export async function requestReset(db: Db, { jobs }: Deps, email: string): Promise<void> {
  const [user] = await db
    .select({ id: users.id, passwordHash: users.passwordHash })
    .from(users)
    .where(eq(users.email, email));
  await jobs.enqueue(db, accountMails, {
    kind: 'reset',
    userId: user?.id ?? null,
    passwordMark: passwordMark(user?.passwordHash ?? null),
  });
}

/**
 * Sets a new password by the link of a mail, which also shows that the address is the person's, signs them out everywhere,
 * and mails them that it changed. Refuses with `token_invalid`, with `suspended`, and with `invalid_input` a password that is too weak, which spends nothing.
 */
export async function resetPassword(
  db: Db,
  { config, jobs, passwords }: Deps,
  form: BodyOf<typeof resetRoute>,
  now: Date,
): Promise<void> {
  const owner = await ownerOfToken(db, form.token, 'reset_password', now);
  refuseSuspended(owner);
  await requireStrongPassword(form.password, config.passwordPolicy, owner);
  // Before the transaction: hashes queue up, and a connection should not wait with them.
  const passwordHash = await passwords.hash(form.password);
  await inTransaction(db, async (tx) => {
    const userId = await redeemToken(tx, form.token, 'reset_password', now);
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: now, updatedAt: now })
      .where(eq(users.id, userId));
    // Again, now that the account is locked: a mail may have been written since the token was spent.
    await forgetTokens(tx, userId, 'reset_password');
    await endSessionsOf(tx, userId);
    await jobs.enqueue(tx, securityMails, { event: 'password_reset', userId, at: now.toISOString() });
  });
}

/**
 * Changes the password, revokes earlier links to a new password, and queues a mail about the change. Ends all other sessions
 * and gives this one a new cookie. Rejects with `wrong_password`, with `no_password` if the account has none, with
 * `invalid_input` if the new password is too weak, and with `unauthorized` if this session has ended.
 */
export async function changePassword(
  db: Db,
  { config, jobs, passwords }: Deps,
  { user, form, browser }: { user: UserRow; form: BodyOf<typeof changeRoute>; browser: Browser },
): Promise<UserRow> {
  if (user.passwordHash === null) throw new Refusal('no_password');
  if (!(await passwords.verify(user.passwordHash, form.currentPassword))) {
    throw new Refusal('wrong_password', { fields: { currentPassword: 'This is not your password' } });
  }
  await requireStrongPassword(form.password, config.passwordPolicy, user);
  const passwordHash = await passwords.hash(form.password);
  return startSession(db, browser, async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: browser.now })
      // The password that was checked: of two changes at once, one gets through.
      .where(and(eq(users.id, user.id), eq(users.passwordHash, user.passwordHash ?? '')))
      .returning();
    if (!changed) throw new Refusal('wrong_password');
    await leaveOneOf(tx, user.id, browser.sid);
    await forgetTokens(tx, user.id, 'reset_password');
    const at = browser.now.toISOString();
    await jobs.enqueue(tx, securityMails, { event: 'password_changed', userId: user.id, at });
    return changed;
  });
}
