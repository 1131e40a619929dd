import { PASSWORD_MIN, PASSWORD_MIN_STRICT, type PasswordPolicy, policyFor } from '@zapdeck/contract/auth';
import { useEffect, useState } from 'react';
import { readSignInWays } from './sign-in-ways.ts';

const hints: Readonly<Record<PasswordPolicy, string>> = {
  basic: `At least ${PASSWORD_MIN} characters`,
  strict: `At least ${PASSWORD_MIN_STRICT} characters, and not one that everybody would guess`,
};

/** What a new password needs on this server, in words; the common rule until the server's own is known. */
export function usePasswordHint({ isAdmin }: { isAdmin: boolean }): string {
  const [policy, setPolicy] = useState<PasswordPolicy>('basic');
  useEffect(() => {
    let isGone = false;
    readSignInWays().then(
      ({ passwordPolicy }) => isGone || setPolicy(passwordPolicy),
      // The server says again what is wrong with a password when it refuses one.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return hints[policyFor(policy, { isAdmin })];
}
