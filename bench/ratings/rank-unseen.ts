import { LEADS_MAX } from '@zapdeck/contract/feed/taste';
import { PAIRED_MAX } from '@zapdeck/server/features/for-you/paired-apps';
import { type RankedApp, rankForYou, type UnseenApp } from '@zapdeck/server/features/for-you/rank-for-you';
import type { Lead } from './pair-apps.ts';

/** An app, and the likes of a person that lead to it. */
export type LedApp = readonly [app: UnseenApp, leads: readonly Lead[]];

const strongestFirst = (one: Lead, other: Lead) => other.lift - one.lift || (one.app < other.app ? -1 : 1);

/**
 * Returns the fresh apps and those that likes lead to, by score, from candidates like those of the feed's SQL. `likedIn` has the
 * categories of likes, the latest last.
 */
export function rankUnseen(
  fresh: readonly UnseenApp[],
  led: readonly LedApp[],
  likedIn: readonly string[],
): RankedApp[] {
  const sorted = led.map(([app, leads]) => [app, leads.toSorted(strongestFirst)] as const);
  const paired = sorted
    .toSorted(([, [one]], [, [other]]) => (other?.lift ?? 0) - (one?.lift ?? 0))
    .slice(0, PAIRED_MAX)
    .map(([app]) => app);
  const apps = new Map([...fresh, ...paired].map((app) => [app.id, app]));
  return rankForYou([...apps.values()], {
    leads: new Map(
      sorted.map(([{ id }, leads]) => [
        id,
        { lead: String(leads[0]?.app), lifts: leads.map(({ lift }) => lift), against: [] },
      ]),
    ),
    likesByCategory: Object.fromEntries(
      Array.from(
        Map.groupBy(likedIn.slice(-LEADS_MAX), (category) => category),
        ([category, likes]) => [category, likes.length],
      ),
    ),
  });
}
