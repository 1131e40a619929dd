/** Older likes do not count. */
export const PAIR_DAYS = 90;
/** Number of a person's latest likes that count. */
export const LIKES_PER_PERSON = 200;
/** Number of latest people who like an app that count for its pairs. */
export const PEOPLE_PER_APP = 2_000;
/** A pair needs likes of this many people. Otherwise it would reveal the taste of one person. */
export const PEOPLE_MIN = 2;
/** Number of strongest pairs that are stored per app. */
export const PAIRS_PER_APP = 50;
