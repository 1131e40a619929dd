import { hash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { Refusal } from '../../http/refusal.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { accountTokens } from '../../db/schema/account-tokens.table.ts';

export type TokenPurpose = (typeof accountTokens.$inferSelect)['purpose'];

const HOUR_MS = 3_600_000;
const lifetimesMs: Readonly<Record<TokenPurpose, number>> = {
  verify_email: 24 * HOUR_MS,
  reset_password: HOUR_MS,
};

const TOKEN_BYTES = 32;

function hashOf(text: string): string {
  return hash('sha256', text);
}

/** Tells whether an account has the password that it had: of its stored hash, which it does not give away. */
export function passwordMark(passwordHash: string | null): string | null {
  return passwordHash === null ? null : hashOf(passwordHash);
}

/**
 * Creates the token of a link in a mail and revokes the earlier ones of this user and purpose. Only its hash is stored. The
 * transaction must lock the user's row, or two that run at once both leave a valid token.
 */
export async function mintToken(tx: Db, userId: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const expiresAt = new Date(now.getTime() + lifetimesMs[purpose]);
  await forgetTokens(tx, userId, purpose);
  await tx.insert(accountTokens).values({ hash: hashOf(token), userId, purpose, createdAt: now, expiresAt });
  return token;
}

function isValid(token: string, purpose: TokenPurpose, now: Date) {
  return and(
    eq(accountTokens.hash, hashOf(token)),
    eq(accountTokens.purpose, purpose),
    gt(accountTokens.expiresAt, now),
  );
}

/** Whose token this is, without spending it. Refuses with `token_invalid` as `redeemToken` does. */
export async function ownerOfToken(
  db: Db,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<UserRow> {
  const [found] = await db
    .select({ user: users })
    .from(accountTokens)
    .innerJoin(users, eq(users.id, accountTokens.userId))
    .where(isValid(token, purpose, now));
  if (!found) throw new Refusal('token_invalid');
  return found.user;
}

/**
 * Locks the owner of a token until the transaction ends and returns them. Does not spend the token. Rejects with
 * `token_invalid`, also if the token was spent or revoked during the wait for the lock.
 */
export async function lockOwnerOfToken(
  tx: Db,
  token: string,
  purpose: TokenPurpose,
  now: Date,
): Promise<UserRow> {
  const owner = tx
    .select({ id: accountTokens.userId })
    .from(accountTokens)
    .where(isValid(token, purpose, now));
  // Locks the user before the token, as a password change does: the other order could deadlock.
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, owner)).for('no key update');
  return ownerOfToken(tx, token, purpose, now);
}

/**
 * Spends a token and all others of the same user and purpose, and returns the user's id. Rejects with `token_invalid` if the
 * token is unknown, spent, expired or of another purpose. Of concurrent requests, one succeeds. The user stays locked until
 * the transaction ends.
 */
export async function redeemToken(tx: Db, token: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const { id } = await lockOwnerOfToken(tx, token, purpose, now);
  await forgetTokens(tx, id, purpose);
  return id;
}

/** Revokes the links of this user and purpose. */
export async function forgetTokens(db: Db, userId: string, purpose: TokenPurpose): Promise<void> {
  await db
    .delete(accountTokens)
    .where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose)));
}

/** Deletes tokens whose time is over. */
export async function purgeTokens(db: Db, now: Date): Promise<void> {
  await db.delete(accountTokens).where(lte(accountTokens.expiresAt, now));
}
