import { t } from '@lingui/core/macro';
import { PasswordProof as PasswordProofRules, prove } from '@zapdeck/contract/sign-in/proof';
import { useEffect } from 'react';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { useUser } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { SheetForm } from '../ui/sheet-form.tsx';
import { PasswordField } from '../ui/password-field.tsx';

interface Props {
  onClose: () => void;
  onProved: () => void;
}

/** Confirms the identity with the password of the account. */
export function PasswordProof({ onClose, onProved }: Props) {
  const { email } = useUser();
  const form = useForm(PasswordProofRules, { password: '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: (body: { password: string }) => call(prove, { body }),
    failure: {
      action: 'prove',
      title: t`Couldn’t confirm that it is you`,
    },
    onDone: onProved,
    leaves: true,
  });
  // The dialog was open before the form appeared.
  useEffect(() => ref.current?.querySelector<HTMLElement>('[type=password]')?.focus(), [ref]);
  return (
    <SheetForm
      ref={ref}
      onSubmit={form.submit(start)}
      onClose={onClose}
      submit={t`Confirm`}
      pending={pending ? t`Checking…` : undefined}
    >
      {/* Password managers find the account by it. */}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField
        {...bind('password')}
        label={t`Password`}
        error={errors.password}
        autoComplete="current-password"
      />
    </SheetForm>
  );
}
