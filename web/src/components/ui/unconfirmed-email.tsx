import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import MailCheck from 'lucide-react/icons/mail-check';
import { useUser } from '../../lib/session.ts';
import { useResendLink } from '../../lib/use-resend-link.ts';
import { Button } from './button.tsx';
import { EmailText } from './email-text.tsx';
import { Status } from './status.tsx';

interface Props {
  isReading: boolean;
  onRetry: () => void;
}

/** Shown instead of content for which the user must confirm the email address. */
export default function UnconfirmedEmail({ isReading, onRetry }: Props) {
  const email = useUser().email ?? '';
  const { pending, start } = useResendLink(email);
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="grid size-20 place-items-center rounded-pill bg-brand-soft text-brand-ink">
        <MailCheck size={34} aria-hidden="true" />
      </span>
      <Status>
        <h2 className="display mt-5 text-heading">{t`Confirm your email`}</h2>
        <p className="mt-2 max-w-sm wrap-anywhere text-muted">
          <Trans>
            You can use this once your email address is confirmed. Open the link that we sent to{' '}
            <bdi dir="ltr">
              <EmailText>{email}</EmailText>
            </bdi>
            .
          </Trans>
        </p>
      </Status>
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button pending={pending ? t`Sending…` : undefined} onClick={start}>{t`Send the link again`}</Button>
        <Button
          variant="secondary"
          pending={isReading ? t`Trying again…` : undefined}
          onClick={onRetry}
        >{t`Try again`}</Button>
      </div>
    </div>
  );
}
