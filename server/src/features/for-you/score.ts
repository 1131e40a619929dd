/** Numbers of people whose likes count for a pair of apps. `one` is the liked app, `other` the app that it leads to. */
export interface PairCounts {
  together: number;
  one: number;
  other: number;
  people: number;
}

export interface LikesOfApp {
  likes: number;
  views: number;
}

export interface Evidence {
  average: number;
  lifts: readonly number[];
  against?: readonly number[];
}

export interface ScoreForYou {
  score: number;
  /** True if lifts raise the score at least as much as quality does. */
  isForTaste: boolean;
}

/** Number of people added to both sides of the ratio in a lift, to shrink it towards 0. */
export const LIFT_SHRINKAGE = 5;
/** Number of views of average quality added to a like rate, to smooth it. */
const RATE_SHRINKAGE = 20;
/** Number of strongest lifts that count. Missing lifts count as 0. */
export const LIFTS = 3;
export const LIFT_WEIGHT = 0.5;

/** Returns the log of observed to expected people who like both apps, shrunk towards 0. */
export function lift({ together, one, other, people }: PairCounts): number {
  const expected = people === 0 ? 0 : (one * other) / people;
  return Math.log((together + LIFT_SHRINKAGE) / (expected + LIFT_SHRINKAGE));
}

const logit = (share: number): number => Math.log(share / (1 - share));

/** Returns the like rate, smoothed towards the average. The number of views is at least the number of likes. */
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

export interface UnseenApp {
  id: string;
  category: string;
  likes: number;
  views: number;
}

interface Leads {
  lead: string;
  lifts: readonly number[];
  against: readonly number[];
}

export interface ViewersTaste {
  /** By the id of the app that likes lead to. */
  leads: ReadonlyMap<string, Leads>;
  likesByCategory: Readonly<Record<string, number>>;
}

export interface RankedApp {
  id: string;
  category: string;
  isLed: boolean;
  /** The liked app that leads to this app. Undefined if the like rate contributes more to the score. */
  because?: string;
}

/** Returns the common like rate of these apps. One like and five views are added, so it is never 0 or 1. */
function averageOf(apps: readonly UnseenApp[]): number {
  const likes = apps.reduce((sum, app) => sum + app.likes, 1);
  const views = apps.reduce((sum, app) => sum + Math.max(app.likes, app.views), 5);
  return likes / views;
}

/** Returns the apps by score, highest first. Equal scores are ordered by the viewer's likes in the category. */
export function rankForYou(
  apps: readonly UnseenApp[],
  { leads, likesByCategory }: ViewersTaste,
): RankedApp[] {
  const average = averageOf(apps);
  return apps
    .map(({ id, category, likes, views }) => {
      const led = leads.get(id);
      const evidence = { average, lifts: led?.lifts ?? [], against: led?.against ?? [] };
      const { score, isForTaste } = scoreForYou({ likes, views }, evidence);
      const isLed = led !== undefined;
      const ranked = { id, category, isLed, ...(isLed && isForTaste && { because: led.lead }) };
      return { ranked, score, likesInCategory: likesByCategory[category] ?? 0 };
    })
    .toSorted((one, other) => other.score - one.score || other.likesInCategory - one.likesInCategory)
    .map(({ ranked }) => ranked);
}
