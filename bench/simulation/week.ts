import { FIRST_VIEWS, PROMISE_HOURS } from '@zapdeck/contract/feed/first-views';
import { sequence } from '@zapdeck/server/testing/random';
import { gini, median } from '../figures.ts';
import {
  CONTINUE_PROBABILITY,
  pageFor,
  rankAt,
  SESSIONS_PER_RANKING,
  type Setting,
} from './simulated-feed.ts';
import {
  type Assumptions,
  assumed,
  makeApps,
  makePeople,
  type SimulatedApp,
  simulateView,
} from './simulated-world.ts';

const WEEK_H = 168;
const FIRST_CARDS = 10;

/** Lets people visit for a week and deals their pages with the real `recommend`. Counts what happens. */
function runWeek(
  setting: Setting,
  { apps, people: count, assumptions }: { apps: SimulatedApp[]; people: number; assumptions: Assumptions },
  random: () => number,
) {
  const people = makePeople(count, apps.length, random);
  const sessions = count * assumptions.sessionsPerPerson;
  let [views, likes, repeats, variety, reserved] = [0, 0, 0, 0, 0];
  let ranking = rankAt(0, apps, setting);
  for (let session = 0; session < sessions; session += 1) {
    const hour = (session / sessions) * WEEK_H;
    if (session % SESSIONS_PER_RANKING === 0) ranking = rankAt(hour, apps, setting);
    const person = people[Math.floor(random() * people.length)] as (typeof people)[number];
    const page = pageFor(person, ranking, setting);
    variety += new Set(page.slice(0, FIRST_CARDS).map(({ app }) => app.category)).size;
    for (const { app, reason } of page) {
      const { isLiked, isRepeat } = simulateView(person, app, { offTaste: assumptions.offTaste, random });
      views += 1;
      likes += Number(isLiked);
      repeats += Number(isRepeat);
      reserved += Number(reason === 'newcomer');
      if (app.views === FIRST_VIEWS) app.establishedAtH = hour;
      if (random() > CONTINUE_PROBABILITY) break;
    }
  }
  return { views, likes, repeats, variety, reserved, sessions, approved: ranking.approved };
}

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

/** Simulates a week of an instance. Deterministic per seed. */
export function simulate(setting: Setting, population: Population): Outcome {
  const assumptions = { ...assumed, ...population.assumptions };
  const random = sequence(population.seed);
  const apps = makeApps(population.apps, assumptions, random);
  const week = runWeek(setting, { apps, people: population.people, assumptions }, random);
  const waits = apps.flatMap(({ approvedAtH, establishedAtH }) =>
    establishedAtH === null ? [] : [establishedAtH - approvedAtH],
  );
  return {
    likesPerView: week.likes / week.views,
    establishedShare: waits.length / week.approved,
    hoursToEstablished: median(waits),
    gini: gini(apps.slice(0, week.approved).map((app) => app.views)),
    variety: week.variety / week.sessions,
    repeatShare: week.repeats / week.views,
  };
}

/** A week in which apps arrive every day beside established ones. */
export interface Arrivals {
  people: number;
  seed: number;
}

/** Effect and cost of the promise of first views in a week. */
export interface PromiseOutcome {
  /** Share of the apps with their first views within the promised time. */
  kept: number;
  /** Median hours until an app has its first views. NaN if none has them. */
  hours: number;
  /** Share of all views that were in places for newcomers. */
  places: number;
  likesPerView: number;
}

export const ESTABLISHED = 500;
export const ARRIVALS_PER_DAY = 83;
/** Views that an established app has at the start. */
const VIEWS_BEFORE = 100;

function makeArrivals(random: () => number): SimulatedApp[] {
  const arriving = Math.round((WEEK_H / 24) * ARRIVALS_PER_DAY);
  const apps = makeApps(ESTABLISHED + arriving, { ...assumed, initialShare: 0 }, random);
  const others = makePeople(VIEWS_BEFORE, apps.length, random);
  for (const app of apps.slice(0, ESTABLISHED)) {
    app.approvedAtH = -WEEK_H;
    for (const person of others) simulateView(person, app, { offTaste: assumed.offTaste, random });
  }
  for (const [index, app] of apps.slice(ESTABLISHED).entries())
    app.approvedAtH = (index * 24) / ARRIVALS_PER_DAY;
  return apps;
}

/** Simulates a week with arrivals. Deterministic per seed. */
export function simulateArrivals(setting: Setting, { people, seed }: Arrivals): PromiseOutcome {
  const random = sequence(seed);
  const apps = makeArrivals(random);
  const week = runWeek(setting, { apps, people, assumptions: assumed }, random);
  // Apps that are approved later have less than the promised time until the week ends.
  const judged = apps.slice(ESTABLISHED).filter(({ approvedAtH }) => approvedAtH <= WEEK_H - PROMISE_HOURS);
  const waits = judged.map(({ approvedAtH, establishedAtH }) => (establishedAtH ?? Infinity) - approvedAtH);
  return {
    kept: waits.filter((hours) => hours <= PROMISE_HOURS).length / judged.length,
    hours: median(waits.filter(Number.isFinite)),
    places: week.reserved / week.views,
    likesPerView: week.likes / week.views,
  };
}
