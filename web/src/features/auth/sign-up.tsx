import { t } from '@lingui/core/macro';
import type { CurrentUser } from '@zapdeck/contract/sign-in/auth';
import { checkInvitation } from '@zapdeck/contract/accounts/invitations';
import { useEffect } from 'react';
import { Spinner } from '../../components/ui/spinner.tsx';
import { Status } from '../../components/ui/status.tsx';
import { call } from '../../lib/call.ts';
import { reportFailedRead } from '../../lib/failures.ts';
import { instance } from '../../lib/instance.ts';
import { SignupForm } from './signup-form.tsx';

interface Props {
  invitation: string | undefined;
  guestId: string | undefined;
  /** False if the invitation is expired or used up. Undefined until the server has checked it. */
  isUsable: boolean | undefined;
  onChecked: (isUsable: boolean) => void;
  onDone: (user: CurrentUser) => void;
}

/** Checks the invitation. If the server does not respond, shows the form, and the server decides later. */
function useCheck({ invitation, onChecked }: Props): void {
  useEffect(() => {
    let isGone = false;
    const settle = (isUsable: boolean) => {
      if (!isGone) onChecked(isUsable);
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
  }, [invitation, onChecked]);
}

function Notice({ text }: { text: string }) {
  return <p className="rounded-field bg-raised px-4 py-3 wrap-anywhere">{text}</p>;
}

function InvitedForm(props: Props) {
  const { isUsable } = props;
  useCheck(props);
  const spent = t`This invitation has expired or was used up. Ask for a new one.`;
  return (
    <>
      <Status>{isUsable === false ? <Notice text={spent} /> : ''}</Status>
      {isUsable === undefined ? (
        <div className="grid min-h-96 place-items-center text-brand-ink">
          <Spinner label={t`Checking your invitation`} className="size-9" />
        </div>
      ) : null}
      {isUsable || (isUsable === false && instance.registration === 'approval') ? (
        <SignupForm {...props} />
      ) : null}
    </>
  );
}

/** The sign-up form, or the reason why there is none. */
export default function SignUp(props: Props) {
  const site = instance.name;
  const { registration } = instance;
  if (registration === 'open') return <SignupForm {...props} />;
  if (registration !== 'closed' && props.invitation !== undefined) return <InvitedForm {...props} />;
  if (registration === 'approval') return <SignupForm {...props} />;
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
