import { t } from '@lingui/core/macro';
import { EmailLinkForm, undoEmailChange } from '@zapdeck/contract/accounts/change-email';
import { navigate } from 'wouter/use-browser-location';
import { Notice } from '../../components/layout/notice.tsx';
import { Button } from '../../components/ui/button.tsx';
import { ButtonLink } from '../../components/ui/button-link.tsx';
import { toast } from '../../lib/toasts.ts';
import { announce } from '../../lib/announce.ts';
import { CallError, call, isRefusal } from '../../lib/call.ts';
import { messageOf } from '../../lib/failures.ts';
import { useLinkToken } from '../../lib/link-token.ts';
import { refreshSession } from '../../lib/session.ts';
import { useAction } from '../../lib/use-action.ts';
import { incompleteLink } from './incomplete-link.ts';

const notUndone = () => t`Couldn’t undo the change`;

function reasonOf(error: unknown): string {
  if (error instanceof CallError && error.code === 'token_invalid')
    return t`This link works once, within seven days. If you have used it, choose a new password with “Forgot password?”.`;
  return messageOf(error, incompleteLink());
}

/** Restores the earlier email with the link of a mail to it, and leads to a new password. */
export default function UndoEmailScreen() {
  const token = useLinkToken();
  const isComplete = EmailLinkForm.safeParse({ token }).success;
  const { pending, error, start } = useAction({
    work: async () => {
      const { passwordToken } = await call(undoEmailChange, { body: { token } });
      // Every session of the account has ended.
      await refreshSession();
      return passwordToken;
    },
    failure: {
      action: 'undo-email-change',
      title: notUndone(),
    },
    onError(failure) {
      if (isRefusal(failure)) announce(notUndone());
      return isRefusal(failure);
    },
    onDone(passwordToken) {
      toast({ title: t`Change undone`, description: t`Now choose a new password for your account.` });
      navigate(`/reset-password#token=${passwordToken}`, { replace: true });
    },
    leaves: true,
  });

  if (!isComplete || isRefusal(error))
    return (
      <Notice title={notUndone()} text={reasonOf(error)}>
        <ButtonLink href="/forgot-password">{t`Forgot your password?`}</ButtonLink>
      </Notice>
    );
  return (
    <Notice
      title={t`Undo the change of your email`}
      text={t`Your account gets back the address that this link was sent to. All devices are signed out, and you choose a new password.`}
    >
      <Button
        size="lg"
        pending={pending ? t`Undoing…` : undefined}
        onClick={start}
      >{t`Undo the change`}</Button>
    </Notice>
  );
}
