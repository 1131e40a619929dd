import { LIKERS_PER_APP, LIKES_PER_ACCOUNT, POPULAR_SHARE } from './group-limits.ts';
import { countBy, indexesWhere, type Likes, listBy, type Lists, listOf } from './likes.ts';

export interface Evidence {
  makers: Int32Array;
  /** Latest apps of each account, without popular ones. Apps of one maker stand together. */
  liked: Lists;
  /** Latest accounts of each app. */
  likers: Lists;
  /** Number of these apps that an account likes by chance, per like of the account. */
  expectedPerLike(apps: ArrayLike<number>): number;
}

/** Leaves out popular apps, which are no evidence. */
export function prepareEvidence({ accounts, makers, accountOf, appOf }: Likes): Evidence {
  const counts = countBy(appOf, makers.length);
  const indexes = indexesWhere(appOf, (app) => (counts[app] ?? 0) <= POPULAR_SHARE * accounts);
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
  return {
    makers,
    liked,
    likers,
    expectedPerLike(apps) {
      let sum = 0;
      for (let at = 0; at < apps.length; at += 1) sum += counts[apps[at] ?? 0] ?? 0;
      return sum / indexes.length;
    },
  };
}
