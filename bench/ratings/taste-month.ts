import { FOR_YOU_VOTES } from '@zapdeck/contract/feed/taste';
import { recommendForYou } from '@zapdeck/server/features/feed/recommend-for-you';
import type { UnseenApp } from '@zapdeck/server/features/for-you/rank-for-you';
import { sequence } from '@zapdeck/server/testing/random';
import { gini } from '../figures.ts';
import { defaults } from '../simulation/compared.ts';
import {
  candidatesFor,
  CONTINUE_PROBABILITY,
  pageFor,
  rankAt,
  type Ranking,
  SESSIONS_PER_RANKING,
} from '../simulation/simulated-feed.ts';
import { leadsOf, PairCounter, rankUnseen, type LiftedApp } from './for-you.ts';
import type { Measured } from './tastes.ts';
import {
  DAYS,
  drawVisits,
  makeTasteWorld,
  type MonthApp,
  type MonthPerson,
  viewWithTaste,
} from './taste-world.ts';

export interface Month {
  deck: 'best' | 'for-you';
  /** Factor on measured tastes. */
  strength: number;
  seed: number;
}

export interface MonthOutcome {
  likesPerView: number;
  /** Inequality of views: 0 is equal, 1 is all on one app. */
  gini: number;
}

/** All people are honest, so all of their likes and views are trusted. */
const countedOf = ({ id, category, upvotes: likes, views }: MonthApp): UnseenApp => ({
  id,
  category,
  likes,
  views,
});

/** Deals a page of the deck `for-you` with the real functions. */
function pageForYou(
  person: MonthPerson,
  ranking: Ranking<MonthApp>,
  pairs: readonly (readonly LiftedApp[])[],
): MonthApp[] {
  const led = [...leadsOf(person.likes, pairs)].flatMap(([no, leads]) => {
    const app = ranking.apps[no];
    return app && person.hasSeen[no] === 0 ? [[countedOf(app), leads] as const] : [];
  });
  const likedIn = person.likes.map((no) => ranking.apps[no]?.category ?? '');
  const { fresh, ...candidates } = candidatesFor(person, ranking, defaults);
  const ranked = rankUnseen(fresh.map(countedOf), led, likedIn);
  return recommendForYou({ ...candidates, ranked, unwanted: [] }, defaults.params).flatMap(
    ({ candidate }) => ranking.apps[Number(candidate.id)] ?? [],
  );
}

/**
 * Simulates four weeks with the real order of the deck. People with fewer than ten likes get `best`. Pairs are computed every
 * morning. Deterministic per seed.
 */
export function simulateMonth(measured: Measured, { deck, strength, seed }: Month): MonthOutcome {
  const random = sequence(seed);
  const { apps, people } = makeTasteWorld(measured, random);
  const counter = new PairCounter(apps.length);
  let [views, likes, sessions] = [0, 0, 0];
  let ranking = rankAt(0, apps, defaults);
  for (let day = 0; day < DAYS; day += 1) {
    const pairs = deck === 'for-you' ? counter.strongest() : [];
    const visits = drawVisits(people, random);
    for (const [visit, person] of visits.entries()) {
      if (sessions % SESSIONS_PER_RANKING === 0)
        ranking = rankAt(24 * (day + visit / visits.length), apps, defaults);
      sessions += 1;
      const isForYou = deck === 'for-you' && person.likes.length >= FOR_YOU_VOTES;
      const page = isForYou
        ? pageForYou(person, ranking, pairs)
        : pageFor(person, ranking, defaults).map(({ app }) => app);
      for (const app of page) {
        const { isLiked } = viewWithTaste(person, app, { strength, random });
        views += 1;
        if (isLiked) {
          likes += 1;
          if (deck === 'for-you') counter.add(app.approvalNo, person.likes);
          person.likes.push(app.approvalNo);
        }
        if (random() > CONTINUE_PROBABILITY) break;
      }
    }
  }
  return {
    likesPerView: likes / views,
    gini: gini(apps.map((app) => app.views)),
  };
}
