import { t } from '@lingui/core/macro';
import BadgeCheck from 'lucide-react/icons/badge-check';

/** Beside the name of a maker who has shown that the app's host is theirs. */
export function VerifiedMark() {
  return (
    <BadgeCheck
      size={17}
      role="img"
      aria-hidden={false}
      aria-label={t`Verified maker`}
      className="ml-1 inline text-brand-ink"
    />
  );
}
