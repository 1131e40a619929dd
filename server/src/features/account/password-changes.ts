import type { BodyOf } from '@zapdeck/contract/wire/route';
import type {
  changePassword as changeRoute,
  resetPassword as resetRoute,
} from '@zapdeck/contract/accounts/account';
import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { revokeApiTokensOf } from '../../accounts/api-tokens.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { type Browser, endSessionsOf, leaveOneOf, startSession } from '../../accounts/session-changes.ts';
import { refuseSuspended } from '../../accounts/account-state.ts';
import { accountMails } from '../auth/account-mails.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { revokeTokens, ownerOfToken, passwordMark, consumeToken } from '../auth/account-tokens.ts';
import { removeFactorsOf } from '../factors/remove-factors.ts';
import { requireOwnPassword } from '../auth/guesses.ts';
import { securityMails } from '../auth/security-mails.ts';
import { requireStrongPassword } from '../auth/password-policy.ts';

/** Mails a link to a new password. Takes the same time for an unknown address. */
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

/** Sets a password. A weak one keeps the token valid. Rejects with `token_invalid`, `suspended` or `invalid_input`. */
export async function resetPassword(
  db: Db,
  { config, instance, jobs, passwords }: Deps,
  form: BodyOf<typeof resetRoute>,
  { request, now }: { request: Client; now: Date },
): Promise<void> {
  const owner = await ownerOfToken(db, form.token, 'reset_password', now);
  refuseSuspended(owner);
  await requireStrongPassword({ config, instance }, form.password, owner);
  // Hashing may queue, so it happens before the transaction takes a connection.
  const passwordHash = await passwords.hash(form.password);
  await inTransaction(db, async (tx) => {
    const userId = await consumeToken(tx, form.token, 'reset_password', now);
    // Someone else may have signed up with the address and added factors.
    if (owner.emailVerifiedAt === null) await removeFactorsOf(tx, userId);
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: now, updatedAt: now })
      .where(eq(users.id, userId));
    await revokeTokens(tx, userId, 'reset_password');
    await endSessionsOf(tx, userId);
    await revokeApiTokensOf(tx, userId);
    await jobs.enqueue(tx, securityMails, { event: 'password_reset', userId, at: now.toISOString() });
    await recordSecurityEvent(tx, { userId, event: 'password_reset', request, now });
  });
}

interface PasswordChange {
  user: UserRow;
  sessionId: string | undefined;
  form: BodyOf<typeof changeRoute>;
  browser: Browser;
}

/** Sets a password and ends other sessions. Rejects with `wrong_password`, `no_password`, `invalid_input` or 429. */
export async function changePassword(
  db: Db,
  { config, instance, jobs, passwords, rateLimits }: Deps,
  { user, sessionId, form, browser }: PasswordChange,
): Promise<UserRow> {
  const { passwordHash: oldHash } = user;
  if (oldHash === null) throw new Refusal('no_password');
  const typed = { passwordHash: oldHash, password: form.currentPassword, sessionId };
  await requireOwnPassword({ passwords, rateLimits }, { ...typed, field: 'currentPassword' });
  await requireStrongPassword({ config, instance }, form.password, user);
  const passwordHash = await passwords.hash(form.password);
  return startSession(db, browser, async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ passwordHash, updatedAt: browser.now })
      .where(and(eq(users.id, user.id), eq(users.passwordHash, oldHash)))
      .returning();
    if (!changed) throw new Refusal('wrong_password');
    await leaveOneOf(tx, user.id, browser.sid);
    await revokeTokens(tx, user.id, 'reset_password');
    const { now, reply } = browser;
    const event = { event: 'password_changed', userId: user.id } as const;
    await jobs.enqueue(tx, securityMails, { ...event, at: now.toISOString() });
    await recordSecurityEvent(tx, { ...event, request: reply.request, now });
    return changed;
  });
}
