import { sequence } from '@zapdeck/server/testing/random';
import { defaults } from '../settings-compared.ts';
import {
  CONTINUE_PROBABILITY,
  type Dealt,
  pageFor,
  rankAt,
  SESSIONS_PER_RANKING,
  type Setting,
} from '../simulated-feed.ts';
import { DAYS_BEFORE, DAYS_RECORDED } from './estimate-procedure.ts';
import type { Measured } from './tastes.ts';
import { drawVisits, makeTasteWorld, type MonthApp, type TasteWorld, viewWithTaste } from './taste-world.ts';

/** A visit that happens under all settings. */
interface PlannedVisit {
  person: number;
  hour: number;
  /** Number of cards that the person looks at if the page has as many. */
  places: number;
}

/** A visit with the cards that were dealt and those that were liked. */
export interface SimulatedVisit extends PlannedVisit {
  dealt: readonly Dealt<MonthApp>[];
  /** Approval numbers. */
  liked: ReadonlySet<number>;
}

const HOURS = 24;

function planVisits(world: TasteWorld, random: () => number): PlannedVisit[] {
  const numbers = new Map(world.people.map((person, number) => [person, number]));
  return Array.from({ length: DAYS_BEFORE + DAYS_RECORDED }, (_, day) =>
    drawVisits(world.people, random).map((person, index, { length }) => {
      let places = 1;
      while (random() <= CONTINUE_PROBABILITY) places += 1;
      return { person: numbers.get(person) ?? 0, hour: HOURS * (day + index / length), places };
    }),
  ).flat();
}

/** Simulates visits under a setting, and changes the world. Whether a person likes an app depends on the seed only. */
function visit(
  world: TasteWorld,
  planned: readonly PlannedVisit[],
  setting: Setting,
  seed: number,
  onDay: () => void = () => undefined,
): SimulatedVisit[] {
  const { apps, people } = world;
  let ranking = rankAt(0, apps, setting);
  let day = -1;
  return planned.map((one, index) => {
    if (Math.floor(one.hour / HOURS) !== day) {
      day = Math.floor(one.hour / HOURS);
      onDay();
    }
    if (index % SESSIONS_PER_RANKING === 0) ranking = rankAt(one.hour, apps, setting);
    const person = people[one.person] as (typeof people)[number];
    const dealt = pageFor(person, ranking, setting);
    const liked = new Set<number>();
    for (const { app } of dealt.slice(0, one.places)) {
      const random = sequence(seed + (one.person * apps.length + app.approvalNo) * 1_000);
      if (viewWithTaste(person, app, { strength: 1, random }).isLiked) liked.add(app.approvalNo);
    }
    return { ...one, dealt, liked };
  });
}

type Counters = Pick<MonthApp, 'upvotes' | 'downvotes' | 'views' | 'timeSpent'>;

/** Simulated visits under the present settings, with the world at their beginning and at their end. */
export interface Recording {
  visits: SimulatedVisit[];
  start: TasteWorld;
  end: TasteWorld;
  /** Counters at the beginning of each recorded day and at the end. */
  days: Counters[][];
  planned: readonly PlannedVisit[];
  seed: number;
}

/** Simulates the time before, and then the recorded visits. */
export function recordVisits(measured: Measured, seed: number): Recording {
  const random = sequence(seed);
  const world = makeTasteWorld(measured, random);
  const all = planVisits(world, random);
  const isBefore = ({ hour }: PlannedVisit) => hour < DAYS_BEFORE * HOURS;
  visit(world, all.filter(isBefore), defaults, seed);
  const start = structuredClone(world);
  const planned = all.filter((one) => !isBefore(one));
  const days: Counters[][] = [];
  const count = () => {
    days.push(
      world.apps.map(({ upvotes, downvotes, views, timeSpent }) => ({
        upvotes,
        downvotes,
        views,
        timeSpent,
      })),
    );
  };
  const visits = visit(world, planned, defaults, seed, count);
  count();
  return { visits, start, end: world, days, planned, seed };
}

function likesPerView(visits: readonly SimulatedVisit[]): number {
  let [views, likes] = [0, 0];
  for (const { dealt, places, liked } of visits) {
    views += Math.min(places, dealt.length);
    likes += liked.size;
  }
  return likes / views;
}

/** Returns the likes per view under a setting, divided by those of the recording. */
export function trueRatio({ visits, start, planned, seed }: Recording, setting: Setting): number {
  return likesPerView(visit(structuredClone(start), planned, setting, seed)) / likesPerView(visits);
}
