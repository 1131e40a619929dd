import type { Instance } from '@zapdeck/contract/instance/instance';
import { canModerate } from '@zapdeck/contract/accounts/roles';
import type { UserRow } from '../db/schema/users.table.ts';
import type { Proof } from './session.ts';
import { type RoleHolder, withSessionRole } from './session-role.ts';

/** The user as the session presents them: with the rights that the session gives. */
export interface SessionUser extends RoleHolder {
  /** Why the rights of the role are missing: the account has no second factor, or the session has not used it. */
  missingFactor?: 'enrol' | 'confirm';
}

/**
 * Presents the owner of a session with the role of the session, and a moderator or an admin without the second factor as a
 * member. It is needed if the account has one or the instance requires one. It is one of the account, or one that the provider
 * has asked for.
 */
export function withholdRole(
  owner: UserRow,
  { hasFactor, isFromPlatform = false }: Pick<Proof, 'hasFactor' | 'isFromPlatform'>,
  { requireFactor }: Pick<Instance, 'requireFactor'>,
): SessionUser {
  const user = withSessionRole(owner, isFromPlatform);
  const isEnough = hasFactor && (user.hasFactor || isFromPlatform);
  const isNeeded = canModerate(user) && (user.hasFactor || requireFactor);
  if (!isNeeded || isEnough) return user;
  const missingFactor = user.hasFactor ? 'confirm' : 'enrol';
  return { ...user, role: 'member', isAdmin: false, missingFactor };
}
