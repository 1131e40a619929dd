import { LEADS_MAX } from '@zapdeck/contract/taste';
import { PAIRED_MAX, type RankedPair, rankPairs } from '@zapdeck/server/features/for-you/paired-apps';
import { type Lead, LIFTS } from '@zapdeck/server/features/for-you/score';

/** Fields of an app that decide the order of paired apps. */
interface RankedApp {
  id: string;
  category: string;
  upvotes: number;
  views: number;
}

const strongestFirst = (one: Lead, other: Lead) =>
  other.lift - one.lift || (one.appId < other.appId ? -1 : 1);

/**
 * Returns the apps that likes lead to, by score, from candidates like those of the feed's SQL. `likedIn` has the categories of
 * likes, the latest last.
 */
export function rankLed(
  led: Iterable<readonly [app: RankedApp, leads: readonly Lead[]]>,
  likedIn: readonly string[],
): RankedPair[] {
  const latest = likedIn.slice(-LEADS_MAX);
  const paired = Array.from(led, ([{ id, category, upvotes, views }, leads]) => {
    const strongest = leads.toSorted(strongestFirst).slice(0, LIFTS);
    return {
      id,
      category,
      upvotes,
      views,
      leadIds: strongest.map(({ appId }) => appId),
      lifts: strongest.map(({ lift }) => lift),
      againstIds: [],
      againstLifts: [],
      likesInCategory: latest.filter((liked) => liked === category).length,
    };
  });
  const byLift = paired.sort(
    (one, other) => (other.lifts[0] ?? 0) - (one.lifts[0] ?? 0) || (one.id < other.id ? -1 : 1),
  );
  return rankPairs(byLift.slice(0, PAIRED_MAX));
}
