import { NEWCOMER_SHARE_MIN, NEWCOMER_SHARE_MAX } from './recommend.ts';

/** From this average delay on, in hours, the share is largest. */
const MOST_BEHIND_H = 6;
/** Maximum delay of an app in the average, in hours. Without it, one app could decide the share for all. */
export const COUNTED_DELAY_H = 12;

/** Returns the newcomers' share of the fresh places, from their average delay in hours. */
export function newcomerShareOf(behindH: number): number {
  const need = Math.min(1, Math.max(0, behindH / MOST_BEHIND_H));
  return NEWCOMER_SHARE_MIN + need * (NEWCOMER_SHARE_MAX - NEWCOMER_SHARE_MIN);
}
