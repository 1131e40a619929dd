import { t } from '@lingui/core/macro';
import { resendVerification } from '@zapdeck/contract/account';
import Mail from 'lucide-react/icons/mail';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { call } from '../../../lib/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { AccountRow } from './account-row.tsx';

/** Row with the email address. If it is not confirmed, a button sends the link again. */
export function EmailRow({ email, isVerified }: { email: string; isVerified: boolean }) {
  const { pending, start } = useAction({
    work: () => call(resendVerification, {}),
    success: {
      title: t`Check your email`,
      description: t`A link to confirm your address is on its way to ${email}.`,
    },
    failure: {
      action: 'resend-verification',
      title: t`No link was sent`,
      text: t`Please check your connection and try again.`,
    },
  });
  return (
    <AccountRow
      icon={Mail}
      title={t`Email`}
      text={
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 wrap-anywhere">{email}</span>
          <Badge tone={isVerified ? 'up' : 'amber'}>{isVerified ? t`Confirmed` : t`Not confirmed`}</Badge>
        </span>
      }
    >
      {isVerified ? null : (
        <Button
          variant="secondary"
          className="max-sm:w-full"
          pending={pending ? t`Sending...` : undefined}
          onClick={start}
        >{t`Send the link again`}</Button>
      )}
    </AccountRow>
  );
}
