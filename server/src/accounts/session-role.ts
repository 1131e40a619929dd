import type { UserRow } from '../db/schema/users.table.ts';

/** A user with the role of a session. */
export interface RoleHolder extends UserRow {
  /** The session does not have the claimed role. */
  lacksClaimedRole?: boolean;
}

/** Returns the user with the role of the session. A claimed role counts only in sessions of the provider that sends the claim. */
export function withSessionRole(user: UserRow, isFromPlatform = false): RoleHolder {
  if (isFromPlatform || user.role === user.givenRole) return user;
  return { ...user, role: user.givenRole, isAdmin: user.givenRole === 'admin', lacksClaimedRole: true };
}
