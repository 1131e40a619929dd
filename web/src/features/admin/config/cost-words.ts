import { t } from '@lingui/core/macro';
import type { AdminFirstViews } from '@zapdeck/contract/feed/first-views';
import { formatPercent, formatScore } from '../../../lib/numbers.ts';

/** Returns the cost in likes of places for newcomers, in words. */
export function costInWords(cost: AdminFirstViews['cost']): string {
  const { newcomerPlaces, places, newcomerLikeRate, otherLikeRate } = cost;
  if (places === 0 || newcomerLikeRate === null || otherLikeRate === null)
    return t`Too few views in the last seven days to tell.`;
  const share = newcomerPlaces / places;
  const lost = formatScore(100 * share * (otherLikeRate - newcomerLikeRate));
  const newcomerShare = formatPercent(share);
  const newcomers = formatPercent(newcomerLikeRate);
  const others = formatPercent(otherLikeRate);
  return newcomerLikeRate < otherLikeRate && lost !== formatScore(0)
    ? t`${newcomerShare} of the dealt cards were newcomers. Like rate: newcomers ${newcomers}, others ${others}. That is ${lost} fewer likes per 100 views.`
    : t`${newcomerShare} of the dealt cards were newcomers. Like rate: newcomers ${newcomers}, others ${others}. They cost no likes.`;
}
