import { type AlgorithmParams, freshPlacesOf, poolSize } from '@zapdeck/contract/settings';

/** An approved app as far as the feed weighs it. */
export interface Candidate {
  id: string;
  category: string;
}

/** What a page can be made of; both lists are in the order of the algorithm and hold more than a page where there is. */
export interface Candidates {
  /** Apps the viewer has not seen; for *simple*, which does not ask, all apps. */
  fresh: readonly Candidate[];
  /** Apps the viewer has not seen that still wait for their first views, first approved first; some are in `fresh` too. */
  newcomers: readonly Candidate[];
  /** Apps the viewer has seen; none for *simple*. */
  recycled: readonly Candidate[];
  /** Whether the viewer has seen enough of the catalogue for recycled apps to have places of their own. */
  isRecycling: boolean;
}

/** One place of a page and why the app has it. `categoryTurn` counts the rounds over the categories from 1. */
export interface Place {
  candidate: Candidate;
  reason: 'fresh' | 'newcomer' | 'recycled' | 'ranked';
  categoryTurn: number | null;
}

/** Why this much is in docs/simulation.md. */
export const NEWCOMER_SHARE = 0.1;
/** A page with fewer fresh places than this has none to give away. */
const NEWCOMERS_FROM_PLACES = 5;

/** How many of so many fresh places belong to newcomers: a tenth, rounded, but at least one of five; none of no share. */
export function newcomerShare(freshPlaces: number, share = NEWCOMER_SHARE): number {
  if (freshPlaces < NEWCOMERS_FROM_PLACES || share === 0) return 0;
  return Math.max(1, Math.round(freshPlaces * share));
}

/** How many apps the viewer has not seen; the few newcomers may be among the fresh. */
export function countUnseen({ fresh, newcomers }: Pick<Candidates, 'fresh' | 'newcomers'>): number {
  return fresh.length + newcomers.filter(({ id }) => !fresh.some((other) => other.id === id)).length;
}

const inOrder = (candidates: readonly Candidate[], reason: Place['reason']): Place[] =>
  candidates.map((candidate) => ({ candidate, reason, categoryTurn: null }));

/** One app of each category in turn, the best first, so many in all; the category of the best app begins. */
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

/** Puts the newcomers between the others at even distances, none of them first. */
function spread(others: readonly Place[], newcomers: readonly Place[]): Place[] {
  const page = [...others];
  const distance = (others.length + newcomers.length) / (newcomers.length + 1);
  for (const [index, place] of newcomers.entries()) page.splice(Math.floor((index + 1) * distance), 0, place);
  return page;
}

function recommendNormal(candidates: Candidates, params: AlgorithmParams, share: number): Place[] {
  const { fresh, newcomers, recycled, isRecycling } = candidates;
  const { appsPerPage, categoryDiversityEnabled } = params;

  const freshShare = freshPlacesOf(params);
  const recycledShare = isRecycling ? Math.min(appsPerPage - freshShare, recycled.length) : 0;
  const freshCount = Math.min(appsPerPage - recycledShare, countUnseen(candidates));
  const newcomerPlaces = inOrder(newcomers.slice(0, newcomerShare(freshCount, share)), 'newcomer');

  const newcomerIds = new Set(newcomerPlaces.map(({ candidate }) => candidate.id));
  const pool = fresh.slice(0, poolSize(params)).filter(({ id }) => !newcomerIds.has(id));
  const others = freshCount - newcomerPlaces.length;
  const freshPlaces = categoryDiversityEnabled
    ? roundRobin(pool, others)
    : inOrder(pool.slice(0, others), 'fresh');
  const freshTaken = spread(freshPlaces, newcomerPlaces);
  return [...freshTaken, ...inOrder(recycled.slice(0, appsPerPage - freshTaken.length), 'recycled')];
}

/**
 * The next page, first place first, no app twice; specification, section 9. Shorter than a page only when nothing is
 * left. The simulation alone tries other shares for newcomers.
 */
export function recommend(
  candidates: Candidates,
  params: AlgorithmParams,
  newcomers = NEWCOMER_SHARE,
): Place[] {
  const { algorithmType, appsPerPage } = params;
  if (algorithmType === 'normal') return recommendNormal(candidates, params, newcomers);
  const fresh = inOrder(candidates.fresh, algorithmType === 'simple' ? 'ranked' : 'fresh');
  return [...fresh, ...inOrder(candidates.recycled, 'recycled')].slice(0, appsPerPage);
}
