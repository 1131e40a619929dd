import type { AlgorithmParams } from '@zapdeck/contract/instance/settings';
import type { AppRow } from '../../db/schema/apps.table.ts';

/** An approved app with the time of the viewer’s last view before the deck. */
export type Shelf = Pick<AppRow, 'id' | 'category' | 'upvotes' | 'rankingScore' | 'createdAt'> & {
  lastViewedAt: Date | null;
  /** Time at which the next first view is due. Null: none is. */
  dueAt: Date | null;
  isHidden: boolean;
};

const descending = (one: number | string, other: number | string) => (one < other ? 1 : one > other ? -1 : 0);

function bestFirst(rank: 'rankingScore' | 'upvotes') {
  return (one: Shelf, other: Shelf) =>
    descending(one[rank], other[rank]) ||
    descending(one.createdAt.getTime(), other.createdAt.getTime()) ||
    descending(one.id, other.id);
}

const leastRecentFirst = (one: Shelf, other: Shelf) =>
  descending(other.lastViewedAt?.getTime() ?? 0, one.lastViewedAt?.getTime() ?? 0) ||
  descending(other.id, one.id);

/** Returns the best app of each category, then the best of the rest, until none is left. Slow and obvious. */
function inTurns(pool: readonly Shelf[]): Shelf[] {
  const order = [...new Set(pool.map(({ category }) => category))];
  const left = [...pool];
  const places: Shelf[] = [];
  while (left.length > 0) {
    for (const category of order) {
      const best = left.findIndex((app) => app.category === category);
      if (best !== -1) places.push(...left.splice(best, 1));
    }
  }
  return places;
}

/** Returns the page that the algorithm requires from the apps that the deck has not dealt, by plain sorting. */
export function referencePage(
  catalogue: readonly Shelf[],
  dealt: ReadonlySet<string>,
  params: AlgorithmParams,
): string[] {
  const size = params.appsPerPage;
  const left = catalogue.filter(({ id, isHidden }) => !dealt.has(id) && !isHidden);
  const ids = (page: readonly Shelf[]) => page.slice(0, size).map(({ id }) => id);
  if (params.algorithmType === 'simple') return ids(left.toSorted(bestFirst('rankingScore')));

  const unseen = left.filter(({ lastViewedAt }) => !lastViewedAt);
  const seen = left.filter(({ lastViewedAt }) => lastViewedAt);
  if (params.algorithmType === 'semi_simple') {
    const rank = bestFirst('upvotes');
    return ids([...unseen.toSorted(rank), ...seen.toSorted(rank)]);
  }

  const recycled = seen.toSorted(leastRecentFirst);
  const seenAtStart = catalogue.filter(({ lastViewedAt }) => lastViewedAt).length;
  const isEnoughSeen =
    seenAtStart > 0 && seenAtStart / catalogue.length >= params.recycledContentThreshold / 100;
  const freshShare = Math.floor((size * params.freshContentPriority) / 100);
  const recycledPlaces = isEnoughSeen ? Math.min(size - freshShare, recycled.length) : 0;
  const freshPlaces = Math.min(size - recycledPlaces, unseen.length);

  const share = freshPlaces < 5 ? 0 : Math.max(1, Math.round(freshPlaces / 10));
  const newcomers = unseen
    .filter(({ dueAt }) => dueAt)
    .toSorted(
      (one, other) =>
        descending(other.dueAt?.getTime() ?? 0, one.dueAt?.getTime() ?? 0) || descending(other.id, one.id),
    )
    .slice(0, share);
  const pool = unseen
    .toSorted(bestFirst('rankingScore'))
    .slice(0, Math.max(size, params.maxDiversityPool))
    .filter((app) => !newcomers.includes(app));
  const ranked = params.categoryDiversityEnabled ? inTurns(pool) : pool;
  const fresh = ranked.slice(0, freshPlaces - newcomers.length);
  newcomers.forEach((app, index) =>
    fresh.splice(Math.floor(((index + 1) * freshPlaces) / (newcomers.length + 1)), 0, app),
  );
  return ids([...fresh, ...recycled]);
}
