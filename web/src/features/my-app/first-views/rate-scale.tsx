import type { Rate } from '@zapdeck/contract/feed/first-views';

const at = (share: number): string => `${100 * share}%`;

interface Props {
  rate: Rate;
  median: number | null;
}

/** A share and its interval on a scale from 0 to 100 %, with a line at the median of other apps. Texts say the same. */
export function RateScale({ rate: { rate, low, high }, median }: Props) {
  return (
    <svg className="rate-scale rtl:-scale-x-100" aria-hidden="true">
      <rect className="rate-whole" y="9" width="100%" height="2" rx="1" />
      <rect className="rate-range" x={at(low)} y="5" width={at(high - low)} height="10" rx="5" />
      {median === null ? null : (
        <line className="rate-median" x1={at(median)} y1="1" x2={at(median)} y2="19" />
      )}
      <circle className="rate-value" cx={at(rate)} cy="10" r="6" />
    </svg>
  );
}

/** Key to the mark of the interval or the median. */
export function RateKey({ of }: { of: 'range' | 'median' }) {
  return (
    <svg className="rate-key" data-of={of} viewBox="0 0 14 10" aria-hidden="true">
      {of === 'range' ? (
        <rect width="14" height="10" rx="5" />
      ) : (
        <line className="rate-median" x1="7" y1="1" x2="7" y2="9" />
      )}
    </svg>
  );
}
