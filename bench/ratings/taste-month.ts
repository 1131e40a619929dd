import { FIRST_VIEWS } from '@zapdeck/contract/first-views';
import { sequence } from '@zapdeck/server/testing/random';
import { gini } from '../gini.ts';
import { defaults } from '../settings-compared.ts';
import { CONTINUE_PROBABILITY, pageFor, rankAt, SESSIONS_PER_RANKING } from '../simulated-feed.ts';
import type { Measured } from './tastes.ts';
import { DAYS, drawVisits, makeTasteWorld, viewWithTaste } from './taste-world.ts';

/** Factors on measured tastes. */
export const strengths = { none: 0, 'as measured': 1, double: 2 } as const;

export interface MonthOutcome {
  views: number;
  likesPerView: number;
  establishedShare: number;
  /** Inequality of views: 0 is equal, 1 is all on one app. */
  gini: number;
}

/** Simulates four weeks of the deck `best` with the real `recommend`. Deterministic per seed. */
export function simulateMonth(
  measured: Measured,
  { strength, seed }: { strength: number; seed: number },
): MonthOutcome {
  const random = sequence(seed);
  const { apps, people } = makeTasteWorld(measured, random);
  let [views, likes, sessions, established] = [0, 0, 0, 0];
  let ranking = rankAt(0, apps, defaults);
  for (let day = 0; day < DAYS; day += 1) {
    const visits = drawVisits(people, random);
    for (const [visit, person] of visits.entries()) {
      if (sessions % SESSIONS_PER_RANKING === 0)
        ranking = rankAt(24 * (day + visit / visits.length), apps, defaults);
      sessions += 1;
      for (const { app } of pageFor(person, ranking, defaults)) {
        likes += Number(viewWithTaste(person, app, { strength, random }).isLiked);
        views += 1;
        if (app.views === FIRST_VIEWS) established += 1;
        if (random() > CONTINUE_PROBABILITY) break;
      }
    }
  }
  return {
    views,
    likesPerView: likes / views,
    establishedShare: established / apps.length,
    gini: gini(apps.map((app) => app.views)),
  };
}
