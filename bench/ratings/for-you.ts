import { LEADS_MAX } from '@zapdeck/contract/feed/taste';
import { PAIRED_MAX } from '@zapdeck/server/features/for-you/paired-apps';
import { PAIRS_PER_APP, PEOPLE_MIN } from '@zapdeck/server/features/for-you/pairs/refresh-pairs';
import { type RankedApp, rankForYou, type UnseenApp } from '@zapdeck/server/features/for-you/score';
import { lift } from '@zapdeck/server/features/for-you/score';

/** An app that people like together with another one. */
export interface LiftedApp {
  app: number;
  lift: number;
}

/** A liked app that leads to another one. */
type Lead = LiftedApp;

/** Returns the strongest pairs of each app. `likes` has the liked apps of each person. */
export function strongestPairs(likes: readonly (readonly number[])[], apps: number): LiftedApp[][] {
  const together = new Int32Array(apps ** 2);
  const counts = new Int32Array(apps);
  for (const liked of likes) {
    for (const one of liked) {
      counts[one] = (counts[one] ?? 0) + 1;
      for (const other of liked) together[one * apps + other] = (together[one * apps + other] ?? 0) + 1;
    }
  }
  const people = likes.filter(({ length }) => length > 0).length;
  return Array.from(counts, (one, app) => {
    const paired: LiftedApp[] = [];
    for (const [other, both] of together.subarray(app * apps, (app + 1) * apps).entries()) {
      if (other === app || both < PEOPLE_MIN) continue;
      const strength = lift({ together: both, one, other: counts[other] ?? 0, people });
      if (strength > 0) paired.push({ app: other, lift: strength });
    }
    return paired.sort((a, b) => b.lift - a.lift || a.app - b.app).slice(0, PAIRS_PER_APP);
  });
}

/** Returns the leads from a person's latest likes, by the app that they lead to. `likes` ends with the latest. */
export function leadsOf(
  likes: readonly number[],
  pairs: readonly (readonly LiftedApp[])[],
): Map<number, Lead[]> {
  const leads = new Map<number, Lead[]>();
  for (const liked of likes.slice(-LEADS_MAX)) {
    for (const { app, lift: strength } of pairs[liked] ?? []) {
      const lead = { app: liked, lift: strength };
      const known = leads.get(app);
      if (known) known.push(lead);
      else leads.set(app, [lead]);
    }
  }
  return leads;
}

/** An app, and the likes of a person that lead to it. */
type LedApp = readonly [app: UnseenApp, leads: readonly Lead[]];

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
        { lead: String(leads[0]?.app), lifts: leads.map((one) => one.lift), against: [] },
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
