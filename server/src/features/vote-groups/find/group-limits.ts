/** A group has at least this number of members, who like apps of at least this number of the same makers. */
export const GROUP_MEMBERS_MIN = 5;
export const GROUP_MAKERS_MIN = 8;
/** Only the newest likes are compared, so that the job needs at most some 100 MB. */
export const LIKES_MAX = 5_000_000;
/** Number of an account's latest likes that count. */
export const LIKES_PER_ACCOUNT = 300;
/** Number of an app's latest likes through which accounts are compared. */
export const LIKERS_PER_APP = 1_000;
/** An app that a larger share of the accounts likes is no evidence. */
export const POPULAR_SHARE = 0.1;
/**
 * Accounts are compared further if they have this `surpriseOf` their common likes. Eight likes need a tenth of them to be
 * expected, twenty a quarter. A fixed multiple would miss rings where accounts like a large share of all apps.
 */
export const SURPRISE_MIN = 11;
/** Common likes of a member are at least this multiple of the number that the popularity of the apps lets expect. */
export const BEYOND_CHANCE = 8;
/** An app is common to the group if this share of its members likes it. */
export const COMMON_SHARE = 1 / 2;
/** A member likes this share of the makers of the common apps. */
export const MEMBER_SHARE = 2 / 3;
/** An account that likes at least this share, and less than a member, is a bystander. */
export const BYSTANDER_SHARE = 1 / 3;
/** In a group that shares a taste, there are more bystanders per member. Likes that were agreed on have hardly any. */
export const BYSTANDERS_PER_MEMBER = 1 / 2;
