import { t } from '@lingui/core/macro';
import type { Bound } from '../../lib/form.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface Props extends Bound {
  error: string | undefined;
  /** For the browser's autofill: `username webauthn` on sign-in forms, which also offers passkeys. */
  autoComplete: 'username' | 'username webauthn' | 'email' | 'off';
  label?: string;
}

/** Field for an email address, with the right keyboard and without corrections. */
export function EmailField({ label = t`Email`, error, ...rest }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          {...rest}
          type="email"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
        />
      )}
    </Field>
  );
}
