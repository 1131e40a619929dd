import type { ClaimRole } from '@zapdeck/contract/claim-roles';
import { higherRole, type Role } from '@zapdeck/contract/roles';
import { eq } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { type Client, recordSecurityEvent } from '../../http/security-events.ts';
import { endSessionsOf } from '../../http/session-changes.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { roleEventOf, securityMails } from '../auth/security-mails.ts';
import { withoutApproval } from '../users/admin-users.ts';
import { readClaimSettings } from './claim-settings.ts';

function roleOf(values: readonly string[], claimRoles: readonly ClaimRole[]): Role {
  const claimed = new Set(values);
  return claimRoles
    .filter(({ value }) => claimed.has(value))
    .map<Role>(({ role }) => role)
    .reduce(higherRole, 'member');
}

interface SignIn {
  jobs: JobQueue;
  userId: string;
  /** Values of the claim. */
  values: readonly string[];
  request: Client;
  now: Date;
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
  { jobs, request, now }: SignIn,
  before: UserRow,
  after: Role,
): Promise<void> {
  const { id: targetId, role } = before;
  const details = { before: role, after, by: 'provider' } as const;
  await recordSecurityEvent(tx, { userId: targetId, event: 'role_changed', request, details, now });
  await endSessionsOf(tx, targetId);
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
  const event = roleEventOf({ before: role, after, by: 'provider' });
  await jobs.enqueue(tx, securityMails, { event, userId: targetId, at: now.toISOString() });
}

/** Says once that the last active admin keeps the role. */
async function keepRole(tx: Db, { jobs, now }: SignIn, { id, role, claimLostAt }: UserRow): Promise<void> {
  if (claimLostAt !== null) return;
  await tx.update(users).set({ claimLostAt: now, updatedAt: now }).where(eq(users.id, id));
  await recordAction(tx, { actorId: null, now }, { action: 'user.role_kept', targetId: id, after: { role } });
  await jobs.enqueue(tx, securityMails, { event: 'admin_kept', userId: id, at: now.toISOString() });
}

/**
 * Gives the account the role of its claim, and takes away a role that only an earlier claim gave. A changed role ends all
 * sessions. Returns true if the last active admin has lost the claim and keeps the role.
 */
export async function updateClaimedRole(tx: Db, signIn: SignIn): Promise<boolean> {
  const { userId, values, now } = signIn;
  const isOwner = eq(users.id, userId);
  const before = one(await tx.select().from(users).where(isOwner).for('no key update'));
  const { claimRoles } = await readClaimSettings(tx);
  const claimedRole = roleOf(values, claimRoles);
  if (claimedRole === before.claimedRole && before.claimLostAt === null) return false;
  try {
    const { role } = await storeRole(tx, before, claimedRole, now);
    if (role !== before.role) await reportChange(tx, signIn, before, role);
    return false;
  } catch (error) {
    if (!isCheckViolation(error, 'users_last_admin')) throw error;
    await keepRole(tx, signIn, before);
    return true;
  }
}
