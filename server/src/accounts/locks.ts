import { canModerate, type Role } from '@zapdeck/contract/accounts/roles';
import { lesserRole } from '@zapdeck/contract/accounts/scopes';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { waitForLocks } from '../db/row-locks.ts';
import { type UserRow, users } from '../db/schema/users.table.ts';
import { Refusal } from '../http/refusal.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { isSuspended, sessionSuspended } from './account-state.ts';

/** `role` is the role of the request. With an API token, it can be lower than the stored one. */
export type Moderator = Pick<UserRow, 'id'> & Partial<Pick<UserRow, 'role'>>;

export type NeededRole = Exclude<Role, 'member'>;

/** Rejects with `forbidden` if the user has lost the role or is suspended. */
export function requireRole(
  user: Pick<UserRow, 'role' | 'suspendedAt'> | undefined,
  needed: NeededRole,
): asserts user {
  const isEnough = user && (needed === 'admin' ? user.role === 'admin' : canModerate(user));
  if (!isEnough || user.suspendedAt) throw new Refusal('forbidden');
}

async function lockRole(tx: Db, { id, role }: Moderator, needed: NeededRole): Promise<Role> {
  const [stored] = await tx
    .select({ role: users.role, suspendedAt: users.suspendedAt })
    .from(users)
    .where(eq(users.id, id))
    .for('share');
  const user = stored && { ...stored, role: lesserRole(stored.role, role ?? stored.role) };
  requireRole(user, needed);
  return user.role;
}

/** Locks users before apps, as everywhere, and returns the role. Rejects with `forbidden` like `requireRole`. */
export async function lockModerator(tx: Db, moderator: Moderator): Promise<Role> {
  return lockRole(tx, moderator, 'moderator');
}

/** Works like `lockModerator`, for admins. */
export async function lockAdmin(tx: Db, admin: Moderator): Promise<void> {
  await lockRole(tx, admin, 'admin');
}

/** Works like `lockAdmin`, for work that may then wait for many apps. */
export async function lockAdminPatiently(tx: Db, admin: Moderator): Promise<void> {
  await waitForLocks(tx);
  await lockAdmin(tx, admin);
}

/** Locks and returns the account. Rejects with `unauthorized` or `session_suspended` if it was deleted or suspended. */
export async function lockMember(
  tx: Db,
  id: string,
  strength: 'share' | 'no key update' = 'no key update',
): Promise<UserRow> {
  const [person] = await tx.select().from(users).where(eq(users.id, id)).for(strength);
  if (!person) throw new Refusal('unauthorized');
  if (isSuspended(person)) throw sessionSuspended(person);
  return person;
}

/** Rejects with `unauthorized` if the session has ended, because an ended session must not change anything. */
export async function lockSession(tx: Db, sid: string | undefined): Promise<void> {
  const isThis = eq(sessions.sid, sid ?? '');
  const [session] = await tx.select({ sid: sessions.sid }).from(sessions).where(isThis).for('share');
  if (!session) throw new Refusal('unauthorized');
}

/** Locks the member, then the session. Rejects as `lockMember` and `lockSession` do. */
export async function lockMemberIn(
  tx: Db,
  { userId, sid }: { userId: string; sid: string | undefined },
): Promise<UserRow> {
  const person = await lockMember(tx, userId);
  await lockSession(tx, sid);
  return person;
}
