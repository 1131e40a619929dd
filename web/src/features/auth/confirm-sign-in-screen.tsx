import { t } from '@lingui/core/macro';
import { completeSignIn, pendingSignIn } from '@zapdeck/contract/sign-in/identities';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { screens } from '@zapdeck/contract/instance/screens';
import { dropPendingAccount } from '@zapdeck/contract/sign-in/terms';
import { TotpForm } from '@zapdeck/contract/sign-in/totp';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Waiting } from '../../components/ui/spinner.tsx';
import { call } from '../../lib/call.ts';
import { useForm } from '../../lib/form.ts';
import { sayPasskeyProblem } from '../../lib/passkey-problem.ts';
import { say } from '../../lib/say.ts';
import { useAction } from '../../lib/use-action.ts';
import { AuthPage, usePending } from './auth-page.tsx';
import CodeStep from './code-step.tsx';

type Pending = ResponseOf<typeof pendingSignIn>;

const failure = (action: string) => ({
  action,
  title: t`Login failed`,
});

/** Loads the page that the server names, with the session. */
const open = ({ next }: ResponseOf<typeof completeSignIn>) => location.replace(next);

function PasskeyStep({ id }: Pick<Pending, 'id'>) {
  const { pending, start } = useAction({
    work: async () => {
      const { choosePasskey } = await import('./passkey-sign-in.ts');
      return call(completeSignIn, { body: { id, passkey: await choosePasskey() } });
    },
    failure: failure('confirm-with-passkey'),
    onError: (error) => sayPasskeyProblem(error, t`Login failed`),
    onDone: open,
    leaves: true,
  });
  return (
    <Button
      size="lg"
      className="w-full"
      pending={pending ? t`Waiting for your device…` : undefined}
      onClick={start}
    >{t`Use a passkey`}</Button>
  );
}

function CodeForm({ id, onBack }: Pick<Pending, 'id'> & { onBack: () => void }) {
  const form = useForm(TotpForm, { code: '' });
  const { ref, errors, bind } = form;
  const { pending, start } = useAction({
    form,
    work: ({ code }: { code: string }) => call(completeSignIn, { body: { id, code } }),
    failure: { ...failure('confirm-with-code'), isOfInput: true },
    onDone: open,
    leaves: true,
  });
  return (
    <form ref={ref} noValidate className="grid gap-4" onSubmit={form.submit(start)}>
      <CodeStep bound={bind('code')} error={errors.code} isPending={pending} onBack={onBack} />
    </form>
  );
}

function Confirmation({ id, provider, email, ways }: Pending) {
  const { start: cancel } = useAction({
    work: () => call(dropPendingAccount, {}),
    failure: { ...failure('drop-pending-sign-in'), title: t`Couldn’t cancel the sign-in` },
    onDone: () => navigate(screens.login.path, { replace: true }),
    leaves: true,
  });
  const hasPasskey = ways.includes('passkey');
  return (
    <AuthPage
      title={say(screens['confirm-sign-in'].title)}
      text={
        ways.length > 0
          ? t`You signed in with ${provider}. The account ${email} has a second factor: use it to continue.`
          : t`You signed in with ${provider}. The account ${email} has a passkey that cannot be used at this address. Sign in another way.`
      }
    >
      <div className="grid grid-cols-1 gap-4 wrap-anywhere">
        {hasPasskey ? <PasskeyStep id={id} /> : null}
        {hasPasskey && ways.includes('code') ? (
          <p className="text-center text-sm text-muted">{t`or`}</p>
        ) : null}
        {ways.includes('code') ? (
          <CodeForm id={id} onBack={cancel} />
        ) : (
          <Button variant="quiet" onClick={cancel}>{t`Back`}</Button>
        )}
      </div>
    </AuthPage>
  );
}

/** Asks for the second factor of the account at a sign-in with a provider. */
export default function ConfirmSignInScreen() {
  const pending = usePending(pendingSignIn);
  if (pending === undefined) return <Waiting />;
  if (pending !== null) return <Confirmation {...pending} />;
  return (
    <Notice title={t`You are not signed in`} text={t`This sign-in has expired. Please sign in again.`}>
      <ButtonLink href={screens.login.path}>{t`Log In`}</ButtonLink>
    </Notice>
  );
}
