import type { ShownCards, Visitor } from './person-replay.ts';
import {
  type Catalogue,
  type CataloguedApp,
  type RankingSettings,
  type Replay,
  replayVisits,
} from './replay-visits.ts';

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

/** Number of resamples of the people. */
const RESAMPLES = 20;
/** Quantile of Student's distribution for a 95 % interval from so many resamples. */
const QUANTILE = 2.09;
/** A like rate is smoothed as if the app had this many more cards with its usual rate. */
const RATE_SHRINKAGE = 20;

interface Rates {
  byApp: Float64Array;
  repeat: number;
}

/** Returns likes per card, smoothed towards the like rates of the apps in the catalogue. Each person counts `weights` times. */
function ratesOf(people: readonly RecordedPerson[], weights: ArrayLike<number>, { apps }: Catalogue): Rates {
  const [cards, likes] = [new Float64Array(apps.length), new Float64Array(apps.length)];
  let [repeats, repeatLikes, allLikes, usual] = [0, 0, 0, 0];
  for (const [index, person] of people.entries()) {
    const weight = weights[index] ?? 0;
    for (const { app, isLiked } of weight === 0 ? [] : person.looks) {
      const liked = weight * Number(isLiked);
      cards[app] = (cards[app] ?? 0) + weight;
      likes[app] = (likes[app] ?? 0) + liked;
      allLikes += liked;
      usual += weight * (apps[app]?.likeRate ?? 0);
    }
    repeats += weight * person.repeats.cards;
    repeatLikes += weight * person.repeats.likes;
  }
  // People in the deck can like more or less often than others.
  const level = usual === 0 ? 0 : allLikes / usual;
  const smoothed = ({ likeRate }: CataloguedApp, app: number) =>
    ((likes[app] ?? 0) + RATE_SHRINKAGE * Math.min(1, level * likeRate)) /
    ((cards[app] ?? 0) + RATE_SHRINKAGE);
  return {
    byApp: Float64Array.from(apps, smoothed),
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

/** Returns the standard deviation. */
const deviation = (values: readonly number[]): number => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1));
};

/** Replays the recorded visits under the present settings. */
export const replayPresent = (
  people: readonly RecordedPerson[],
  catalogue: Catalogue,
  settings: RankingSettings,
  pause: () => Promise<void>,
): Promise<Replay> => replayVisits(people, catalogue, settings, { pause });

/**
 * Estimates likes per card under new settings. Each card counts with the smoothed like rate of its app. The interval is a
 * bootstrap over people, with a replay for each resample.
 */
export async function estimateLikes(
  people: readonly RecordedPerson[],
  catalogue: Catalogue,
  { present, settings }: { present: Replay; settings: RankingSettings },
  { random, pause }: { random: () => number; pause: () => Promise<void> },
): Promise<LikeEstimate> {
  const compare = async (weights: ArrayLike<number>) => {
    const rates = ratesOf(people, weights, catalogue);
    const { shown } = await replayVisits(people, catalogue, settings, {
      resample: { present, weights },
      pause,
    });
    const [before, after] = [
      likesPerCard(present.shown, weights, rates),
      likesPerCard(shown, weights, rates),
    ];
    return { before, after, ratio: after / before };
  };
  const found = await compare(new Float64Array(people.length).fill(1));
  const ratios: number[] = [];
  for (let turn = 0; turn < RESAMPLES; turn += 1) {
    const { ratio } = await compare(resample(people.length, random));
    // A sample can lack the only people with likes.
    if (Number.isFinite(ratio)) ratios.push(ratio);
  }
  const error = QUANTILE * deviation(ratios);
  return { ...found, low: Math.max(0, found.ratio - error), high: found.ratio + error };
}
