import { FIRST_VIEWS, PROMISE_HOURS } from '@zapdeck/contract/feed/first-views';
import { sequence } from '@zapdeck/server/testing/random';
import { median } from './figures.ts';
import { assumed, makeApps, makePeople, simulateView } from './simulated-world.ts';
import {
  CONTINUE_PROBABILITY,
  pageFor,
  rankAt,
  type Setting,
  SESSIONS_PER_RANKING,
} from './simulated-feed.ts';

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

const WEEK_H = 168;
const SESSIONS_PER_PERSON = 8;
export const ESTABLISHED = 500;
export const ARRIVALS_PER_DAY = 83;
/** Views that an established app has at the start. */
const VIEWS_BEFORE = 100;

function makeArrivals(random: () => number) {
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

/** Simulates a week with the real `recommend`. Deterministic per seed. */
export function simulateArrivals(setting: Setting, { people: count, seed }: Arrivals): PromiseOutcome {
  const random = sequence(seed);
  const apps = makeArrivals(random);
  const people = makePeople(count, apps.length, random);
  const sessions = count * SESSIONS_PER_PERSON;
  let [views, likes, reserved] = [0, 0, 0];
  let ranking = rankAt(0, apps, setting);
  for (let session = 0; session < sessions; session += 1) {
    const hour = (session / sessions) * WEEK_H;
    if (session % SESSIONS_PER_RANKING === 0) ranking = rankAt(hour, apps, setting);
    const person = people[Math.floor(random() * people.length)] as (typeof people)[number];
    for (const { app, reason } of pageFor(person, ranking, setting)) {
      const { isLiked } = simulateView(person, app, { offTaste: assumed.offTaste, random });
      views += 1;
      likes += Number(isLiked);
      reserved += Number(reason === 'newcomer');
      if (app.views === FIRST_VIEWS) app.establishedAtH = hour;
      if (random() > CONTINUE_PROBABILITY) break;
    }
  }
  // Apps that are approved later have less than the promised time until the week ends.
  const judged = apps.slice(ESTABLISHED).filter(({ approvedAtH }) => approvedAtH <= WEEK_H - PROMISE_HOURS);
  const waits = judged.map(({ approvedAtH, establishedAtH }) => (establishedAtH ?? Infinity) - approvedAtH);
  return {
    kept: waits.filter((hours) => hours <= PROMISE_HOURS).length / judged.length,
    hours: median(waits.filter(Number.isFinite)),
    places: reserved / views,
    likesPerView: likes / views,
  };
}
