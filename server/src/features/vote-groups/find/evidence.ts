import { LIKERS_PER_APP, LIKES_PER_ACCOUNT, limitsOf, type SizeLimits } from './group-limits.ts';
import { countBy, indexesWhere, type Likes, listBy, type Lists, listOf } from './likes.ts';

export interface GroupEvidence {
  limits: SizeLimits;
  makers: Int32Array;
  /** Latest apps of each account, without popular ones, sorted by maker. */
  liked: Lists;
  likers: Lists;
  total: number;
  counts: Int32Array;
}

/** Prepares the lists. Excludes popular apps, which are no evidence. */
export function prepareEvidence({ accounts, makers, accountOf, appOf }: Likes): GroupEvidence {
  const counts = countBy(appOf, makers.length);
  const limits = limitsOf(accounts);
  const indexes = indexesWhere(appOf, (app) => (counts[app] ?? 0) <= limits.likersMax);
  const liked = listBy({
    keys: accountOf,
    values: appOf,
    indexes,
    size: accounts,
    most: LIKES_PER_ACCOUNT,
  });
  const likers = listBy({
    keys: appOf,
    values: accountOf,
    indexes,
    size: makers.length,
    most: LIKERS_PER_APP,
  });
  for (let one = 0; one < accounts; one += 1) {
    listOf(liked, one).sort((a, b) => (makers[a] ?? 0) - (makers[b] ?? 0) || a - b);
  }
  return { limits, makers, liked, likers, total: indexes.length, counts };
}
