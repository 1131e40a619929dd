import { FIRST_VIEWS } from '@zapdeck/contract/feed/first-views';
import { sequence } from '@zapdeck/server/testing/random';
import { gini, median } from './figures.ts';
import {
  CONTINUE_PROBABILITY,
  pageFor,
  rankAt,
  SESSIONS_PER_RANKING,
  type Setting,
} from './simulated-feed.ts';
import { type Assumptions, assumed, simulateView, makeApps, makePeople } from './simulated-world.ts';

export interface Population {
  people: number;
  apps: number;
  seed: number;
  assumptions?: Partial<Assumptions>;
}

export interface Outcome {
  likesPerView: number;
  establishedShare: number;
  /** Median hours from approval to the hundredth view; NaN if none. */
  hoursToEstablished: number;
  /** Inequality of views: 0 is equal, 1 is all on one app. */
  gini: number;
  variety: number;
  repeatShare: number;
}

const WEEK_H = 168;
const FIRST_CARDS = 10;

/** Simulates a week with the real `recommend`. Deterministic per seed. */
export function simulate(setting: Setting, population: Population): Outcome {
  const assumptions = { ...assumed, ...population.assumptions };
  const random = sequence(population.seed);
  const apps = makeApps(population.apps, assumptions, random);
  const people = makePeople(population.people, population.apps, random);
  const sessions = population.people * assumptions.sessionsPerPerson;
  let [views, likes, repeats, variety] = [0, 0, 0, 0];
  let ranking = rankAt(0, apps, setting);

  for (let session = 0; session < sessions; session += 1) {
    const hour = (session / sessions) * WEEK_H;
    if (session % SESSIONS_PER_RANKING === 0) ranking = rankAt(hour, apps, setting);
    const person = people[Math.floor(random() * people.length)] as (typeof people)[number];
    const page = pageFor(person, ranking, setting);
    variety += new Set(page.slice(0, FIRST_CARDS).map(({ app }) => app.category)).size;
    for (const { app } of page) {
      const { isLiked, isRepeat } = simulateView(person, app, { offTaste: assumptions.offTaste, random });
      views += 1;
      likes += Number(isLiked);
      repeats += Number(isRepeat);
      if (app.views === FIRST_VIEWS) app.establishedAtH = hour;
      if (random() > CONTINUE_PROBABILITY) break;
    }
  }

  const waits = apps.flatMap(({ approvedAtH, establishedAtH }) =>
    establishedAtH === null ? [] : [establishedAtH - approvedAtH],
  );
  return {
    likesPerView: likes / views,
    establishedShare: waits.length / ranking.approved,
    hoursToEstablished: median(waits),
    gini: gini(apps.slice(0, ranking.approved).map((app) => app.views)),
    variety: variety / sessions,
    repeatShare: repeats / views,
  };
}
