import { t } from '@lingui/core/macro';
import type { AdminUser } from '@zapdeck/contract/accounts/users';
import { inWords } from './in-words.ts';

/** Returns the role of a user with its source: an admin, a claim of the provider, or both. */
export function roleSourceOf({ givenRole, claimedRole, claimLostAt }: AdminUser): string {
  const given = inWords(givenRole);
  const claimed = inWords(claimedRole);
  if (claimLostAt !== null) return t`${claimed}, kept as the last active admin`;
  if (claimedRole === 'member') return givenRole === 'member' ? given : t`${given}, given by an admin`;
  return givenRole === 'member'
    ? t`${claimed}, from the provider`
    : t`${claimed}, from the provider; ${given}, given by an admin`;
}
