import { t } from '@lingui/core/macro';
import BadgeCheck from 'lucide-react/icons/badge-check';

/** Check mark beside the name of a maker who has verified the app's host. */
export function VerifiedMark() {
  return (
    <BadgeCheck
      size={17}
      role="img"
      aria-hidden={false}
      aria-label={t`Verified maker`}
      className="ms-1 inline text-brand-ink"
    />
  );
}
