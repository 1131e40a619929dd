import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/auth';
import { checkInvitation } from '@zapdeck/contract/invitations';
import { useEffect, useState } from 'react';
import { Spinner } from '../../components/ui/spinner.tsx';
import { Status } from '../../components/ui/status.tsx';
import { call } from '../../lib/call.ts';
import { reportFailedRead } from '../../lib/failures.ts';
import { instance } from '../../lib/instance.ts';
import { mayHaveForm } from './invitation.ts';
import { SignupForm } from './signup-form.tsx';

interface Props {
  /** Token of the invitation; undefined without one. */
  invitation: string | undefined;
  /** The guest who signs up; undefined for a visitor. */
  guestId: string | undefined;
  onDone: (user: CurrentUser) => void;
}

/** Undefined until the server has answered. If it cannot, the form is shown, and the server decides later. */
function useIsValid(invitation: string | undefined): boolean | undefined {
  const [isValid, setIsValid] = useState<boolean>();
  useEffect(() => {
    let isGone = false;
    const settle = (valid: boolean) => {
      if (!isGone) setIsValid(valid);
    };
    if (invitation !== undefined)
      call(checkInvitation, { body: { invitation } }).then(
        (answer) => settle(answer.isUsable),
        (error: unknown) => {
          reportFailedRead('invitation', error);
          settle(true);
        },
      );
    return () => {
      isGone = true;
    };
  }, [invitation]);
  return isValid;
}

function Notice({ text }: { text: string }) {
  return <p className="rounded-field bg-raised px-4 py-3 wrap-anywhere">{text}</p>;
}

function InvitedForm(props: Props) {
  const isValid = useIsValid(props.invitation);
  const spent = t`This invitation has expired or was used up. Ask for a new one.`;
  return (
    <>
      <Status>{isValid === false ? <Notice text={spent} /> : ''}</Status>
      {isValid === undefined ? (
        <div className="grid min-h-96 place-items-center text-brand-ink">
          <Spinner label={t`Checking your invitation`} className="size-9" />
        </div>
      ) : null}
      {isValid ? <SignupForm {...props} /> : null}
    </>
  );
}

/** The sign-up form, or the reason why there is none. */
export default function SignUp(props: Props) {
  const site = instance.name;
  if (instance.registration === 'open') return <SignupForm {...props} />;
  if (mayHaveForm(props.invitation)) return <InvitedForm {...props} />;
  return (
    <Notice
      text={
        instance.registration === 'invitation'
          ? t`You need an invitation to join ${{ site }}. If you have one, open its link.`
          : t`Sign-up is closed at ${{ site }}. Members can still log in.`
      }
    />
  );
}
