import { t } from '@lingui/core/macro';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import type { Bound } from '../../lib/form.ts';
import { Field } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './text-input.tsx';

interface RevealLabels {
  show: string;
  hide: string;
}

interface PasswordInputProps extends ComponentProps<'input'> {
  /** Needed if a form has several passwords. */
  reveal?: RevealLabels | undefined;
}

/** A password field with a button that shows the password. */
export function PasswordInput({ reveal, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const { show, hide } = reveal ?? { show: t`Show password`, hide: t`Hide password` };
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        {...rest}
        // The button's side and the padding depend on the direction of the page. Only the text has its own.
        dir={undefined}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pe-13 [unicode-bidi:plaintext]"
      />
      <IconButton
        label={shown ? hide : show}
        aria-pressed={shown}
        className="absolute top-0.5 inset-e-1 text-muted"
        onClick={() => setShown(!shown)}
      >
        <Icon size={20} />
      </IconButton>
    </div>
  );
}

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
