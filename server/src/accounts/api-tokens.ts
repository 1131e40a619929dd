import { hash } from 'node:crypto';
import { filled } from '@zapdeck/contract/wire/message';
import type { Route } from '@zapdeck/contract/wire/route';
import { actingRole, type Scope } from '@zapdeck/contract/accounts/scopes';
import { and, asc, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { deleteBatch } from '../db/delete-batches.ts';
import { apiTokens } from '../db/schema/api-tokens.table.ts';
import { users } from '../db/schema/users.table.ts';
import type { Instance } from '@zapdeck/contract/instance/instance';
import { Refusal } from '../http/refusal.ts';
import { withholdRole, type SignedIn } from './session.ts';
import { isSuspended } from './account-state.ts';

/** Minimum interval between two updates of the last use. */
const TOUCH_MS = 3_600_000;
/** Expired tokens stay in the list for a while, so that their owner sees why a program fails. */
const EXPIRED_KEPT_MS = 30 * 24 * 3_600_000;

export function apiTokenHashOf(token: string): string {
  return hash('sha256', token);
}

/**
 * Returns the owner of a valid token, with the role that its scopes allow. Reads the owner on each request, so that a lost
 * role takes effect at once. Rejects with `token_needs_factor` if the role requires a second factor and the account has
 * none.
 */
export async function readApiToken(
  { db, instance }: { db: Db; instance: () => Instance },
  tokenHash: string,
  { method }: Route,
  now: Date,
): Promise<SignedIn | null> {
  const [found] = await db
    .select({ token: apiTokens, user: users })
    .from(apiTokens)
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(eq(apiTokens.hash, tokenHash));
  if (!found || found.token.expiresAt <= now) return null;
  const { token, user } = found;
  if (withholdRole(user, user, instance()).missingFactor) throw new Refusal('token_needs_factor');
  const touchedBefore = new Date(now.getTime() - TOUCH_MS);
  const isOutdated = token.lastUsedAt === null || token.lastUsedAt <= touchedBefore;
  if (isOutdated && !isSuspended(user)) {
    const { lastUsedAt } = apiTokens;
    await db
      .update(apiTokens)
      .set({ lastUsedAt: now })
      .where(and(eq(apiTokens.id, token.id), or(isNull(lastUsedAt), lte(lastUsedAt, touchedBefore))));
  }
  // A claimed role counts only in sessions with the provider.
  const role = actingRole(user.givenRole, token.scopes, method);
  return {
    sid: undefined,
    sessionId: undefined,
    user: { ...user, role, isAdmin: role === 'admin' },
    scopes: token.scopes,
    provedAt: null,
    hasFactor: false,
    logPosition: token.logPosition,
  };
}

/** Rejects with `token_not_accepted` if no token may call the route, or `scope_missing` if this one may not. */
export function requireScope({ scope }: Route, granted: readonly Scope[]): void {
  if (scope === undefined) throw new Refusal('token_not_accepted');
  if (granted.includes(scope)) return;
  throw new Refusal('scope_missing', {
    message: filled('This API token does not have the scope {scope}.', { scope }),
    headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

/** Deletes tokens in the same order as `noteLogPosition`, to prevent deadlocks. */
export async function revokeApiTokensOf(tx: Db, userId: string): Promise<void> {
  const inOrder = tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(asc(apiTokens.id))
    .for('update');
  await tx.delete(apiTokens).where(inArray(apiTokens.id, inOrder));
}

/** Deletes a batch of tokens that expired more than 30 days ago. Skips tokens in use. */
export function purgeApiTokens(db: Db, now: Date): Promise<number> {
  return deleteBatch(db, apiTokens, lte(apiTokens.expiresAt, new Date(now.getTime() - EXPIRED_KEPT_MS)));
}
