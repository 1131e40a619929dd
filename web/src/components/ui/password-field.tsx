import type { Bound } from '../../lib/form.ts';
import { Field } from './field.tsx';
import { PasswordInput, type RevealLabels } from './password-input.tsx';

interface Props extends Bound {
  label: string;
  hint?: string;
  error: string | undefined;
  autoComplete: 'current-password' | 'new-password';
  reveal?: RevealLabels;
}

/** Labelled password field with a button that shows the password. */
export function PasswordField({ label, hint = '', error, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <PasswordInput {...control} {...rest} required />}
    </Field>
  );
}
