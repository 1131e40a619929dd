/** Numbers of people whose likes count for a pair of apps. */
export interface PairCounts {
  /** People who like both apps. */
  together: number;
  /** People who like the app that leads. */
  one: number;
  /** People who like the app that it leads to. */
  other: number;
  /** People who like any app. */
  people: number;
}

export interface LikesOfApp {
  likes: number;
  views: number;
}

/** Numbers of the viewer and the catalogue that the score of an app depends on. */
export interface Evidence {
  /** Like rate of the catalogue, between 0 and 1. */
  average: number;
  /** Lifts from liked apps of the viewer to the app. */
  lifts: readonly number[];
  /** Lifts from avoided apps. */
  against?: readonly number[];
}

export interface ScoreForYou {
  score: number;
  /** True if lifts raise the score at least as much as quality does. */
  isForTaste: boolean;
}

/** A lift is shrunk as if this many more people liked both apps, and were expected to. */
export const LIFT_SHRINKAGE = 5;
/** A like rate is smoothed as if the app had this many more views of average quality. */
const RATE_SHRINKAGE = 20;
/** Number of strongest lifts that count. Missing ones count as 0. */
export const LIFTS = 3;
/** Weight of the mean lift. See docs/simulation.md. */
export const LIFT_WEIGHT = 0.5;

/**
 * Returns the logarithm of a ratio, shrunk towards 0: the people who like both apps, divided by the number expected if likes
 * were independent.
 */
export function lift({ together, one, other, people }: PairCounts): number {
  const expected = people === 0 ? 0 : (one * other) / people;
  return Math.log((together + LIFT_SHRINKAGE) / (expected + LIFT_SHRINKAGE));
}

const logit = (share: number): number => Math.log(share / (1 - share));

/** Returns the like rate, smoothed towards the average. An app with more likes than views counts as viewed once per like. */
export function smoothedLikeRate({ likes, views }: LikesOfApp, average: number): number {
  return (likes + RATE_SHRINKAGE * average) / (Math.max(likes, views) + RATE_SHRINKAGE);
}

const meanLift = (lifts: readonly number[]): number =>
  lifts
    .toSorted((one, other) => other - one)
    .slice(0, LIFTS)
    .reduce((sum, strength) => sum + strength, 0) / LIFTS;

/** Returns `logit(smoothed like rate) + weight × (mean lift − mean lift from avoided apps)`. */
export function scoreForYou(app: LikesOfApp, { average, lifts, against = [] }: Evidence): ScoreForYou {
  const quality = logit(smoothedLikeRate(app, average));
  const taste = LIFT_WEIGHT * (meanLift(lifts) - meanLift(against));
  return { score: quality + taste, isForTaste: taste > 0 && taste >= quality - logit(average) };
}
