import { t } from '@lingui/core/macro';
import type { LikeEstimate } from '@zapdeck/contract/previews';
import { formatPercent } from '../../../lib/percent.ts';

/** Edges of the scale, as parts of the present likes. */
const EDGES = [0.05, 0.1, 0.25, 0.5, 1];

/** Returns a ratio of likes as a change: "3.5% more". */
export function changeInWords(ratio: number): string {
  const change = formatPercent(Math.abs(ratio - 1));
  return ratio < 1
    ? t({ message: `${change} fewer`, comment: 'Likes' })
    : t({ message: `${change} more`, comment: 'Likes' });
}

/** Returns true if the settings would have dealt the same cards. */
export const isSame = ({ low, high }: LikeEstimate): boolean => low === 1 && high === 1;

/** Returns the result in a few words. A change within the interval is not clear. */
export function headlineOf(estimate: LikeEstimate): string {
  if (isSame(estimate)) return t`No change in likes`;
  const { ratio, low, high } = estimate;
  if (low <= 1 && high >= 1) return t`No clear change in likes`;
  const change = formatPercent(Math.abs(ratio - 1));
  return ratio < 1 ? t`About ${change} fewer likes` : t`About ${change} more likes`;
}

/** Returns the edge of the scale, and the place of a ratio on it, from 0 to 1. */
export function scaleOf({ low, high }: LikeEstimate): { edge: number; placeOf: (ratio: number) => number } {
  const widest = Math.max(1 - low, high - 1);
  const edge = EDGES.find((one) => one >= widest) ?? Math.ceil(widest);
  const placeOf = (ratio: number) => 0.5 + (ratio - 1) / edge / 2;
  return { edge, placeOf };
}
