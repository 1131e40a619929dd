import { type AlgorithmParams, freshPlacesOf, poolSize } from '@zapdeck/contract/instance/settings';
import type { RankedApp } from '../for-you/score.ts';

export interface Candidate {
  id: string;
  category: string;
  because?: string;
}

/** Candidates for a page. Lists are in the order of the algorithm and, if possible, longer than a page. */
export interface Candidates {
  /** Unseen apps. For `simple`: all apps. */
  fresh: readonly Candidate[];
  /** Unseen newcomers, those with the longest delay first. Some are also in `fresh`. */
  newcomers: readonly Candidate[];
  newcomerShare: number;
  recycled: readonly Candidate[];
  isRecycling: boolean;
}

/** Place on a page. `categoryTurn` counts the rounds over the categories, from 1. */
export interface Place {
  candidate: Candidate;
  reason: 'fresh' | 'newcomer' | 'recycled' | 'ranked' | 'paired' | 'explored';
  categoryTurn: number | null;
}

/** Smallest and largest share of the fresh places for newcomers. See docs/simulation.md. */
export const NEWCOMER_SHARE_MIN = 0.1;
export const NEWCOMER_SHARE_MAX = 0.3;
const MOST_BEHIND_H = 6;
/** Maximum delay of an app in the average, in hours. It limits the effect of one app on the share. */
export const COUNTED_DELAY_H = 12;

/** Returns the newcomers' share of the fresh places. `behindH` is their average delay in hours. */
export function newcomerShareOf(behindH: number): number {
  const need = Math.min(1, Math.max(0, behindH / MOST_BEHIND_H));
  return NEWCOMER_SHARE_MIN + need * (NEWCOMER_SHARE_MAX - NEWCOMER_SHARE_MIN);
}

const RESERVED_FROM_PLACES = 5;

/** Returns the number of places to reserve: at least one, unless `places` is small or `share` is 0. */
export function reservedPlaces(places: number, share: number): number {
  if (places < RESERVED_FROM_PLACES || share === 0) return 0;
  return Math.max(1, Math.round(places * share));
}

function countUnseen({ fresh, newcomers }: Pick<Candidates, 'fresh' | 'newcomers'>): number {
  return fresh.length + newcomers.filter(({ id }) => !fresh.some((other) => other.id === id)).length;
}

const inOrder = (candidates: readonly Candidate[], reason: Place['reason']): Place[] =>
  candidates.map((candidate) => ({ candidate, reason, categoryTurn: null }));

/** Returns `count` apps: the best one of each category in turn, starting with the category of the best app. */
function roundRobin(pool: readonly Candidate[], count: number): Place[] {
  const byCategory = Map.groupBy(pool, ({ category }) => category);
  const wanted = Math.min(count, pool.length);
  const places: Place[] = [];
  for (let turn = 0; places.length < wanted; turn += 1) {
    for (const queue of byCategory.values()) {
      const candidate = queue[turn];
      if (candidate && places.length < wanted)
        places.push({ candidate, reason: 'fresh', categoryTurn: turn + 1 });
    }
  }
  return places;
}

/** Inserts the reserved places at even distances, never in the first place. */
function spread(others: readonly Place[], reserved: readonly Place[]): Place[] {
  const page = [...others];
  const distance = (others.length + reserved.length) / (reserved.length + 1);
  for (const [index, place] of reserved.entries()) page.splice(Math.floor((index + 1) * distance), 0, place);
  return page;
}

function recommendNormal(candidates: Candidates, params: AlgorithmParams): Place[] {
  const { fresh, newcomers, newcomerShare, recycled, isRecycling } = candidates;
  const { appsPerPage, categoryDiversityEnabled } = params;

  const freshShare = freshPlacesOf(params);
  const recycledShare = isRecycling ? Math.min(appsPerPage - freshShare, recycled.length) : 0;
  const freshCount = Math.min(appsPerPage - recycledShare, countUnseen(candidates));
  const reserved = inOrder(newcomers.slice(0, reservedPlaces(freshCount, newcomerShare)), 'newcomer');

  const newcomerIds = new Set(reserved.map(({ candidate }) => candidate.id));
  const pool = fresh.slice(0, poolSize(params)).filter(({ id }) => !newcomerIds.has(id));
  const others = freshCount - reserved.length;
  const freshPlaces = categoryDiversityEnabled
    ? roundRobin(pool, others)
    : inOrder(pool.slice(0, others), 'fresh');
  const freshTaken = spread(freshPlaces, reserved);
  return [...freshTaken, ...inOrder(recycled.slice(0, appsPerPage - freshTaken.length), 'recycled')];
}

/** Returns the places of the next page, without repeated apps. A page is short only if no candidates are left. */
export function recommend(candidates: Candidates, params: AlgorithmParams): Place[] {
  const { algorithmType, appsPerPage } = params;
  if (algorithmType === 'normal') return recommendNormal(candidates, params);
  const fresh = inOrder(candidates.fresh, algorithmType === 'simple' ? 'ranked' : 'fresh');
  return [...fresh, ...inOrder(candidates.recycled, 'recycled')].slice(0, appsPerPage);
}

const CATEGORY_SHARE = 0.4;
const CATEGORIES_FOR_CAP = 4;
const EXPLORED_SHARE = 0.1;

export interface CandidatesForYou extends Pick<Candidates, 'newcomers' | 'newcomerShare' | 'recycled'> {
  ranked: readonly RankedApp[];
  /** Unseen apps that come last, because the viewer wants less like them. */
  unwanted: readonly RankedApp[];
}

interface Caps {
  category: number;
  led: number;
}

const NO_CAPS: Caps = { category: Infinity, led: Infinity };

class Page {
  readonly #taken = new Set<string>();
  readonly #byCategory = new Map<string, number>();
  readonly #size: number;

  constructor(size: number) {
    this.#size = size;
  }

  #add({ id, category }: Candidate): void {
    this.#taken.add(id);
    this.#byCategory.set(category, (this.#byCategory.get(category) ?? 0) + 1);
  }

  takeNewcomers(newcomers: readonly Candidate[], count: number): Place[] {
    const taken = newcomers.slice(0, count);
    for (const newcomer of taken) this.#add(newcomer);
    return inOrder(taken, 'newcomer');
  }

  take(candidates: readonly RankedApp[], caps: Caps): Place[] {
    const places: Place[] = [];
    let led = 0;
    let isLedFull = false;
    for (const app of candidates) {
      if (this.#taken.size === this.#size) break;
      if (this.#taken.has(app.id) || (this.#byCategory.get(app.category) ?? 0) >= caps.category) continue;
      if (app.isLed && led >= caps.led) {
        isLedFull = true;
        continue;
      }
      this.#add(app);
      led += Number(app.isLed);
      const reason = app.because === undefined ? 'fresh' : 'paired';
      places.push(...inOrder([app], isLedFull ? 'explored' : reason));
    }
    return places;
  }
}

/**
 * Returns the next page of the deck `for-you`: unseen apps by score, with places for newcomers and for apps that no
 * like leads to. It is short only if no candidates are left.
 */
export function recommendForYou(
  { ranked, unwanted, newcomers, newcomerShare, recycled }: CandidatesForYou,
  { appsPerPage }: AlgorithmParams,
): Place[] {
  const page = new Page(appsPerPage);
  const reserved = page.takeNewcomers(newcomers, reservedPlaces(appsPerPage, newcomerShare));
  const others = appsPerPage - reserved.length;
  const categories = new Set(ranked.map(({ category }) => category)).size;
  const capped = page.take(ranked, {
    category:
      categories < CATEGORIES_FOR_CAP ? Infinity : Math.max(1, Math.floor(appsPerPage * CATEGORY_SHARE)),
    led: others - reservedPlaces(appsPerPage, EXPLORED_SHARE),
  });
  const explored = capped.filter(({ reason }) => reason === 'explored');
  const byScore = capped.filter(({ reason }) => reason !== 'explored');
  const rest = [...page.take(ranked, NO_CAPS), ...page.take(unwanted, NO_CAPS)];
  const unseen = spread(spread([...byScore, ...rest], explored), reserved);
  return [...unseen, ...inOrder(recycled.slice(0, appsPerPage - unseen.length), 'recycled')];
}
