import { VerifyEmailForm, verifyEmail } from '@zapdeck/contract/account';
import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { toast } from '../../components/ui/toast.tsx';
import { announce } from '../../lib/announce.ts';
import { CallError, call } from '../../lib/call.ts';
import { messageOf, reportFailedAction } from '../../lib/failures.ts';
import { useSession } from '../../lib/session.ts';
import { useLinkToken } from './link-token.ts';

interface Failure {
  state: 'failed';
  text: string;
  mayRetry: boolean;
}

type Outcome = { state: 'pending' | 'unsure' | 'confirmed' } | Failure;

const INCOMPLETE = 'This link is incomplete. Open it again from the email.';
const RESETS =
  'You are not signed in to this account here. To protect it, we sign out all its devices and ask you to choose a new password.';
const UNREACHED = 'We could not confirm your address just now. Please try again.';

function failureOf(error: unknown): Failure {
  if (error instanceof CallError && error.code === 'invalid_input')
    return { state: 'failed', text: INCOMPLETE, mayRetry: false };
  const isInvalid = error instanceof CallError && error.code === 'token_invalid';
  return { state: 'failed', text: messageOf(error, UNREACHED), mayRetry: !isInvalid };
}

function Confirmed() {
  const session = useSession();
  const isMember = session.state === 'signed-in' && !session.user.isGuest;
  return (
    <Notice title="Email confirmed" text={isMember ? "Thanks! You're all set." : 'Thanks! Sign in to go on.'}>
      {isMember ? (
        <ButtonLink href="/">Start browsing</ButtonLink>
      ) : (
        <>
          <ButtonLink href="/login">Sign in</ButtonLink>
          <ButtonLink href="/forgot-password" variant="secondary">
            Forgot your password?
          </ButtonLink>
        </>
      )}
    </Notice>
  );
}

/**
 * Confirms the address that the link of a mail was sent to. Opening the link never resets a password: where confirming
 * would, the screen says so and waits for the button.
 */
export default function VerifyEmailScreen() {
  const token = useLinkToken();
  const [request, setRequest] = useState({ token, keepPassword: true });
  const [outcome, setOutcome] = useState<Outcome>(
    VerifyEmailForm.safeParse(request).success
      ? { state: 'pending' }
      : { state: 'failed', text: INCOMPLETE, mayRetry: false },
  );
  const isPending = outcome.state === 'pending';

  useEffect(() => {
    if (!isPending) return;
    call(verifyEmail, { body: request }).then(
      ({ isConfirmed, passwordToken }) => {
        if (passwordToken) {
          toast({ title: 'Email confirmed', description: 'Now choose a new password for your account.' });
          navigate(`/reset-password#token=${passwordToken}`, { replace: true });
          return;
        }
        setOutcome({ state: isConfirmed ? 'confirmed' : 'unsure' });
        announce(isConfirmed ? 'Email confirmed' : RESETS);
      },
      (error: unknown) => {
        const failure = failureOf(error);
        if (failure.mayRetry) reportFailedAction('verify-email', error);
        setOutcome(failure);
        announce('Email not confirmed');
      },
    );
  }, [request, isPending]);

  const ask = (keepPassword: boolean) => {
    setOutcome({ state: 'pending' });
    setRequest({ token, keepPassword });
  };

  switch (outcome.state) {
    case 'pending':
      return (
        <div className="grid min-h-[70dvh] place-items-center text-brand-ink">
          <Spinner label="Confirming your email" className="size-9" />
        </div>
      );
    case 'unsure':
      return (
        <Notice title="Confirm your email" text={RESETS}>
          <Button onClick={() => ask(false)}>Confirm and choose a new password</Button>
        </Notice>
      );
    case 'confirmed':
      return <Confirmed />;
    case 'failed':
      return (
        <Notice title="Email not confirmed" text={outcome.text}>
          {outcome.mayRetry ? <Button onClick={() => ask(request.keepPassword)}>Try again</Button> : null}
          <ButtonLink href="/" variant={outcome.mayRetry ? 'secondary' : 'primary'}>
            Back to Home
          </ButtonLink>
        </Notice>
      );
  }
}
