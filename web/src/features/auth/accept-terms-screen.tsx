import { t } from '@lingui/core/macro';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { screens } from '@zapdeck/contract/instance/screens';
import { createPendingAccount, dropPendingAccount, pendingAccount } from '@zapdeck/contract/sign-in/terms';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Waiting } from '../../components/ui/spinner.tsx';
import { call } from '../../lib/call.ts';
import { say } from '../../lib/say.ts';
import { useAction } from '../../lib/use-action.ts';
import { AuthPage, usePending } from './auth-page.tsx';
import { TermsLink, useTermsVersion } from './terms.tsx';

function Consent({ id, provider, email }: ResponseOf<typeof pendingAccount>) {
  const terms = useTermsVersion();
  const accept = useAction({
    work: () => call(createPendingAccount, { body: { id, termsVersion: terms.version ?? 0 } }),
    failure: {
      action: 'create-pending-account',
      title: t`Signup failed`,
      text: t`Failed to create account. Please try again.`,
    },
    onError(error) {
      terms.readAgainAfter(error);
      return false;
    },
    // The page reloads with the session.
    onDone: ({ next }) => location.replace(next),
    leaves: true,
  });
  const refuse = useAction({
    work: () => call(dropPendingAccount, {}),
    failure: {
      action: 'drop-pending-account',
      title: t`That didn’t work`,
    },
    onDone: () => navigate(screens.login.path, { replace: true }),
    leaves: true,
  });
  return (
    <AuthPage
      title={say(screens['accept-terms'].title)}
      text={t`You signed in with ${provider} as ${email}. You have no account here yet. It is created once you accept the terms.`}
    >
      <div className="grid grid-cols-1 gap-3 wrap-anywhere">
        <TermsLink />
        <Button
          size="lg"
          className="w-full"
          pending={accept.pending ? t`Creating Account...` : undefined}
          onClick={accept.start}
        >{t`I accept the terms`}</Button>
        <Button
          variant="quiet"
          size="lg"
          className="w-full"
          pending={refuse.pending ? t`Cancelling…` : undefined}
          onClick={refuse.start}
        >{t`Cancel`}</Button>
      </div>
    </AuthPage>
  );
}

/** Asks a person to accept the terms at the first sign-in with a provider. This creates the account. */
export default function AcceptTermsScreen() {
  const pending = usePending(pendingAccount);
  if (pending === undefined) return <Waiting />;
  if (pending !== null) return <Consent {...pending} />;
  return (
    <Notice title={t`You are not signed in`} text={t`This sign-in has expired. Please sign in again.`}>
      <ButtonLink href={screens.login.path}>{t`Log In`}</ButtonLink>
    </Notice>
  );
}
