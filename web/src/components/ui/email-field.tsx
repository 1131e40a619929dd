import type { Bound } from '../../lib/form.ts';
import { Field } from './field.tsx';
import { TextInput } from './text-input.tsx';

interface Props extends Bound {
  error: string | undefined;
  /** For the browser's memory: `username` where somebody signs in. */
  autoComplete: 'username' | 'email' | 'off';
  label?: string;
}

/** Where an email address is typed, with the right keyboard and nothing that changes what is typed. */
export function EmailField({ label = 'Email', error, ...rest }: Props) {
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
