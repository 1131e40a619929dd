import { randomBytes } from 'node:crypto';
import type { AuditAction } from '@zapdeck/contract/audit-log';
import { filled } from '@zapdeck/contract/message';
import { asc, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { isCheckViolation } from '../../db/constraints.ts';
import { Refusal } from '../../http/refusal.ts';
import { endSessionsOf } from '../../http/session-changes.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { revokeTokens } from '../auth/account-tokens.ts';
import type { PasswordHasher } from '../auth/passwords.ts';
import { type SecurityEvent, securityMails } from '../auth/security-mails.ts';
import { type UserRow, users } from '../../db/schema/users.table.ts';

const GENERATED_PASSWORD_BYTES = 12;

interface Operation {
  jobs: JobQueue;
  email: string;
  now: Date;
}

interface Change {
  values: Partial<Pick<UserRow, 'isAdmin' | 'passwordHash'>>;
  action: Extract<AuditAction, `user.${string}`>;
  event: SecurityEvent;
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

async function changeAccount(
  db: Db,
  { jobs, email, now }: Operation,
  { values, action, event }: Change,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ ...values, updatedAt: now })
      .where(eq(users.email, email))
      .returning({ id: users.id });
    if (!user) throw unknownAccount(email);
    await endSessionsOf(tx, user.id);
    if (values.passwordHash !== undefined) await revokeTokens(tx, user.id, 'reset_password');
    await recordAction(tx, { actorId: null, now }, { action, targetId: user.id });
    await jobs.enqueue(tx, securityMails, { event, userId: user.id, at: now.toISOString() });
  });
}

/** Ends all sessions. Rejects with `user_not_found`. */
export async function grantAdmin(db: Db, operation: Operation): Promise<void> {
  await changeAccount(db, operation, {
    values: { isAdmin: true },
    action: 'user.promoted',
    event: 'admin_granted_by_operator',
  });
}

/** Rejects with `user_not_found` and `last_admin`. */
export async function revokeAdmin(db: Db, operation: Operation): Promise<void> {
  try {
    await changeAccount(db, operation, {
      values: { isAdmin: false },
      action: 'user.demoted',
      event: 'admin_revoked_by_operator',
    });
  } catch (error) {
    if (isCheckViolation(error, 'users_last_admin')) throw new Refusal('last_admin');
    throw error;
  }
}

/** Returns a random password. Rejects with `user_not_found`. */
export async function resetPassword(
  db: Db,
  passwords: PasswordHasher,
  operation: Operation,
): Promise<string> {
  const password = randomBytes(GENERATED_PASSWORD_BYTES).toString('base64url');
  const passwordHash = await passwords.hash(password);
  await changeAccount(db, operation, {
    values: { passwordHash },
    action: 'user.password_reset',
    event: 'password_set_by_operator',
  });
  return password;
}

export async function listAdmins(db: Db): Promise<Pick<UserRow, 'email' | 'createdAt'>[]> {
  return db
    .select({ email: users.email, createdAt: users.createdAt })
    .from(users)
    .where(eq(users.isAdmin, true))
    .orderBy(asc(users.createdAt), asc(users.id));
}
