import type { ClaimRole } from '@zapdeck/contract/sign-in/claim-roles';
import { higherRole, type Role } from '@zapdeck/contract/accounts/roles';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Client, recordSecurityEvent } from '../../accounts/security-events.ts';
import { endSessionsOf } from '../../accounts/session-changes.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { roleEventOf, type MailedEvent, securityMails } from '../auth/security-mails.ts';
import { withoutApproval } from '../users/admin-users.ts';
import { readValues } from '../settings/settings.ts';
import { claimsKind } from '../settings/kinds.ts';

function roleOf(values: readonly string[], claimRoles: readonly ClaimRole[]): Role {
  const claimed = new Set(values);
  return claimRoles
    .filter(({ value }) => claimed.has(value))
    .map<Role>(({ role }) => role)
    .reduce(higherRole, 'member');
}

interface RoleUpdate {
  jobs: JobQueue;
  userId: string;
  request: Client | undefined;
  now: Date;
}

interface ClaimedSignIn extends RoleUpdate {
  values: readonly string[];
}

async function storeRole(tx: Db, user: UserRow, claimedRole: Role, now: Date): Promise<UserRow> {
  const role = higherRole(user.givenRole, claimedRole);
  const values = {
    claimedRole,
    claimLostAt: null,
    ...(role !== 'member' && withoutApproval),
    updatedAt: now,
  };
  return inTransaction(tx, async (savepoint) =>
    one(await savepoint.update(users).set(values).where(eq(users.id, user.id)).returning()),
  );
}

async function reportChange(
  tx: Db,
  { jobs, request, now }: RoleUpdate,
  { before: { id: targetId, role }, after, event }: { before: UserRow; after: Role; event: MailedEvent },
): Promise<void> {
  const details = { before: role, after, by: 'provider' } as const;
  await recordSecurityEvent(tx, { userId: targetId, event: 'role_changed', request, details, now });
  await recordAction(
    tx,
    { actorId: null, now },
    {
      action: higherRole(role, after) === after ? 'user.role_claimed' : 'user.claim_lost',
      targetId,
      before: { role },
      after: { role: after },
    },
  );
  await jobs.enqueue(tx, securityMails, { event, userId: targetId, at: now.toISOString() });
}

async function keepRole(
  tx: Db,
  { jobs, now }: ClaimedSignIn,
  { id, role, claimLostAt }: UserRow,
): Promise<void> {
  if (claimLostAt !== null) return;
  await tx.update(users).set({ claimLostAt: now, updatedAt: now }).where(eq(users.id, id));
  await recordAction(tx, { actorId: null, now }, { action: 'user.role_kept', targetId: id, after: { role } });
  await jobs.enqueue(tx, securityMails, { event: 'admin_kept', userId: id, at: now.toISOString() });
}

/** Updates the role from the claim. A change ends all sessions. Returns true if the last active admin keeps a lost role. */
export async function updateClaimedRole(tx: Db, signIn: ClaimedSignIn): Promise<boolean> {
  const { userId, values, now } = signIn;
  const isOwner = eq(users.id, userId);
  const before = one(await tx.select().from(users).where(isOwner).for('no key update'));
  const { claimRoles } = await readValues(tx, claimsKind);
  const claimedRole = roleOf(values, claimRoles);
  if (claimedRole === before.claimedRole && before.claimLostAt === null) return false;
  try {
    const { role } = await storeRole(tx, before, claimedRole, now);
    if (role === before.role) return false;
    await endSessionsOf(tx, userId);
    const event = roleEventOf({ before: before.role, after: role, by: 'provider' });
    await reportChange(tx, signIn, { before, after: role, event });
    return false;
  } catch (error) {
    if (!isCheckViolation(error, 'users_last_admin')) throw error;
    await keepRole(tx, signIn, before);
    return true;
  }
}

/**
 * Removes a claimed role while its identity is unlinked. Lock the user first. The last active admin keeps the role as a
 * given one. Then all sessions end, because sessions without the provider would gain it.
 */
export async function dropClaimedRole(tx: Db, act: RoleUpdate): Promise<void> {
  const { jobs, userId, now } = act;
  const before = one(await tx.select().from(users).where(eq(users.id, userId)));
  if (before.claimedRole === 'member') return;
  try {
    const { role } = await storeRole(tx, before, 'member', now);
    if (role !== before.role)
      await reportChange(tx, act, { before, after: role, event: 'role_lost_with_identity' });
  } catch (error) {
    if (!isCheckViolation(error, 'users_last_admin')) throw error;
    const kept = {
      givenRole: before.role,
      claimedRole: 'member',
      claimLostAt: null,
      updatedAt: now,
    } as const;
    await tx.update(users).set(kept).where(eq(users.id, userId));
    await endSessionsOf(tx, userId);
    const stays = { action: 'user.role_kept', targetId: userId, after: { role: before.role } } as const;
    await recordAction(tx, { actorId: null, now }, stays);
    await jobs.enqueue(tx, securityMails, {
      event: 'admin_kept_without_identity',
      userId,
      at: now.toISOString(),
    });
  }
}
