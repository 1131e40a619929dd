/** Older likes do not count. */
export const PAIR_DAYS = 90;
/** The latest likes of a person that count. */
export const LIKES_PER_PERSON = 200;
/** The latest people who like an app that count for its pairs. */
export const PEOPLE_PER_APP = 2_000;
/** A pair needs likes of this many people, so that it shows the taste of no single person. */
export const PEOPLE_MIN = 2;
/** The strongest pairs of an app, which are stored. */
export const PAIRS_PER_APP = 50;
