import { rankingScore } from '@zapdeck/contract/ranking';
import { type AlgorithmParams, defaultWeights, poolSize } from '@zapdeck/contract/settings';
import { NEWCOMER_VIEWS } from '@zapdeck/contract/ranking';
import { newcomerShare, recommend } from '@zapdeck/server/features/feed/recommend';
import { median } from './median.ts';
import { sequence } from '@zapdeck/server/testing/random';
import {
  type Assumptions,
  assumed,
  simulateView,
  makeApps,
  makePeople,
  type SimulatedApp,
  type SimulatedPerson,
} from './simulated-world.ts';

export interface Setting {
  name: string;
  params: AlgorithmParams;
  newcomers: number;
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

const WEEK_H = 168;
const CONTINUE_PROBABILITY = 0.97;
const SESSIONS_PER_RANKING = 100;
const FIRST_CARDS = 10;

const byScore = (one: SimulatedApp, other: SimulatedApp) =>
  other.score - one.score || other.approvalNo - one.approvalNo;
const byUpvotes = (one: SimulatedApp, other: SimulatedApp) =>
  other.upvotes - one.upvotes || other.approvalNo - one.approvalNo;

function take<T>(from: Iterable<T>, limit: number, isWanted: (one: T) => boolean): T[] {
  const taken: T[] = [];
  for (const one of from) {
    if (taken.length >= limit) break;
    if (isWanted(one)) taken.push(one);
  }
  return taken;
}

function gini(numbers: number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const sum = sorted.reduce((total, number) => total + number, 0);
  const weighted = sorted.reduce((total, number, index) => total + number * (index + 1), 0);
  return (2 * weighted) / (sorted.length * sum) - (sorted.length + 1) / sorted.length;
}

/** The catalogue in the orders that the feed reads. */
interface Ranking {
  apps: readonly SimulatedApp[];
  approved: number;
  ranked: readonly SimulatedApp[];
  newcomers: readonly SimulatedApp[];
}

function rankAt(hour: number, apps: SimulatedApp[], { algorithmType }: AlgorithmParams): Ranking {
  const arrived = apps.findIndex(({ approvedAtH }) => approvedAtH > hour);
  const approved = arrived === -1 ? apps.length : arrived;
  for (const app of apps) app.score = rankingScore(app, defaultWeights);
  return {
    apps,
    approved,
    ranked: apps.slice(0, approved).sort(algorithmType === 'semi_simple' ? byUpvotes : byScore),
    newcomers: apps.slice(0, approved).filter(({ views }) => views < NEWCOMER_VIEWS),
  };
}

/** Deals a page with the real `recommend`, from candidates like those of the feed's SQL. */
function pageFor(
  person: SimulatedPerson,
  { apps, approved, ranked, newcomers }: Ranking,
  { params, newcomers: share }: Setting,
): SimulatedApp[] {
  const { algorithmType, appsPerPage, recycledContentThreshold } = params;
  const isUnseen = ({ approvalNo }: SimulatedApp) => person.hasSeen[approvalNo] === 0;
  const isNormal = algorithmType === 'normal';
  const isSimple = algorithmType === 'simple';
  const limit = (isNormal ? poolSize(params) : appsPerPage) + 1;
  const places = isNormal ? newcomerShare(appsPerPage, share) : 0;
  const seen = isSimple ? [] : take(person.seen, appsPerPage, () => true);
  const candidates = {
    fresh: take(ranked, limit, isSimple ? () => true : isUnseen),
    newcomers: take(newcomers, places, (app) => app.views < NEWCOMER_VIEWS && isUnseen(app)),
    recycled: seen.flatMap((index) => apps[index] ?? []),
    isRecycling: isNormal && seen.length > 0 && person.seen.size * 100 >= approved * recycledContentThreshold,
  };
  return recommend(candidates, params, share).map(({ candidate }) => candidate as SimulatedApp);
}

/** Simulates a week with the real `recommend`. Deterministic per seed. */
export function simulate(setting: Setting, population: Population): Outcome {
  const assumptions = { ...assumed, ...population.assumptions };
  const random = sequence(population.seed);
  const apps = makeApps(population.apps, assumptions, random);
  const people = makePeople(population.people, population.apps, random);
  const sessions = population.people * assumptions.sessionsPerPerson;
  let [views, likes, repeats, variety] = [0, 0, 0, 0];
  let ranking = rankAt(0, apps, setting.params);

  for (let session = 0; session < sessions; session += 1) {
    const hour = (session / sessions) * WEEK_H;
    if (session % SESSIONS_PER_RANKING === 0) ranking = rankAt(hour, apps, setting.params);
    const person = people[Math.floor(random() * people.length)] as SimulatedPerson;
    const page = pageFor(person, ranking, setting);
    variety += new Set(page.slice(0, FIRST_CARDS).map(({ category }) => category)).size;
    for (const app of page) {
      const { isLiked, isRepeat } = simulateView(person, app, { offTaste: assumptions.offTaste, random });
      views += 1;
      likes += Number(isLiked);
      repeats += Number(isRepeat);
      if (app.views === NEWCOMER_VIEWS) app.establishedAtH = hour;
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
