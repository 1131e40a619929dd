import type { UserRow } from '../db/schema/users.table.ts';

/** Returns the user with the role of the session. A claimed role counts only in sessions of the provider that sends the claim. */
export function withSessionRole(user: UserRow, isFromPlatform = false): UserRow {
  if (isFromPlatform || user.role === user.givenRole) return user;
  return { ...user, role: user.givenRole, isAdmin: user.givenRole === 'admin' };
}
