/** Minimum number of members, and of makers whose apps all of them like. */
export const GROUP_MEMBERS_MIN = 5;
export const GROUP_MAKERS_MIN = 8;
/** Only the newest likes are compared, so the job needs at most about 100 MB. */
export const LIKES_MAX = 5_000_000;
export const LIKES_PER_ACCOUNT = 300;
export const LIKERS_PER_APP = 1_000;
export interface SizeLimits {
  likersMax: number;
  /** Accounts are compared further if `surpriseOf` their common likes is at least this. */
  surpriseMin: number;
  memberShare: number;
  /** False if likes of the group itself are excluded from the expected number. */
  expectsOwnLikes: boolean;
}

/**
 * A ring makes its apps popular in a small instance, so its own likes do not count as expected. Members must then have
 * more likes in common, because friends would stand out too.
 */
export function limitsOf(accounts: number): SizeLimits {
  if (accounts >= 1_000)
    return { likersMax: accounts / 10, surpriseMin: 11, memberShare: 2 / 3, expectsOwnLikes: true };
  // By chance, fewer than one account reaches this.
  const surpriseMin = 1 + Math.log(accounts);
  return { likersMax: Math.max(30, accounts / 10), surpriseMin, memberShare: 0.85, expectsOwnLikes: false };
}

/** Members have at least this multiple of the expected number of common likes. */
export const BEYOND_CHANCE = 8;
/** An app is common to the group if this share of its members likes it. */
export const COMMON_SHARE = 1 / 2;
/** Accounts that like at least this share, but less than members do, are bystanders. */
export const BYSTANDER_SHARE = 1 / 3;
/** Groups with a shared taste have more bystanders per member. Coordinated likes have hardly any. */
export const BYSTANDERS_PER_MEMBER = 1 / 2;
