import { t } from '@lingui/core/macro';
import type { Role } from '@zapdeck/contract/accounts/roles';
import type { Bound } from '../../lib/form.ts';
import { usePasswordHint } from '../../lib/use-password-hint.ts';
import { PasswordField } from './password-field.tsx';

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
