import { LEAST_NEWCOMERS, MOST_NEWCOMERS } from './recommend.ts';

/** The share is largest if newcomers are this many hours behind on average. */
const MOST_BEHIND_H = 6;
/** Each newcomer counts as at most this late in the mean, so that one app cannot decide the share for all. */
export const COUNTED_DELAY_H = 12;

/** Returns the share of the fresh places for newcomers that are so many hours behind their schedule on average. */
export function newcomerShareOf(behindH: number): number {
  const need = Math.min(1, Math.max(0, behindH / MOST_BEHIND_H));
  return LEAST_NEWCOMERS + need * (MOST_NEWCOMERS - LEAST_NEWCOMERS);
}
