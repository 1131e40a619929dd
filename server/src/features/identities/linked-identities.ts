import type { linkedIdentities } from '@zapdeck/contract/sign-in/identities';
import { ProviderId } from '@zapdeck/contract/sign-in/providers';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { eq } from 'drizzle-orm';
import type { Config } from '../../config.ts';
import { isUniqueViolation } from '../../db/constraints.ts';
import { type Db, one } from '../../db/client.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { revokeApiTokensOf } from '../../accounts/api-tokens.ts';
import { lockMemberIn } from '../../accounts/locks.ts';
import { Refusal } from '../../http/refusal.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import type { Proof } from '../../accounts/session.ts';
import { endSessionsFrom, endSessionsOf } from '../../accounts/session-changes.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { securityMails } from '../auth/security-mails.ts';
import { dropClaimedRole } from '../claim-roles/update-claimed-role.ts';
import { requireWayIn } from '../factors/remove-factors.ts';
import { lockAccount, type OperatorChange } from '../users/admin-accounts.ts';

export const identityFields = {
  google: { key: 'googleId', linkedAt: 'googleLinkedAt', email: 'googleEmail' },
  platform: { key: 'platformId', linkedAt: 'platformLinkedAt', email: 'platformEmail' },
} as const;

export const identityIndexes = ['users_google_id_key', 'users_platform_id_key'] as const;

export const providerNames = ({
  platformName,
}: Pick<Config, 'platformName'>): Record<ProviderId, string> => ({
  google: 'Google',
  platform: platformName,
});

/** Returns the providers where the account can sign in. */
export function linkedProvidersOf(user: Pick<UserRow, 'googleId' | 'platformId'>): ProviderId[] {
  return ProviderId.options.filter((provider) => user[identityFields[provider].key] !== null);
}

export function presentIdentities(
  user: UserRow,
  config: Pick<Config, 'platformName' | 'providers'>,
  { isFromGoogle = false, isFromPlatform = false }: Proof,
): ResponseOf<typeof linkedIdentities> {
  const names = providerNames(config);
  const isOfThisSession = { google: isFromGoogle, platform: isFromPlatform };
  const linked = linkedProvidersOf(user);
  const others = ProviderId.options.filter((id) => !linked.includes(id) && config.providers[id]);
  return {
    identities: linked.map((id) => ({
      id,
      name: names[id],
      email: user[identityFields[id].email],
      linkedAt: user[identityFields[id].linkedAt]?.toISOString() ?? null,
      isOfThisSession: isOfThisSession[id],
    })),
    linkable: others.map((id) => ({ id, name: names[id] })),
  };
}

interface IdentityAct {
  jobs: JobQueue;
  provider: ProviderId;
  request: Client | undefined;
  now: Date;
}

type IdentityEvent = 'identity_linked' | 'identity_unlinked';

async function recordIdentityChange(
  tx: Db,
  userId: string,
  event: IdentityEvent,
  act: IdentityAct,
): Promise<void> {
  const { jobs, provider, request, now } = act;
  const details = { way: provider, ...(request ? {} : { by: 'operator' as const }) };
  await recordSecurityEvent(tx, { userId, event, request, details, now });
  const mail = request ? event : 'identity_unlinked_by_operator';
  await jobs.enqueue(tx, securityMails, { event: mail, userId, provider, at: now.toISOString() });
}

export interface LinkedAccount {
  key: string;
  email: string | null;
}

/** Links the identity to an account without one of this provider. Lock the user first. */
export async function storeIdentity(
  tx: Db,
  user: UserRow,
  { key, email }: LinkedAccount,
  act: IdentityAct,
): Promise<UserRow> {
  const fields = identityFields[act.provider];
  const values = { [fields.key]: key, [fields.linkedAt]: act.now, [fields.email]: email, updatedAt: act.now };
  const linked = one(await tx.update(users).set(values).where(eq(users.id, user.id)).returning());
  await recordIdentityChange(tx, user.id, 'identity_linked', act);
  return linked;
}

/**
 * Unlinks the identity, removes its claimed role, and ends its sessions and returns their ids. Only the owner can link one
 * again. Lock the user first.
 */
export async function removeIdentity(tx: Db, user: UserRow, act: IdentityAct): Promise<string[]> {
  const fields = identityFields[act.provider];
  if (user[fields.key] === null) return [];
  const none = { [fields.key]: null, [fields.linkedAt]: null, [fields.email]: null };
  const values = { ...none, linksByEmail: false, updatedAt: act.now };
  await tx.update(users).set(values).where(eq(users.id, user.id));
  const ended = await endSessionsFrom(tx, user.id, act.provider);
  await recordIdentityChange(tx, user.id, 'identity_unlinked', act);
  if (act.provider === 'platform') await dropClaimedRole(tx, { ...act, userId: user.id });
  return ended;
}

interface IdentityOwner {
  userId: string;
  sid: string | undefined;
}

/** Rejects with `identity_linked`, or `email_not_confirmed`, because an unconfirmed address may be someone else's. */
export function requireLinkable(user: UserRow, provider: ProviderId): void {
  if (user.emailVerifiedAt === null) throw new Refusal('email_not_confirmed');
  if (user[identityFields[provider].key] !== null) throw new Refusal('identity_linked');
}

/** Links the identity. Rejects like `requireLinkable` and `lockMemberIn`, or with `identity_taken`. */
export async function linkOwnIdentity(
  db: Db,
  owner: IdentityOwner,
  account: LinkedAccount,
  act: IdentityAct,
): Promise<void> {
  try {
    await inTransaction(db, async (tx) => {
      const user = await lockMemberIn(tx, owner);
      if (user[identityFields[act.provider].key] === account.key) return;
      requireLinkable(user, act.provider);
      await storeIdentity(tx, user, account, act);
    });
  } catch (error) {
    if (!identityIndexes.some((index) => isUniqueViolation(error, index))) throw error;
    throw new Refusal('identity_taken', { cause: error });
  }
}

/** Returns the ids of ended sessions. Rejects with `identity_not_found`, `last_way_in`, or like `lockMemberIn`. */
export async function unlinkOwnIdentity(
  db: Db,
  { config, jobs }: Pick<Deps, 'config' | 'jobs'>,
  owner: IdentityOwner,
  act: Omit<IdentityAct, 'jobs'>,
): Promise<string[]> {
  return inTransaction(db, async (tx) => {
    const user = await lockMemberIn(tx, owner);
    if (user[identityFields[act.provider].key] === null) throw new Refusal('identity_not_found');
    const ended = await removeIdentity(tx, user, { ...act, jobs });
    await requireWayIn(tx, config, user.id);
    return ended;
  });
}

/** Unlinks identities for the operator, ends all sessions and returns the providers. Rejects with `user_not_found`. */
export async function unlinkByOperator(
  db: Db,
  { jobs, email, now }: OperatorChange,
  only?: ProviderId,
): Promise<ProviderId[]> {
  return inTransaction(db, async (tx) => {
    const user = await lockAccount(tx, email);
    const linked = linkedProvidersOf(user).filter((provider) => only === undefined || provider === only);
    await tx.update(users).set({ linksByEmail: false, updatedAt: now }).where(eq(users.id, user.id));
    for (const provider of linked)
      await removeIdentity(tx, user, { jobs, provider, request: undefined, now });
    await endSessionsOf(tx, user.id);
    await revokeApiTokensOf(tx, user.id);
    const before = { providers: linked };
    await recordAction(tx, { actorId: null, now }, { action: 'user.unlinked', targetId: user.id, before });
    return linked;
  });
}
