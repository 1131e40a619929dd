/** A group has at least this number of members, who like apps of at least this number of the same makers. */
export const GROUP_MEMBERS_MIN = 5;
export const GROUP_MAKERS_MIN = 8;
/** Only the newest likes are compared, so that the job needs at most some 100 MB. */
export const LIKES_MAX = 5_000_000;
/** Number of an account's latest likes that count. */
export const LIKES_PER_ACCOUNT = 300;
/** Number of an app's latest likes through which accounts are compared. */
export const LIKERS_PER_APP = 1_000;
/** Limits that depend on the number of accounts. */
export interface SizeLimits {
  /** An app that more accounts like is no evidence. */
  likersMax: number;
  /**
   * Accounts are compared further if their common likes have this `surpriseOf`. A fixed multiple of the expected number would miss
   * rings where accounts like a large share of all apps.
   */
  surpriseMin: number;
  /** A member likes this share of the makers of the common apps. */
  memberShare: number;
  /** False if likes of the group itself say nothing about what is expected. */
  expectsOwnLikes: boolean;
}

/**
 * In a small instance, a ring makes its apps popular, and so its own likes expected. Without them, friends stand out too, so that
 * members have to agree on more than friends do.
 */
export function limitsOf(accounts: number): SizeLimits {
  if (accounts >= 1_000)
    return { likersMax: accounts / 10, surpriseMin: 11, memberShare: 2 / 3, expectsOwnLikes: true };
  // By chance, less than one account is near another.
  const surpriseMin = 1 + Math.log(accounts);
  return { likersMax: Math.max(30, accounts / 10), surpriseMin, memberShare: 0.85, expectsOwnLikes: false };
}

/** Common likes of a member are at least this multiple of the number that the likes of others let expect. */
export const BEYOND_CHANCE = 8;
/** An app is common to the group if this share of its members likes it. */
export const COMMON_SHARE = 1 / 2;
/** An account that likes at least this share, and less than a member, is a bystander. */
export const BYSTANDER_SHARE = 1 / 3;
/** In a group that shares a taste, there are more bystanders per member. Likes that were agreed on have hardly any. */
export const BYSTANDERS_PER_MEMBER = 1 / 2;
