import type { Instance } from '@zapdeck/contract/instance/instance';
import { termsInForce } from '@zapdeck/contract/instance/public-instance';
import type { UserRow } from '../db/schema/users.table.ts';

/** Returns the version of the terms that the user has yet to accept; null if there is none. Guests accept none. */
export function termsToAccept(
  { isGuest, termsVersion }: Pick<UserRow, 'isGuest' | 'termsVersion'>,
  instance: Instance,
): number | null {
  const inForce = termsInForce(instance);
  return isGuest || inForce === null || (termsVersion ?? 0) >= inForce ? null : inForce;
}
