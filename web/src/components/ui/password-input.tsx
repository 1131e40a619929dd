import { t } from '@lingui/core/macro';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { TextInput } from './text-input.tsx';

/** A password that can be shown. `what` names it in the label of the switch. */
export function PasswordInput({ what = 'password', ...rest }: ComponentProps<'input'> & { what?: string }) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <TextInput
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="pr-13"
      />
      <IconButton
        label={`${shown ? t`Hide` : t`Show`} ${what}`}
        aria-pressed={shown}
        className="absolute top-0.5 right-1 text-muted"
        onClick={() => setShown(!shown)}
      >
        <Icon size={20} />
      </IconButton>
    </div>
  );
}
