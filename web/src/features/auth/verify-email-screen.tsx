import { t } from '@lingui/core/macro';
import { VerifyEmailForm, verifyEmail } from '@zapdeck/contract/accounts/account';
import { useEffect, useEffectEvent, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { Spinner } from '../../components/ui/spinner.tsx';
import { toast } from '../../lib/toasts.ts';
import { announce } from '../../lib/announce.ts';
import { CallError, call } from '../../lib/call.ts';
import { messageOf, reportFailedAction } from '../../lib/failures.ts';
import { useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { useLinkToken } from '../../lib/link-token.ts';

const incomplete = () => t`This link is incomplete. Open it again from the email.`;
const resets = () =>
  t`You are not signed in to this account here. To protect it, we sign out all its devices and ask you to choose a new password.`;
const unreached = () => t`Please try again in a moment.`;

const codeOf = (error: unknown) => (error instanceof CallError ? error.code : undefined);
const mayRetry = (error: unknown) => !['invalid_input', 'token_invalid'].includes(codeOf(error) ?? '');

function Confirmed() {
  const session = useSession();
  const isMember = session.state === 'signed-in' && !session.user.isGuest;
  return (
    <Notice
      title={t`Email confirmed`}
      text={isMember ? t`Thanks! You’re all set.` : t`Thanks! Sign in to continue.`}
    >
      {isMember ? (
        <ButtonLink href="/">{t`Start browsing`}</ButtonLink>
      ) : (
        <>
          <ButtonLink href="/login">{t`Sign in`}</ButtonLink>
          <ButtonLink href="/forgot-password" variant="secondary">{t`Forgot your password?`}</ButtonLink>
        </>
      )}
    </Notice>
  );
}

interface FailedProps {
  text: string;
  /** Undefined if a retry cannot help. */
  onRetry?: (() => void) | undefined;
}

function Failed({ text, onRetry }: FailedProps) {
  return (
    <Notice title={t`Couldn’t confirm your email`} text={text}>
      {onRetry ? <Button onClick={onRetry}>{t`Try again`}</Button> : null}
      <ButtonLink href="/" variant={onRetry ? 'secondary' : 'primary'}>{t`Back to Home`}</ButtonLink>
    </Notice>
  );
}

/** Confirms the email address with the link of a mail. Waits for a click if that also resets the password. */
export default function VerifyEmailScreen() {
  const token = useLinkToken();
  const isComplete = VerifyEmailForm.safeParse({ token, keepPassword: true }).success;
  const [outcome, setOutcome] = useState<'unsure' | 'confirmed'>();
  const confirmation = useAction({
    work: (keepPassword: boolean) => call(verifyEmail, { body: { token, keepPassword } }),
    failure: { action: 'verify-email', title: t`Couldn’t confirm your email`, text: unreached() },
    onError(error) {
      if (mayRetry(error)) reportFailedAction('verify-email', error);
      announce(t`Couldn’t confirm your email`);
      return true;
    },
    onDone({ isConfirmed, passwordToken }) {
      if (passwordToken) {
        toast({ title: t`Email confirmed`, description: t`Now choose a new password for your account.` });
        navigate(`/reset-password#token=${passwordToken}`, { replace: true });
        return;
      }
      setOutcome(isConfirmed ? 'confirmed' : 'unsure');
      announce(isConfirmed ? t`Email confirmed` : resets());
    },
  });
  const { error, pending, start, retry } = confirmation;
  const confirm = useEffectEvent(() => {
    if (isComplete) start(true);
  });
  useEffect(() => confirm(), []);

  if (!isComplete || codeOf(error) === 'invalid_input') return <Failed text={incomplete()} />;
  if (error !== undefined)
    return <Failed text={messageOf(error, unreached())} onRetry={mayRetry(error) ? retry : undefined} />;
  if (outcome === undefined || pending)
    return (
      <div className="grid min-h-[70dvh] place-items-center text-brand-ink">
        <Spinner label={t`Confirming your email`} className="size-9" />
      </div>
    );
  if (outcome === 'confirmed') return <Confirmed />;
  return (
    <Notice title={t`Confirm your email`} text={resets()}>
      <Button onClick={() => start(false)}>{t`Confirm and choose a new password`}</Button>
    </Notice>
  );
}
