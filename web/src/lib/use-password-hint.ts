import { plural, t } from '@lingui/core/macro';
import {
  PASSWORD_MIN,
  PASSWORD_MIN_STRICT,
  type PasswordPolicy,
  policyFor,
} from '@zapdeck/contract/sign-in/auth';
import type { Role } from '@zapdeck/contract/accounts/roles';
import { useEffect, useState } from 'react';
import { readSignInWays } from './sign-in-ways.ts';

function hintFor(policy: PasswordPolicy): string {
  return policy === 'strict'
    ? t`${plural(PASSWORD_MIN_STRICT, {
        one: 'At least # character, and not easy to guess',
        other: 'At least # characters, and not easy to guess',
      })}`
    : t`${plural(PASSWORD_MIN, { one: 'At least # character', other: 'At least # characters' })}`;
}

/** Returns the server's rule for new passwords, or the basic rule until the server responds. */
export function usePasswordHint(owner: { role: Role }): string {
  const [policy, setPolicy] = useState<PasswordPolicy>('basic');
  useEffect(() => {
    let isGone = false;
    readSignInWays().then(
      ({ passwordPolicy }) => isGone || setPolicy(passwordPolicy),
      // Without a hint, a refused password still gets a message.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, []);
  return hintFor(policyFor(policy, owner));
}
