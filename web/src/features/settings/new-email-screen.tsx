import { t } from '@lingui/core/macro';
import { confirmEmailChange, EmailLinkForm } from '@zapdeck/contract/accounts/change-email';
import { useState } from 'react';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { announce } from '../../lib/announce.ts';
import { call, isRefusal } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { useLinkToken } from '../../lib/link-token.ts';
import { refreshSession, useSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { incompleteLink } from './incomplete-link.ts';

const changed = () => t`Email changed`;
const notChanged = () => t`Couldn’t change your email`;

function Changed({ email }: { email: string }) {
  const session = useSession();
  const isMember = session.state === 'signed-in' && !session.user.isGuest;
  return (
    <Notice
      title={changed()}
      text={
        isMember
          ? t`Your email is now ${email}.`
          : t`Your email is now ${email}. Sign in with it from now on.`
      }
    >
      {isMember ? (
        <ButtonLink href="/">{t`Start browsing`}</ButtonLink>
      ) : (
        <ButtonLink href="/login">{t`Sign in`}</ButtonLink>
      )}
    </Notice>
  );
}

/** Changes the email with the link of a mail to the new address. It asks first, because mail scanners open links. */
export default function NewEmailScreen() {
  const token = useLinkToken();
  const isComplete = EmailLinkForm.safeParse({ token }).success;
  const [email, setEmail] = useState<string>();
  const { pending, error, start } = useAction({
    work: async () => {
      const { email: confirmed } = await call(confirmEmailChange, { body: { token } });
      await refreshSession();
      return confirmed;
    },
    failure: {
      action: 'confirm-new-email',
      title: notChanged(),
    },
    onError(failure) {
      if (isRefusal(failure)) announce(notChanged());
      return isRefusal(failure);
    },
    onDone(confirmed) {
      setEmail(confirmed);
      announce(changed());
    },
  });

  if (email !== undefined) return <Changed email={email} />;
  if (!isComplete || isRefusal(error))
    return (
      <Notice title={notChanged()} text={messageOf(error, incompleteLink())}>
        <ButtonLink href="/">{t`Back to Home`}</ButtonLink>
      </Notice>
    );
  return (
    <Notice
      title={t`Confirm your new email`}
      text={t`Your account then uses the address that received this link.`}
    >
      <Button
        size="lg"
        pending={pending ? t`Confirming…` : undefined}
        onClick={start}
      >{t`Confirm my new email`}</Button>
    </Notice>
  );
}
