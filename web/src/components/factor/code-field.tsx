import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { Bound } from '../../lib/form.ts';
import { Field } from '../ui/field.tsx';
import { TextInput } from '../ui/text-input.tsx';

interface Props extends Bound {
  error: string | undefined;
  /** False before the first code: there are no recovery codes yet. */
  hasRecovery?: boolean;
}

const takeFocus = (input: HTMLInputElement | null) => input?.focus();

/** Field for a code of an authenticator app, or for a recovery code. Takes the focus. */
export function CodeField({ error, hasRecovery = true, ...rest }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const toggle = () => {
    rest.onChange({ target: { value: '' } });
    setRecovery(!isRecovery);
  };
  return (
    <div>
      <Field label={isRecovery ? t`Recovery code` : t`Code from your authenticator app`} error={error}>
        {(control) => (
          <TextInput
            {...control}
            {...rest}
            key={String(isRecovery)}
            ref={takeFocus}
            dir="ltr"
            className="font-mono text-lg tracking-widest"
            inputMode={isRecovery ? 'text' : 'numeric'}
            autoComplete={isRecovery ? 'off' : 'one-time-code'}
            autoCapitalize={isRecovery ? 'characters' : 'none'}
            autoCorrect="off"
            spellCheck={false}
          />
        )}
      </Field>
      {hasRecovery ? (
        <button
          type="button"
          className="inline-flex min-h-11 items-center rounded-field px-1 text-sm font-semibold text-brand-ink underline-offset-4 hover:underline"
          onClick={toggle}
        >
          {isRecovery ? t`Use the authenticator app` : t`Use a recovery code`}
        </button>
      ) : null}
    </div>
  );
}
