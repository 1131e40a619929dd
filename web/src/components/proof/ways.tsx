import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  CodeProof as CodeProofRules,
  PasswordProof as PasswordProofRules,
  prove,
  waysToProve,
} from '@zapdeck/contract/sign-in/proof';
import type { ProviderId } from '@zapdeck/contract/sign-in/providers';
import { useEffect } from 'react';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { sayPasskeyProblem } from '../../lib/passkey-problem.ts';
import { useUser } from '../../lib/session.ts';
import { readSignInWays } from '../../lib/sign-in-ways.ts';
import { useAction } from '../../lib/use-action.ts';
import { CodeField } from '../factor/code-field.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { Button } from '../ui/button.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { SheetForm } from '../ui/sheet-form.tsx';

/** Confirms the identity with a code of the authenticator app, or with a recovery code. */
function CodeProof({ onProved }: { onProved: () => void }) {
  const form = useForm(CodeProofRules, { code: '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: (body: { code: string }) => call(prove, { body }),
    failure: {
      action: 'prove-with-code',
      title: t`Couldn’t confirm that it is you`,
    },
    onDone: onProved,
    leaves: true,
  });
  return (
    <form ref={ref} noValidate className="grid gap-2" onSubmit={form.submit(start)}>
      <CodeField {...bind('code')} error={errors.code} />
      <Button type="submit" className="w-full" pending={pending ? t`Checking…` : undefined}>
        {t`Confirm`}
      </Button>
    </form>
  );
}

/** Confirms the identity with a passkey of the account. */
function PasskeyProof({ onProved }: { onProved: () => void }) {
  const { pending, start } = useAction({
    work: async () => (await import('./passkey-answer.ts')).proveWithPasskey(),
    failure: {
      action: 'prove-with-passkey',
      title: t`Couldn’t confirm that it is you`,
    },
    onError: (error) => sayPasskeyProblem(error, t`Couldn’t confirm that it is you`),
    onDone: onProved,
    leaves: true,
  });
  return (
    <Button
      className="w-full"
      pending={pending ? t`Waiting for your device…` : undefined}
      onClick={start}
    >{t`Use a passkey`}</Button>
  );
}

interface PasswordProofProps {
  onClose: () => void;
  onProved: () => void;
}

/** Confirms the identity with the password of the account. */
function PasswordProof({ onClose, onProved }: PasswordProofProps) {
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

/** Links to sign in again with the providers of the account. They lead back to this screen. */
function ProviderProof({ ids }: { ids: readonly ProviderId[] }) {
  const query = useQuery({ queryKey: ['sign-in-ways'], queryFn: readSignInWays });
  const returnTo = encodeURIComponent(location.pathname);
  return (
    <QueryView
      query={query}
      failure={t`Couldn’t load the ways to confirm`}
      skeleton={<div className="h-12" />}
    >
      {({ providers }) => (
        <ul className="grid gap-2.5">
          {providers
            .filter(({ id, isConfigured }) => isConfigured && ids.includes(id))
            .map(({ id, name, loginPath }) => (
              <li key={id}>
                <a
                  href={`${loginPath}?returnTo=${returnTo}`}
                  className={buttonClass('secondary', 'md', 'w-full')}
                >
                  {t`Sign in with ${name} again`}
                </a>
              </li>
            ))}
        </ul>
      )}
    </QueryView>
  );
}

interface Props {
  onClose: () => void;
  onProved: () => void;
}

/** Lists the ways to prove the identity. */
export function Ways({ onClose, onProved }: Props) {
  const query = useQuery({
    queryKey: ['ways-to-prove'],
    queryFn: () => call(waysToProve, {}),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <QueryView
      query={query}
      failure={t`Couldn’t load the ways to confirm`}
      skeleton={<div className="h-40" />}
    >
      {({ ways, providers }) => (
        <div className="grid gap-4">
          {/* Before the password, whose buttons end the sheet. */}
          {providers.length > 0 ? <ProviderProof ids={providers} /> : null}
          {ways.includes('password') ? <PasswordProof onClose={onClose} onProved={onProved} /> : null}
          {ways.includes('passkey') ? <PasskeyProof onProved={onProved} /> : null}
          {ways.includes('passkey') && ways.includes('code') ? (
            <p className="text-center text-sm text-muted">{t`or`}</p>
          ) : null}
          {ways.includes('code') ? <CodeProof onProved={onProved} /> : null}
        </div>
      )}
    </QueryView>
  );
}
