import { randomBytes } from 'node:crypto';
import { higherRole, type Role } from '@zapdeck/contract/accounts/roles';
import { filled } from '@zapdeck/contract/wire/message';
import { asc, desc, eq, ne } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { Refusal } from '../../http/refusal.ts';
import { recordSecurityEvent } from '../../accounts/security-events.ts';
import { revokeApiTokensOf } from '../../accounts/api-tokens.ts';
import { endSessionsOf } from '../../accounts/session-changes.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { revokeTokens } from '../auth/account-tokens.ts';
import type { PasswordHasher } from '../../accounts/passwords.ts';
import { roleEventOf, type MailedEvent, securityMails } from '../auth/security-mails.ts';
import { removeFactorsOf } from '../factors/remove-factors.ts';
import { withoutApproval } from './admin-users.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';

const GENERATED_PASSWORD_BYTES = 12;

export interface OperatorChange {
  jobs: JobQueue;
  email: string;
  now: Date;
}

function unknownAccount(email: string): Refusal {
  return new Refusal('user_not_found', {
    message: filled('There is no account with the email {email}.', { email }),
  });
}

export async function findAccount(db: Db, email: string): Promise<UserRow> {
  const [user] = await db.select().from(users).where(eq(users.email, email));
  if (!user) throw unknownAccount(email);
  return user;
}

const eventOf = {
  'user.promoted': 'role_changed',
  'user.demoted': 'role_changed',
  'user.password_reset': 'password_changed',
  'user.factors_reset': 'factors_reset',
} as const;

interface AccountChange {
  values: Partial<
    Pick<UserRow, 'givenRole' | 'passwordHash' | 'mustBeApproved' | 'refusedAt' | 'linksByEmail'>
  >;
  deed: { action: keyof typeof eventOf; before?: { role: Role }; after?: { role: Role } };
  event: MailedEvent | null;
}

async function changeAccount(
  tx: Db,
  { jobs, now }: OperatorChange,
  { id }: UserRow,
  { values, deed, event }: AccountChange,
): Promise<void> {
  await tx
    .update(users)
    .set({ ...values, updatedAt: now })
    .where(eq(users.id, id));
  await endSessionsOf(tx, id);
  if (values.passwordHash !== undefined) {
    await revokeTokens(tx, id, 'reset_password');
    await revokeApiTokensOf(tx, id);
  }
  await recordAction(tx, { actorId: null, now }, { ...deed, targetId: id });
  if (event === null) return;
  await jobs.enqueue(tx, securityMails, { event, userId: id, at: now.toISOString() });
  const { before, after } = deed;
  await recordSecurityEvent(tx, {
    userId: id,
    event: eventOf[deed.action],
    details: { ...(before && after && { before: before.role, after: after.role }), by: 'operator' },
    now,
  });
}

/** Rejects with `user_not_found`. */
export async function lockAccount(tx: Db, email: string): Promise<UserRow> {
  const [user] = await tx.select().from(users).where(eq(users.email, email)).for('no key update');
  if (!user) throw unknownAccount(email);
  return user;
}

/** Sets the given role and returns the earlier account. Rejects with `user_not_found` or `last_admin`. */
export async function changeRole(db: Db, operation: OperatorChange, givenRole: Role): Promise<UserRow> {
  try {
    return await inTransaction(db, async (tx) => {
      const account = await lockAccount(tx, operation.email);
      if (account.givenRole === givenRole) return account;
      const before = account.role;
      const after = higherRole(givenRole, account.claimedRole);
      const isChanged = after !== before;
      await changeAccount(tx, operation, account, {
        values: { givenRole, ...(after !== 'member' && withoutApproval) },
        deed: {
          action: givenRole === 'member' ? 'user.demoted' : 'user.promoted',
          before: { role: isChanged ? before : account.givenRole },
          after: { role: isChanged ? after : givenRole },
        },
        event: isChanged ? roleEventOf({ before, after, by: 'operator' }) : null,
      });
      return account;
    });
  } catch (error) {
    if (isCheckViolation(error, 'users_last_admin')) throw new Refusal('last_admin');
    throw error;
  }
}

/** Returns a new random password. Then only the owner can link identities. Rejects with `user_not_found`. */
export async function resetPassword(
  db: Db,
  passwords: PasswordHasher,
  operation: OperatorChange,
): Promise<string> {
  const password = randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url');
  const passwordHash = await passwords.hash(password);
  await inTransaction(db, async (tx) =>
    changeAccount(tx, operation, await lockAccount(tx, operation.email), {
      values: { passwordHash, linksByEmail: false },
      deed: { action: 'user.password_reset' },
      event: 'password_set_by_operator',
    }),
  );
  return password;
}

/** Removes all second factors. Then only the owner can link identities. Rejects with `user_not_found`. */
export async function resetFactors(db: Db, operation: OperatorChange): Promise<void> {
  await inTransaction(db, async (tx) => {
    const account = await lockAccount(tx, operation.email);
    await removeFactorsOf(tx, account.id);
    await revokeApiTokensOf(tx, account.id);
    await changeAccount(tx, operation, account, {
      values: { linksByEmail: false },
      deed: { action: 'user.factors_reset' },
      event: 'factors_reset_by_operator',
    });
  });
}

/** Lists admins, then moderators, each by age. */
export async function listRoles(
  db: Db,
): Promise<Pick<UserRow, 'email' | 'role' | 'givenRole' | 'createdAt'>[]> {
  const { email, role, givenRole, createdAt } = users;
  return db
    .select({ email, role, givenRole, createdAt })
    .from(users)
    .where(ne(users.role, 'member'))
    .orderBy(desc(users.role), asc(users.createdAt), asc(users.id));
}
