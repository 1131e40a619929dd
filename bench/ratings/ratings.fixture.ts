import { fetchRatings } from './inst-eval.ts';

/** Ratings of InstEval. Empty if they cannot be fetched: tests that need them do not run then. */
export const ratings = (await fetchRatings()) ?? [];

export const hasRatings = ratings.length > 0;
