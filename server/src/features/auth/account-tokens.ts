import { hash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray } from 'drizzle-orm';
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

export function hashOfToken(text: string): string {
  return hash('sha256', text);
}

/** Returns the token of a link: 256 random bits. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** Returns a hash that changes with the password, so that a token with it expires with the password. */
export function passwordMark(passwordHash: string | null): string | null {
  return passwordHash === null ? null : hashOfToken(passwordHash);
}

/** Creates a token and revokes earlier ones. Lock the user first, or two calls leave two tokens. */
export async function mintToken(tx: Db, userId: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimesMs[purpose]);
  await revokeTokens(tx, userId, purpose);
  await tx
    .insert(accountTokens)
    .values({ hash: hashOfToken(token), userId, purpose, createdAt: now, expiresAt });
  return token;
}

function isValid(token: string, purpose: TokenPurpose, now: Date) {
  return and(
    eq(accountTokens.hash, hashOfToken(token)),
    eq(accountTokens.purpose, purpose),
    gt(accountTokens.expiresAt, now),
  );
}

/** Returns the owner without consuming the token. Rejects with `token_invalid`. */
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

/** Locks and returns the owner. Rejects tokens that were consumed in between. */
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
  // Same lock order as in a password change, to prevent deadlocks.
  await tx.select({ id: users.id }).from(users).where(inArray(users.id, owner)).for('no key update');
  return ownerOfToken(tx, token, purpose, now);
}

export async function consumeToken(tx: Db, token: string, purpose: TokenPurpose, now: Date): Promise<string> {
  const { id } = await lockOwnerOfToken(tx, token, purpose, now);
  await revokeTokens(tx, id, purpose);
  return id;
}

export async function revokeTokens(db: Db, userId: string, purpose: TokenPurpose): Promise<void> {
  await db
    .delete(accountTokens)
    .where(and(eq(accountTokens.userId, userId), eq(accountTokens.purpose, purpose)));
}
