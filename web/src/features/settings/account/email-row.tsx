import { t } from '@lingui/core/macro';
import { cancelEmailChange } from '@zapdeck/contract/accounts/change-email';
import Mail from 'lucide-react/icons/mail';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { EmailText } from '../../../components/ui/email-text.tsx';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useResendLink } from '../../../lib/use-resend-link.ts';
import { AccountRow } from './account-row.tsx';
import { type Account, refreshAccount } from './use-account.ts';

interface Props {
  email: string;
  account: Account;
  onChange: () => void;
}

function CancelButton({ email }: { email: string }) {
  const { pending, start } = useAction({
    work: async () => {
      await call(cancelEmailChange, {});
      refreshAccount();
    },
    success: { title: t`Change cancelled`, description: t`Your email stays ${email}.` },
    failure: {
      action: 'cancel-email-change',
      title: t`Couldn’t cancel the change`,
    },
  });
  return (
    <Button
      variant="quiet"
      className="max-sm:w-full"
      pending={pending ? t`Cancelling…` : undefined}
      onClick={start}
    >{t`Cancel the change`}</Button>
  );
}

function ResendButton({ email }: { email: string }) {
  const { pending, start } = useResendLink(email);
  return (
    <Button
      variant="secondary"
      className="max-sm:w-full"
      pending={pending ? t`Sending…` : undefined}
      onClick={start}
    >{t`Send the link again`}</Button>
  );
}

/** Row with the email address, a pending one, and their actions. */
export function EmailRow({ email, account: { isEmailVerified, pendingEmail }, onChange }: Props) {
  return (
    <AccountRow
      icon={Mail}
      title={t`Email`}
      text={
        <div className="grid gap-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 wrap-anywhere">
              <EmailText>{email}</EmailText>
            </span>
            <Badge tone={isEmailVerified ? 'up' : 'amber'}>
              {isEmailVerified ? t`Confirmed` : t`Not confirmed`}
            </Badge>
          </span>
          {pendingEmail === null ? null : (
            <p className="wrap-anywhere">
              {t`Open the link that we sent to ${pendingEmail}. Your email changes then.`}
            </p>
          )}
        </div>
      }
    >
      <div
        className={`flex flex-wrap justify-end gap-2.5 max-sm:w-full ${pendingEmail === null ? '' : 'sm:flex-col'}`}
      >
        {isEmailVerified || pendingEmail !== null ? null : <ResendButton email={email} />}
        <Button
          variant="secondary"
          className="max-sm:w-full"
          aria-haspopup="dialog"
          onClick={onChange}
        >{t`Change email`}</Button>
        {pendingEmail === null ? null : <CancelButton email={email} />}
      </div>
    </AccountRow>
  );
}
