import type { Instance } from '@zapdeck/contract/instance';
import { canModerate } from '@zapdeck/contract/roles';
import type { UserRow } from '../db/schema/users.table.ts';

/** The user as the session presents them: with the rights that the session gives. */
export interface SessionUser extends UserRow {
  /** Why the rights of the role are missing: the account has no second factor, or the session has not used it. */
  missingFactor?: 'enrol' | 'confirm';
}

/** Presents a moderator or an admin without the required second factor as a member. */
export function withholdRole(
  user: UserRow,
  { hasFactor }: { hasFactor: boolean },
  { requireFactor }: Pick<Instance, 'requireFactor'>,
): SessionUser {
  if (!requireFactor || !canModerate(user) || (user.hasFactor && hasFactor)) return user;
  const missingFactor = user.hasFactor ? 'confirm' : 'enrol';
  return { ...user, role: 'member', isAdmin: false, missingFactor };
}
