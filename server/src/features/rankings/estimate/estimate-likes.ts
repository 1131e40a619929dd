import { drawNormal } from './draw-normal.ts';
import type { Rate } from './like-prior.ts';
import type { ShownCards, Visitor } from './person-replay.ts';
import { type Catalogue, type RankingSettings, type Replay, replayVisits } from './replay-visits.ts';

/** A person with recorded visits. */
export interface RecordedPerson extends Visitor {
  /** Cards that the person looked at for the first time. Apps are numbers of the catalogue. */
  looks: readonly { app: number; isLiked: boolean }[];
  /** Cards that the person had seen before, and the likes that they got. */
  repeats: { cards: number; likes: number };
}

export interface LikeEstimate {
  /** Likes per card under the present settings and under the new ones. */
  before: number;
  after: number;
  /** `after` divided by `before`, with the bounds of its 95 % interval. */
  ratio: number;
  low: number;
  high: number;
}

/** Number of bootstrap samples. */
const RESAMPLES = 20;
/** Quantile of Student's distribution for a 95 % interval from `RESAMPLES` values. */
const QUANTILE = 2.09;
/** Standard error of the part of a change that comes from apps that rise or fall, because other apps are dealt. */
const FEEDBACK_ERROR = 0.2;
/** A like rate is smoothed as if the app had this many more cards with its usual rate. */
const RATE_SHRINKAGE = 20;

interface Rates {
  byApp: Float64Array;
  repeat: number;
}

/** Returns likes per card, smoothed towards the usual like rates of the apps. Each person counts `weights` times. */
function ratesOf(
  people: readonly RecordedPerson[],
  weights: ArrayLike<number>,
  usualRates: Float64Array,
): Rates {
  const [cards, likes] = [new Float64Array(usualRates.length), new Float64Array(usualRates.length)];
  let [repeats, repeatLikes, allLikes, usual] = [0, 0, 0, 0];
  for (const [index, person] of people.entries()) {
    const weight = weights[index] ?? 0;
    for (const { app, isLiked } of weight === 0 ? [] : person.looks) {
      const liked = weight * Number(isLiked);
      cards[app] = (cards[app] ?? 0) + weight;
      likes[app] = (likes[app] ?? 0) + liked;
      allLikes += liked;
      usual += weight * (usualRates[app] ?? 0);
    }
    repeats += weight * person.repeats.cards;
    repeatLikes += weight * person.repeats.likes;
  }
  // People in the deck can like more or less often than others.
  const level = usual === 0 ? 0 : allLikes / usual;
  return {
    byApp: usualRates.map(
      (rate, app) =>
        ((likes[app] ?? 0) + RATE_SHRINKAGE * Math.min(1, level * rate)) /
        ((cards[app] ?? 0) + RATE_SHRINKAGE),
    ),
    repeat: repeatLikes / (repeats + RATE_SHRINKAGE),
  };
}

/** Returns likes per card. Each person counts `weights` times. */
function likesPerCard(
  shown: readonly ShownCards[],
  weights: ArrayLike<number>,
  { byApp, repeat }: Rates,
): number {
  let [cards, likes] = [0, 0];
  for (const [index, { fresh, repeats }] of shown.entries()) {
    const weight = weights[index] ?? 0;
    if (weight === 0) continue;
    likes += weight * fresh.reduce((sum, app) => sum + (byApp[app] ?? 0), repeats * repeat);
    cards += weight * (fresh.length + repeats);
  }
  return likes / cards;
}

/** Draws as many people as there are, with replacement. Returns how often each was drawn. */
function resample(count: number, random: () => number): Float64Array {
  const weights = new Float64Array(count);
  for (let draw = 0; draw < count; draw += 1) {
    const drawn = Math.floor(random() * count);
    weights[drawn] = (weights[drawn] ?? 0) + 1;
  }
  return weights;
}

/** Draws a like rate from its approximate distribution. */
const drawRate = ({ mean, error }: Rate, random: () => number): number =>
  Math.min(1, Math.max(0, mean + error * drawNormal(random)));

/**
 * Returns the part of the ratio's standard error that comes from the chance of each like. Cards that a person sees under both
 * settings have equal outcomes, so they add nothing.
 */
function errorByChance(
  before: readonly ShownCards[],
  after: readonly ShownCards[],
  { byApp, repeat }: Rates,
  peoplePerPerson: number,
): number {
  let [variance, likes] = [0, 0];
  for (const [person, { fresh, repeats }] of before.entries()) {
    const other = new Set(after[person]?.fresh);
    for (const app of new Set(fresh).symmetricDifference(other)) {
      const rate = byApp[app] ?? 0;
      variance += rate * (1 - rate);
    }
    likes += fresh.reduce((sum, app) => sum + (byApp[app] ?? 0), repeats * repeat);
  }
  return Math.sqrt(variance / peoplePerPerson) / likes;
}

/** Returns the standard deviation. */
const deviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
};

/**
 * Estimates likes per card under new settings. Each card counts with the smoothed like rate of its app. The interval is a
 * bootstrap over people. Each resample draws the usual like rates and replays the visits. Two errors widen the interval: the
 * chance of each like, and the effect of apps that rise or fall.
 */
export async function estimateLikes(
  people: readonly RecordedPerson[],
  catalogue: Catalogue,
  { present, settings }: { present: Replay; settings: RankingSettings },
  { random, pause }: { random: () => number; pause: () => Promise<void> },
): Promise<LikeEstimate> {
  const compare = async (weights: ArrayLike<number>, likeRates: Float64Array, replayed = catalogue) => {
    const rates = ratesOf(people, weights, likeRates);
    const { shown } = await replayVisits(people, replayed, settings, {
      resample: { present, weights, likeRates },
      pause,
    });
    const before = likesPerCard(present.shown, weights, rates);
    const after = likesPerCard(shown, weights, rates);
    return { before, after, ratio: after / before, rates, shown };
  };
  const equalWeights = new Float64Array(people.length).fill(1);
  const usual = Float64Array.from(catalogue.apps, ({ usual: { mean } }) => mean);
  const { before, after, ratio, rates, shown } = await compare(equalWeights, usual);
  // With 0 people per person, the new settings have no effect on the order.
  const fixed = await compare(equalWeights, usual, { ...catalogue, peoplePerPerson: 0 });
  const ratios: number[] = [];
  for (let turn = 0; turn < RESAMPLES; turn += 1) {
    const likeRates = Float64Array.from(catalogue.apps, (app) => drawRate(app.usual, random));
    const drawn = await compare(resample(people.length, random), likeRates);
    // A sample can lack the only people with likes.
    if (Number.isFinite(drawn.ratio)) ratios.push(drawn.ratio);
  }
  const byChance = errorByChance(present.shown, shown, rates, catalogue.peoplePerPerson);
  const byFeedback = FEEDBACK_ERROR * Math.abs(ratio - fixed.ratio);
  const error = QUANTILE * Math.hypot(deviation(ratios), byChance, byFeedback);
  return { before, after, ratio, low: Math.max(0, ratio - error), high: ratio + error };
}
