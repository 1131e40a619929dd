import { plural, t } from '@lingui/core/macro';
import type { Role } from '@zapdeck/contract/accounts/roles';
import {
  PASSWORD_MIN,
  PASSWORD_MIN_STRICT,
  type PasswordPolicy,
  policyFor,
} from '@zapdeck/contract/sign-in/auth';
import { useEffect, useState } from 'react';
import type { Bound } from '../../lib/form.ts';
import { readSignInWays } from '../../lib/sign-in-ways.ts';
import { PasswordField } from './password-field.tsx';

function hintFor(policy: PasswordPolicy): string {
  return policy === 'strict'
    ? t`${plural(PASSWORD_MIN_STRICT, {
        one: 'At least # character, and not easy to guess',
        other: 'At least # characters, and not easy to guess',
      })}`
    : t`${plural(PASSWORD_MIN, { one: 'At least # character', other: 'At least # characters' })}`;
}

/** Returns the server's rule for new passwords, or the basic rule until the server responds. */
function usePasswordHint(owner: { role: Role }): string {
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

type Name = 'password' | 'confirmPassword';

interface Props {
  form: { errors: Partial<Record<Name, string>>; bind: (name: Name) => Bound };
  isNew?: boolean;
  role?: Role;
}

/** Two fields for a new password, with the server's password rule as hint. */
export function NewPasswordFields({ form: { errors, bind }, isNew = false, role = 'member' }: Props) {
  const hint = usePasswordHint({ role });
  return (
    <>
      <PasswordField
        {...bind('password')}
        label={isNew ? t`New password` : t`Password`}
        {...(isNew && { reveal: { show: t`Show new password`, hide: t`Hide new password` } })}
        hint={hint}
        error={errors.password}
        autoComplete="new-password"
      />
      <PasswordField
        {...bind('confirmPassword')}
        label={t`Confirm password`}
        reveal={{ show: t`Show password confirmation`, hide: t`Hide password confirmation` }}
        error={errors.confirmPassword}
        autoComplete="new-password"
      />
    </>
  );
}
