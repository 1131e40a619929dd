import type { AlgorithmParams } from '@zapdeck/contract/settings';

/** An approved app as far as the feed weighs it. `lastViewedAt` is the viewer's last meeting with it, or null. */
export interface Candidate {
  id: string;
  category: string;
  score: number;
  upvotes: number;
  createdAt: Date;
  lastViewedAt: Date | null;
}

/** What a page can be made of; both lists are in the order of the algorithm and hold more than a page where there is. */
export interface Candidates {
  /** Apps the viewer has not seen; for *simple*, which does not ask, all apps. */
  fresh: readonly Candidate[];
  /** Apps the viewer has seen. */
  recycled: readonly Candidate[];
  /** Whether the viewer has seen enough of the catalogue for recycled apps to have places of their own. */
  isRecycling: boolean;
}

/** One place of a page and why the app has it. `categoryTurn` counts the rounds over the categories from 1. */
export interface Place {
  candidate: Candidate;
  reason: 'fresh' | 'recycled' | 'ranked';
  categoryTurn: number | null;
}

/** How many of the best unseen apps a page is chosen from. A pool smaller than a page could not fill it. */
export function poolSize({ maxDiversityPool, appsPerPage }: AlgorithmParams): number {
  return Math.max(maxDiversityPool, appsPerPage);
}

const inOrder = (candidates: readonly Candidate[], reason: Place['reason']): Place[] =>
  candidates.map((candidate) => ({ candidate, reason, categoryTurn: null }));

/** One app of each category in turn, the best first; the category of the best app begins. */
function roundRobin(pool: readonly Candidate[]): Place[] {
  const byCategory = new Map<string, Candidate[]>();
  for (const candidate of pool) {
    const others = byCategory.get(candidate.category);
    if (others) others.push(candidate);
    else byCategory.set(candidate.category, [candidate]);
  }
  const rounds = Math.max(0, ...[...byCategory.values()].map((queue) => queue.length));
  const places: Place[] = [];
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const queue of byCategory.values()) {
      const candidate = queue[turn];
      if (candidate) places.push({ candidate, reason: 'fresh', categoryTurn: turn + 1 });
    }
  }
  return places;
}

function recommendNormal({ fresh, recycled, isRecycling }: Candidates, params: AlgorithmParams): Place[] {
  const { appsPerPage, freshContentPriority, categoryDiversityEnabled } = params;
  const pool = fresh.slice(0, poolSize(params));
  const freshPlaces = categoryDiversityEnabled ? roundRobin(pool) : inOrder(pool, 'fresh');
  const recycledPlaces = inOrder(recycled, 'recycled');

  const freshShare = Math.floor((appsPerPage * freshContentPriority) / 100);
  const recycledShare = isRecycling ? Math.min(appsPerPage - freshShare, recycledPlaces.length) : 0;
  const freshTaken = freshPlaces.slice(0, appsPerPage - recycledShare);
  return [...freshTaken, ...recycledPlaces.slice(0, appsPerPage - freshTaken.length)];
}

/** The next page, first place first, no app twice; specification, section 9. Shorter than a page only when nothing is left. */
export function recommend(candidates: Candidates, params: AlgorithmParams): Place[] {
  const { algorithmType, appsPerPage } = params;
  if (algorithmType === 'normal') return recommendNormal(candidates, params);
  if (algorithmType === 'simple') return inOrder(candidates.fresh, 'ranked').slice(0, appsPerPage);
  return [...inOrder(candidates.fresh, 'fresh'), ...inOrder(candidates.recycled, 'recycled')].slice(
    0,
    appsPerPage,
  );
}
