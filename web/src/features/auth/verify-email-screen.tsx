import { VerifyEmailForm, verifyEmail } from '@zapdeck/contract/account';
import { useEffect, useRef, useState } from 'react';
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

type Outcome = { state: 'asking' | 'confirmed' } | Failure;

const INCOMPLETE = 'This link is not complete. Please open it from the mail again.';
const ELSEWHERE =
  'You are not signed in here. So that nobody else who typed your address gets in, confirming it signs out all devices, and you choose the password anew.';
const UNREACHED = 'We could not confirm your address just now. Please try again.';

function failureOf(error: unknown): Failure {
  if (error instanceof CallError && error.code === 'invalid_input')
    return { state: 'failed', text: INCOMPLETE, mayRetry: false };
  const isSpent = error instanceof CallError && error.code === 'token_invalid';
  return { state: 'failed', text: messageOf(error, UNREACHED), mayRetry: !isSpent };
}

function Asking() {
  return (
    <div className="grid min-h-[70dvh] place-items-center text-brand-ink">
      <Spinner label="Confirming your email" className="size-9" />
    </div>
  );
}

/**
 * Confirms the address that the link of a mail was sent to: at once where somebody is signed in, who may have signed up
 * here; else when asked, because the password has to be chosen anew, and what only looks at links must not cost it.
 */
export default function VerifyEmailScreen() {
  const token = useLinkToken();
  const session = useSession();
  const [outcome, setOutcome] = useState<Outcome>(
    VerifyEmailForm.safeParse({ token }).success
      ? { state: 'asking' }
      : { state: 'failed', text: INCOMPLETE, mayRetry: false },
  );
  const [tries, setTries] = useState(0);
  const asked = useRef(0);
  const isMember = session.state === 'signed-in' && !session.user.isGuest;
  const isUnsure = tries === 0 && !isMember;
  const isAsking = outcome.state === 'asking';

  useEffect(() => {
    const due = Math.max(tries, 1);
    // A link holds once: asking twice would turn success into failure.
    if (!isAsking || isUnsure || asked.current >= due) return;
    asked.current = due;
    call(verifyEmail, { body: { token } }).then(
      ({ passwordToken }) => {
        if (passwordToken) {
          toast({ title: 'Email confirmed', description: 'Now choose a password for your account.' });
          navigate(`/reset-password#token=${passwordToken}`, { replace: true });
          return;
        }
        setOutcome({ state: 'confirmed' });
        announce('Email confirmed');
      },
      (error: unknown) => {
        const failure = failureOf(error);
        if (failure.mayRetry) reportFailedAction('verify-email', error);
        setOutcome(failure);
        announce('Email not confirmed');
      },
    );
  }, [token, tries, isAsking, isUnsure]);

  const ask = () => {
    setOutcome({ state: 'asking' });
    setTries(asked.current + 1);
  };

  switch (outcome.state) {
    case 'asking':
      if (!isUnsure || session.state === 'loading') return <Asking />;
      return (
        <Notice title="Confirm your email" text={ELSEWHERE}>
          <Button onClick={ask}>Confirm and choose a password</Button>
        </Notice>
      );
    case 'confirmed':
      return (
        <Notice title="Email confirmed" text="Thank you. Your address is yours for certain.">
          <ButtonLink href="/">Start browsing</ButtonLink>
        </Notice>
      );
    case 'failed':
      return (
        <Notice title="Email not confirmed" text={outcome.text}>
          {outcome.mayRetry ? <Button onClick={ask}>Try again</Button> : null}
          <ButtonLink href="/" variant={outcome.mayRetry ? 'secondary' : 'primary'}>
            Back to Home
          </ButtonLink>
        </Notice>
      );
  }
}
