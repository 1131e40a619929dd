/** Older likes do not count. */
export const PAIR_DAYS = 90;
/** Number of a person's latest likes that count. */
export const LIKES_PER_PERSON = 200;
/** Number of people who count for the pairs of an app: the latest who like it. */
export const PEOPLE_PER_APP = 2_000;
/** A pair needs likes of this many people, so that it shows the taste of no single person. */
export const PEOPLE_MIN = 2;
/** Number of pairs that are stored per app: the strongest. */
export const PAIRS_PER_APP = 50;
