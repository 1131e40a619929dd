import { categories } from '@zapdeck/contract/apps';
import { rankingScore } from '@zapdeck/contract/ranking';
import { type AlgorithmParams, defaultWeights } from '@zapdeck/contract/settings';
import {
  type Candidate,
  NEWCOMER_VIEWS,
  newcomerShare,
  poolSize,
  recommend,
} from '@zapdeck/server/features/feed/recommend';

export interface Setting {
  name: string;
  params: AlgorithmParams;
  /** Without their places, newcomers wait at the bottom of the order; to compare with. */
  hasNewcomers: boolean;
}

export interface Population {
  people: number;
  apps: number;
  seed: number;
}

/** What a week of it came to. */
export interface Outcome {
  views: number;
  likesPerView: number;
  /** Of the approved apps, those that had their first hundred views by the end. */
  establishedShare: number;
  /** Median hours from approval to the hundredth view, of those that had it. */
  hoursToEstablished: number;
  /** How unevenly views fall on apps: 0 is all alike, 1 is all on one. */
  gini: number;
  /** Different categories among the first ten cards of a page. */
  variety: number;
  /** Views of apps that the viewer had seen before. */
  repeatShare: number;
}

const WEEK_H = 168;
/** Apps are approved through the week, but for its last day: half are there from the start. */
const LAST_ARRIVAL_H = 144;
const SESSIONS_PER_WEEK = 8;
/** The chance to look at one more card; 20 cards is a page. */
const GO_ON = 0.97;
const FAVOURITES = 4;
/** The order by score is as old as this many sessions, as it is for readers at the same moment. */
const RANK_EVERY = 100;

interface SimulatedApp extends Candidate {
  quality: number;
  approvedAtH: number;
  establishedAtH: number | null;
  views: number;
  downvotes: number;
  timeSpent: number;
}

interface SimulatedPerson {
  favourites: ReadonlySet<string>;
  hasSeen: Uint8Array;
  /** Approval numbers of what was seen, least recently viewed first. */
  seen: Set<number>;
}

/** Numbers from 0 to 1 in a sequence that the seed fixes. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function makeApps(count: number, random: () => number): SimulatedApp[] {
  return Array.from({ length: count }, (_, approvalNo) => {
    const isThere = approvalNo < count / 2;
    return {
      id: String(approvalNo),
      category: categories[Math.floor(random() * categories.length)] ?? 'Other',
      score: 0,
      upvotes: 0,
      downvotes: 0,
      views: 0,
      timeSpent: 1,
      createdAt: new Date(approvalNo),
      lastViewedAt: null,
      approvalNo,
      // Most are middling, few are loved.
      quality: random() ** 2,
      approvedAtH: isThere ? 0 : ((2 * approvalNo) / count - 1) * LAST_ARRIVAL_H,
      establishedAtH: null,
    };
  });
}

function makePeople(count: number, apps: number, random: () => number): SimulatedPerson[] {
  return Array.from({ length: count }, () => ({
    favourites: new Set(
      Array.from({ length: FAVOURITES }, () => categories[Math.floor(random() * categories.length)] ?? ''),
    ),
    hasSeen: new Uint8Array(apps),
    seen: new Set(),
  }));
}

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

/** A week of people who are dealt pages by the real `recommend`; the same for the same seed. */
export function simulate(
  { params, hasNewcomers }: Setting,
  { people: peopleCount, apps: appCount, seed }: Population,
): Outcome {
  const random = sequence(seed);
  const apps = makeApps(appCount, random);
  const people = makePeople(peopleCount, appCount, random);
  const sessions = peopleCount * SESSIONS_PER_WEEK;
  let [approved, views, likes, repeats, variety] = [0, 0, 0, 0, 0];
  let ranked: SimulatedApp[] = [];
  let newcomers: SimulatedApp[] = [];

  const pageFor = (person: SimulatedPerson): SimulatedApp[] => {
    const isUnseen = ({ approvalNo }: SimulatedApp) => person.hasSeen[approvalNo] === 0;
    const isNormal = params.algorithmType === 'normal';
    const limit = (isNormal ? poolSize(params) : params.appsPerPage) + 1;
    const fresh = take(ranked, limit, params.algorithmType === 'simple' ? () => true : isUnseen);
    const share = isNormal && hasNewcomers ? newcomerShare(params.appsPerPage) : 0;
    const seen = take(person.seen, params.appsPerPage, () => true).map(
      (index) => apps[index] as SimulatedApp,
    );
    const isRecycling =
      seen.length > 0 && person.seen.size * 100 >= approved * params.recycledContentThreshold;
    const candidates = {
      fresh,
      newcomers: take(newcomers, share, (app) => app.views < NEWCOMER_VIEWS && isUnseen(app)),
      recycled: params.algorithmType === 'simple' ? [] : seen,
      isRecycling: isNormal && isRecycling,
    };
    return recommend(candidates, params).map(({ candidate }) => candidate as SimulatedApp);
  };

  const look = (person: SimulatedPerson, app: SimulatedApp, hour: number): void => {
    const match = person.favourites.has(app.category) ? 1 : 0.4;
    const isLiked = random() < 0.02 + 0.6 * app.quality * match;
    views += 1;
    app.views += 1;
    app.timeSpent += isLiked ? 20_000 : 3_000;
    if (app.views === NEWCOMER_VIEWS) app.establishedAtH = hour;
    if (person.hasSeen[app.approvalNo] === 1) {
      repeats += 1;
      person.seen.delete(app.approvalNo);
    } else if (isLiked) {
      likes += 1;
      app.upvotes += 1;
    } else if (random() < 0.05) {
      app.downvotes += 1;
    }
    person.hasSeen[app.approvalNo] = 1;
    person.seen.add(app.approvalNo);
  };

  for (let session = 0; session < sessions; session += 1) {
    const hour = (session / sessions) * WEEK_H;
    if (session % RANK_EVERY === 0) {
      while ((apps[approved]?.approvedAtH ?? Infinity) <= hour) approved += 1;
      for (const app of apps) app.score = rankingScore(app, defaultWeights);
      ranked = apps.slice(0, approved).sort(params.algorithmType === 'semi_simple' ? byUpvotes : byScore);
      newcomers = take(apps, approved, (app) => app.approvedAtH <= hour && app.views < NEWCOMER_VIEWS);
    }
    const person = people[Math.floor(random() * peopleCount)] as SimulatedPerson;
    const page = pageFor(person);
    variety += new Set(page.slice(0, 10).map(({ category }) => category)).size;
    for (const app of page) {
      look(person, app, hour);
      if (random() > GO_ON) break;
    }
  }

  const waits = apps
    .flatMap(({ approvedAtH, establishedAtH }) =>
      establishedAtH === null ? [] : [establishedAtH - approvedAtH],
    )
    .toSorted((one, other) => one - other);
  return {
    views,
    likesPerView: likes / views,
    establishedShare: waits.length / approved,
    hoursToEstablished: waits[waits.length >> 1] ?? Number.NaN,
    gini: gini(apps.slice(0, approved).map((app) => app.views)),
    variety: variety / sessions,
    repeatShare: repeats / views,
  };
}
