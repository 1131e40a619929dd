import { verifyEmail } from '@zapdeck/contract/account';
import { useEffect, useRef, useState } from 'react';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { announce } from '../../lib/announce.ts';
import { CallError, call } from '../../lib/call.ts';
import { messageOf, reportFailedAction } from '../../lib/failures.ts';
import { useLinkToken } from './link-token.ts';

interface Failure {
  state: 'failed';
  text: string;
  mayRetry: boolean;
}

type Outcome = { state: 'asking' | 'confirmed' } | Failure;

const INCOMPLETE = 'This link is not complete. Please open it from the mail again.';
const UNREACHED = 'We could not confirm your address just now. Please try again.';

function failureOf(error: unknown): Failure {
  if (error instanceof CallError && error.code === 'invalid_input')
    return { state: 'failed', text: INCOMPLETE, mayRetry: false };
  const isSpent = error instanceof CallError && error.code === 'token_invalid';
  return { state: 'failed', text: messageOf(error, UNREACHED), mayRetry: !isSpent };
}

/** Confirms the address that the link of a mail was sent to, at once. */
export default function VerifyEmailScreen() {
  const token = useLinkToken();
  const [outcome, setOutcome] = useState<Outcome>({ state: 'asking' });
  const [tries, setTries] = useState(1);
  const asked = useRef(0);

  useEffect(() => {
    // A link holds once: asking twice would turn success into failure.
    if (asked.current === tries) return;
    asked.current = tries;
    call(verifyEmail, { body: { token } }).then(
      () => {
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
  }, [token, tries]);

  const retry = () => {
    setOutcome({ state: 'asking' });
    setTries(tries + 1);
  };

  switch (outcome.state) {
    case 'asking':
      return (
        <div className="grid min-h-[70dvh] place-items-center text-brand-ink">
          <Spinner label="Confirming your email" className="size-9" />
        </div>
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
          {outcome.mayRetry ? <Button onClick={retry}>Try again</Button> : null}
          <ButtonLink href="/" variant={outcome.mayRetry ? 'secondary' : 'primary'}>
            Back to Home
          </ButtonLink>
        </Notice>
      );
  }
}
