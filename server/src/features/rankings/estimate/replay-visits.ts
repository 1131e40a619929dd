import { rankingScore } from '@zapdeck/contract/ranking';
import type { AlgorithmParams, FormulaWeights } from '@zapdeck/contract/settings';
import type { Rate } from './like-prior.ts';
import { PersonReplay, type ShownCards, type Visit, type Visitor } from './person-replay.ts';

export interface Counters {
  upvotes: number;
  downvotes: number;
  views: number;
  /** Milliseconds. */
  timeSpent: number;
}

/** An approved app. */
export interface CataloguedApp {
  category: string;
  approvedAt: number;
  /** Counters at each of the times of the catalogue. */
  counters: readonly Counters[];
  /** Likes per view. */
  usual: Rate;
}

/** Apps for a replay. Of two apps with equal scores, the earlier one in `apps` comes first. */
export interface Catalogue {
  apps: readonly CataloguedApp[];
  /** Number of all approved apps, of which `apps` may be a part. */
  approved: number;
  /** Times at which counters are known: the beginning of each recorded day, and the end. */
  times: readonly number[];
  /** Number of people in the deck per replayed person. */
  peoplePerPerson: number;
}

/** Settings of an admin. */
export interface RankingSettings {
  params: AlgorithmParams;
  weights: FormulaWeights;
}

/** Time at which an order is computed. */
interface OrderTime {
  /** Number of the recorded day. */
  day: number;
  /** Part of the day, from 0. */
  part: number;
}

/** Number of times per day at which the order is computed. */
const ORDERS_PER_DAY = 4;

/** Returns the counters of an app at a time, a part of the day after its beginning. */
function countersAt({ counters }: CataloguedApp, { day, part }: OrderTime): Counters {
  const [from, to] = [counters[day], counters[day + 1]];
  if (!from || !to) return counters.at(-1) as Counters;
  const at = (of: keyof Counters) => from[of] + part * (to[of] - from[of]);
  return {
    upvotes: at('upvotes'),
    downvotes: at('downvotes'),
    views: at('views'),
    timeSpent: at('timeSpent'),
  };
}

function orderTimeOf(times: readonly number[], at: number): OrderTime {
  const next = times.findIndex((time) => time > at);
  const day = Math.max(0, (next === -1 ? times.length : next) - 1);
  const [from = 0, to = Infinity] = [times[day], times[day + 1]];
  const part = Math.floor(((at - from) / (to - from)) * ORDERS_PER_DAY) / ORDERS_PER_DAY;
  return { day, part: Math.max(0, part) };
}

/** Returns the number of apps that are approved at a time. */
function approvedAt({ apps, approved }: Catalogue, at: number): number {
  return approved - apps.reduce((later, app) => later + Number(app.approvedAt > at), 0);
}

/** Returns the counters of an app with this many more views. */
function withViews(
  { counters: all }: CataloguedApp,
  counters: Counters,
  { more, likeRate }: { more: number; likeRate: number },
): Counters {
  if (more === 0) return counters;
  const end = all.at(-1) as Counters;
  const each = (of: 'downvotes' | 'timeSpent') => (end.views === 0 ? 0 : end[of] / end.views);
  return {
    upvotes: counters.upvotes + more * likeRate,
    downvotes: counters.downvotes + more * each('downvotes'),
    views: counters.views + more,
    timeSpent: counters.timeSpent + more * each('timeSpent'),
  };
}

/** Returns the apps in the order of the settings. `more` has the views that each app gets in addition. */
function rank(
  { apps }: Catalogue,
  { params, weights }: RankingSettings,
  time: OrderTime,
  { more, likeRates }: { more: Float64Array; likeRates: ArrayLike<number> },
): number[] {
  const keys = Float64Array.from(apps, (app, number) => {
    const change = { more: more[number] ?? 0, likeRate: likeRates[number] ?? 0 };
    const counters = withViews(app, countersAt(app, time), change);
    return params.algorithmType === 'semi_simple'
      ? Math.round(counters.upvotes)
      : rankingScore(counters, weights);
  });
  return [...apps.keys()].sort((one, other) => (keys[other] ?? 0) - (keys[one] ?? 0) || one - other);
}

/** A visit of a person, by the number of the visitor. */
interface PersonsVisit {
  visit: Visit;
  person: number;
}

/** The replayed visits of all people. */
export interface Replay {
  /** Cards of each visit, the earliest visit first. */
  dealt: number[][];
  /** Cards of each person, in the order of the visitors. */
  shown: ShownCards[];
}

/** The replay under the present settings. A person counts `weights` times. `likeRates` are the likes per view of the apps. */
interface Resample {
  present: Replay;
  weights: ArrayLike<number>;
  likeRates: ArrayLike<number>;
}

/** Returns the visits of all people, the earliest first. */
const visitsInOrder = (visitors: readonly Visitor[]): PersonsVisit[] =>
  visitors
    .flatMap((visitor, person) => visitor.visits.map((visit) => ({ visit, person })))
    .sort((one, other) => one.visit.at - other.visit.at);

/**
 * Replays visits under the settings, each in the same number of places. With `resample`, the settings are new: apps that are
 * dealt more often than at present get more views, likes and time, so their places change too. Calls `pause` after each visit.
 */
export async function replayVisits(
  visitors: readonly Visitor[],
  catalogue: Catalogue,
  settings: RankingSettings,
  { resample, pause }: { resample?: Resample; pause: () => Promise<void> },
): Promise<Replay> {
  const { apps, times, peoplePerPerson } = catalogue;
  const candidates = apps.map(({ category }, app) => ({ id: String(app), category, position: [] }));
  const replays = visitors.map((visitor) => new PersonReplay(visitor, settings.params));
  const more = new Float64Array(apps.length);
  let ordered: OrderTime | undefined;
  let ranked: number[] = [];
  let approved = 0;
  const dealt: number[][] = [];
  for (const [index, { visit, person }] of visitsInOrder(visitors).entries()) {
    const weight = resample?.weights[person] ?? 1;
    if (weight === 0) continue;
    const time = orderTimeOf(times, visit.at);
    if (!ordered || time.day !== ordered.day || time.part !== ordered.part) {
      ordered = time;
      ranked = rank(catalogue, settings, time, { more, likeRates: resample?.likeRates ?? [] });
      approved = approvedAt(catalogue, visit.at);
    }
    const isApproved = (app: number) => (apps[app]?.approvedAt ?? Infinity) <= visit.at;
    const cards = (replays[person] as PersonReplay).deal(visit, {
      ranked,
      isApproved,
      approved,
      candidate: (app) => candidates[app] as (typeof candidates)[number],
    });
    dealt[index] = cards;
    if (resample) {
      const change = weight * peoplePerPerson;
      for (const app of cards) more[app] = (more[app] ?? 0) + change;
      for (const app of resample.present.dealt[index] ?? []) more[app] = (more[app] ?? 0) - change;
    }
    await pause();
  }
  return { dealt, shown: replays.map(({ shown }) => shown) };
}
