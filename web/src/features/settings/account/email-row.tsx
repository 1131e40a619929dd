import { t } from '@lingui/core/macro';
import Mail from 'lucide-react/icons/mail';
import { Badge } from '../../../components/ui/badge.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { useResendLink } from '../../../lib/use-resend-link.ts';
import { AccountRow } from './account-row.tsx';

/** Row with the email address. If it is not confirmed, a button sends the link again. */
export function EmailRow({ email, isVerified }: { email: string; isVerified: boolean }) {
  const { pending, start } = useResendLink(email);
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
