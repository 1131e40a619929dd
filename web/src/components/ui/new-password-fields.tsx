import type { Bound } from '../../lib/form.ts';
import { usePasswordHint } from '../../lib/use-password-hint.ts';
import { PasswordField } from './password-field.tsx';

type Name = 'password' | 'confirmPassword';

interface Props {
  form: { errors: Partial<Record<Name, string>>; bind: (name: Name) => Bound };
  label?: 'Password' | 'New Password';
  isAdmin?: boolean;
}

/** Where a new password is typed twice, with the rule that this server holds it to. */
export function NewPasswordFields({ form: { errors, bind }, label = 'Password', isAdmin = false }: Props) {
  const hint = usePasswordHint({ isAdmin });
  return (
    <>
      <PasswordField
        {...bind('password')}
        label={label}
        what={label.toLowerCase()}
        hint={hint}
        error={errors.password}
        autoComplete="new-password"
      />
      <PasswordField
        {...bind('confirmPassword')}
        label="Confirm Password"
        what="password confirmation"
        error={errors.confirmPassword}
        autoComplete="new-password"
      />
    </>
  );
}
