import { categories } from '@zapdeck/contract/apps/categories';
import {
  type CountedApp,
  countView,
  makeCounts,
  makeViewer,
  type Viewer,
} from '../simulation/simulated-world.ts';
import { DIMENSIONS, dot } from './factors.ts';
import { logistic } from './main-effects.ts';
import { drawNormals, shuffle } from './draws.ts';
import { drawTastes, type Measured, type TastedApp, type TastingPerson } from './tastes.ts';

export type MonthApp = CountedApp & Pick<TastedApp, 'quality' | 'loadings'>;

export interface MonthPerson extends Viewer, TastingPerson {
  /** Standard normal value per dimension of taste. */
  values: Float64Array;
  /** Liked apps by approval number, the latest last. */
  likes: number[];
}

/** Apps and people with tastes. */
interface TasteWorld {
  /** In the order of approval. */
  apps: MonthApp[];
  people: MonthPerson[];
}

export const DAYS = 28;
const INITIAL_SHARE = 0.5;
const LAST_ARRIVAL_H = 21 * 24;
/** Probability that a person who has come returns on the same day. */
const RETURN_PROBABILITY = 0.3;

/** Makes an app of each lecturer and a person of each student, with tastes that are drawn. */
export function makeTasteWorld(measured: Measured, random: () => number): TasteWorld {
  const drawn = drawTastes(measured, random);
  const initial = drawn.apps.length * INITIAL_SHARE;
  const arrivalOf = (no: number) =>
    no < initial ? 0 : ((no - initial) / (drawn.apps.length - initial)) * LAST_ARRIVAL_H;
  return {
    apps: shuffle(drawn.apps, random).map(({ category, ...app }, approvalNo) => ({
      ...app,
      ...makeCounts(approvalNo, categories[category] ?? 'Other', arrivalOf(approvalNo)),
    })),
    people: drawn.people.map((person) => ({
      ...person,
      ...makeViewer(drawn.apps.length),
      values: drawNormals(random, DIMENSIONS),
      likes: [],
    })),
  };
}

/** Simulates a view. `strength` multiplies tastes: 0 is none, 1 as measured. */
export function viewWithTaste(
  person: MonthPerson,
  app: MonthApp,
  { strength, random }: { strength: number; random: () => number },
): { isLiked: boolean } {
  const odds = app.quality + person.leniency + strength * dot(app.loadings, person.values);
  return countView(person, app, { pleases: random() < logistic(odds), random });
}

/** Returns the people who come on a day, in the order of their visits. */
export function drawVisits(people: readonly MonthPerson[], random: () => number): MonthPerson[] {
  const visits: MonthPerson[] = [];
  for (const person of people) {
    if (random() >= person.attendance) continue;
    do visits.push(person);
    while (random() < RETURN_PROBABILITY);
  }
  return shuffle(visits, random);
}
