import { randomBytes } from 'node:crypto';
import {
  API_TOKEN_DAYS_MAX,
  API_TOKEN_PREFIX,
  API_TOKENS_MAX,
  type ApiToken,
  type ApiTokenForm,
} from '@zapdeck/contract/accounts/api-tokens';
import { filled, message } from '@zapdeck/contract/wire/message';
import { lesserRole, roleOf, type Scope, scopesFor } from '@zapdeck/contract/accounts/scopes';
import { and, desc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { newId } from '../../db/columns.ts';
import { apiTokens } from '../../db/schema/api-tokens.table.ts';
import type { UserRow } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { apiTokenHashOf } from '../../accounts/api-tokens.ts';
import { lockMemberIn } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { securityMails } from '../auth/security-mails.ts';

const TOKEN_BYTES = 32;
const DAY_MS = 24 * 3_600_000;

/** The audit log has tokens that exceed the rights of a member. */
const isForStaff = (granted: readonly Scope[]) => granted.some((scope) => roleOf(scope) !== 'member');

export async function listApiTokens(db: Db, userId: string): Promise<ApiToken[]> {
  const rows = await db
    .select()
    .from(apiTokens)
    .where(eq(apiTokens.userId, userId))
    .orderBy(desc(apiTokens.createdAt), desc(apiTokens.id));
  return rows.map(({ id, name, scopes, createdAt, expiresAt, lastUsedAt }) => ({
    id,
    name,
    scopes,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedOn: lastUsedAt?.toISOString().slice(0, 10) ?? null,
  }));
}

function requireExpiry(expiresAt: Date, now: Date): void {
  const days = (expiresAt.getTime() - now.getTime()) / DAY_MS;
  if (days > 0 && days <= API_TOKEN_DAYS_MAX) return;
  const text =
    days > 0
      ? filled('At most {max} days ahead', { max: API_TOKEN_DAYS_MAX })
      : message('Choose a day in the future');
  throw new Refusal('invalid_input', { fields: { expiresAt: text } });
}

interface Creation {
  user: Pick<UserRow, 'id' | 'role'>;
  sid: string | undefined;
  form: ApiTokenForm;
  request: Client;
  now: Date;
}

/** Returns the token, which cannot be read again. Rejects with `invalid_input` or `too_many_tokens`. */
export async function createApiToken(
  db: Db,
  jobs: JobQueue,
  { user, sid, form, request, now }: Creation,
): Promise<{ id: string; token: string }> {
  const expiresAt = new Date(form.expiresAt);
  requireExpiry(expiresAt, now);
  const token = API_TOKEN_PREFIX + randomBytes(TOKEN_BYTES).toString('base64url');
  const { name, scopes } = form;
  const id = newId();
  await inTransaction(db, async (tx) => {
    const owner = await lockMemberIn(tx, { userId: user.id, sid });
    const allowed = scopesFor(lesserRole(owner.givenRole, user.role));
    if (!scopes.every((scope) => allowed.includes(scope))) {
      const fields = { scopes: message('Your role does not have all of these permissions') };
      throw new Refusal('invalid_input', { fields });
    }
    const count = await tx.$count(apiTokens, eq(apiTokens.userId, user.id));
    if (count >= API_TOKENS_MAX) throw new Refusal('too_many_tokens');
    const row = { id, userId: user.id, name, scopes, expiresAt, createdAt: now };
    await tx.insert(apiTokens).values({ ...row, hash: apiTokenHashOf(token) });
    await jobs.enqueue(tx, securityMails, {
      event: 'token_created',
      userId: user.id,
      at: now.toISOString(),
    });
    const details = { token: name };
    await recordSecurityEvent(tx, { userId: user.id, event: 'token_created', request, details, now });
    if (!isForStaff(scopes)) return;
    const after = { name, scopes, expiresAt: expiresAt.toISOString() };
    await recordAction(tx, { actorId: user.id, now }, { action: 'token.created', targetId: user.id, after });
  });
  return { id, token };
}

/** Rejects with `api_token_not_found`, also for tokens of others. */
export async function revokeApiToken(
  db: Db,
  { id, userId, request, now }: { id: string; userId: string; request: Client; now: Date },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [revoked] = await tx
      .delete(apiTokens)
      .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))
      .returning();
    if (!revoked) throw new Refusal('api_token_not_found');
    const { name, scopes } = revoked;
    await recordSecurityEvent(tx, { userId, event: 'token_revoked', request, details: { token: name }, now });
    if (!isForStaff(scopes)) return;
    const before = { name, scopes };
    await recordAction(tx, { actorId: userId, now }, { action: 'token.revoked', targetId: userId, before });
  });
}
