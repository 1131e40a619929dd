import { t } from '@lingui/core/macro';
import BadgeCheck from 'lucide-react/icons/badge-check';
import type { ReactNode } from 'react';

export type Tone = 'up' | 'amber' | 'down' | 'brand' | 'plain';

const tones: Record<Tone, string> = {
  up: 'bg-up-soft text-up-ink',
  amber: 'bg-amber-soft text-amber-ink',
  down: 'bg-down-soft text-down-ink',
  brand: 'bg-brand-soft text-brand-ink',
  plain: 'bg-raised text-muted',
};

/** Small coloured pill with a word or a number. */
export function Badge({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-pill px-2.5 py-1 text-xs font-semibold ${tones[tone]}`}
    >
      {children}
    </span>
  );
}

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
