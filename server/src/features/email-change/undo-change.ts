import type { ProviderId } from '@zapdeck/contract/sign-in/providers';
import { and, eq, gt, gte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { previousEmails } from '../../db/schema/email-changes.table.ts';
import { passkeys } from '../../db/schema/passkeys.table.ts';
import { recoveryCodes, totpSecrets } from '../../db/schema/totp.table.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { revokeApiTokensOf } from '../../accounts/api-tokens.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { endSessionsOf } from '../../accounts/session-changes.ts';
import { hashOfToken, mintToken } from '../auth/account-tokens.ts';
import { securityMails } from '../auth/security-mails.ts';
import { identityFields, linkedProvidersOf, removeIdentity } from '../identities/linked-identities.ts';
import { changeAddress, UNDO_MS } from './change-address.ts';
import { type LinkUse, lockOwner } from './confirm-change.ts';

type Previous = typeof previousEmails.$inferSelect;

/** Lists providers linked after the change or in the days before it, because an intruder may link first. */
function newProvidersOf(user: UserRow, { hadGoogle, hadPlatform, createdAt }: Previous): ProviderId[] {
  const had = { google: hadGoogle, platform: hadPlatform };
  const since = new Date(createdAt.getTime() - UNDO_MS);
  return linkedProvidersOf(user).filter((provider) => {
    const linkedAt = user[identityFields[provider].linkedAt];
    return !had[provider] || (linkedAt !== null && linkedAt >= since);
  });
}

/** An intruder who changed the address may have added these to keep the account. */
async function removeWaysIn(tx: Db, userId: string, since: Date): Promise<void> {
  await endSessionsOf(tx, userId);
  await revokeApiTokensOf(tx, userId);
  await tx.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAt, since)));
  const isNew = gte(totpSecrets.confirmedAt, since);
  await tx.delete(totpSecrets).where(and(eq(totpSecrets.userId, userId), isNew));
  await tx
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), gte(recoveryCodes.createdAt, since)));
}

/**
 * Restores the previous address and removes everything that an intruder may have added. Returns a token for a new
 * password. Rejects with `token_invalid` or `email_taken`.
 */
export async function undoChange(
  db: Db,
  deps: Pick<Deps, 'jobs'>,
  { token, request, now }: LinkUse,
): Promise<{ email: string; passwordToken: string }> {
  const isValid = and(eq(previousEmails.undoHash, hashOfToken(token)), gt(previousEmails.undoableUntil, now));
  return inTransaction(db, async (tx) => {
    const read = async () => (await tx.select().from(previousEmails).where(isValid))[0];
    const found = await read();
    const user = found && (await lockOwner(tx, found.userId));
    const previous = user && (await read());
    if (!previous) throw new Refusal('token_invalid');
    const { email } = previous;
    const values = { passwordHash: null, linksByEmail: false };
    await recordSecurityEvent(tx, { userId: user.id, event: 'email_change_undone', request, now });
    await changeAddress(tx, deps, { user, email, values, confirmedWith: null, now });
    for (const provider of newProvidersOf(user, previous))
      await removeIdentity(tx, user, { ...deps, provider, request, now });
    // If the address was never confirmed, another person may have signed up with it.
    const trustedUntil = previous.emailVerifiedAt === null ? user.createdAt : previous.createdAt;
    await removeWaysIn(tx, user.id, trustedUntil);
    const at = now.toISOString();
    await deps.jobs.enqueue(tx, securityMails, { event: 'email_change_undone', userId: user.id, at });
    return { email, passwordToken: await mintToken(tx, user.id, 'reset_password', now) };
  });
}
