/** Likes and cards of an app. */
export interface Counted {
  likes: number;
  cards: number;
}

/** Distribution of the like rates of apps: a beta distribution, as if each app had `strength` more cards with the `mean` rate. */
export interface Prior {
  mean: number;
  strength: number;
}

const ROUNDS = 5;
/** Used if like rates differ no more than by chance. */
const STRENGTH_MAX = 1_000;

/** Fits the distribution by moments, after Kleinman (1973). An app weighs more the more its cards say about its rate. */
export function fitPrior(apps: readonly Counted[]): Prior {
  const counted = apps.filter(({ cards }) => cards > 0);
  let share = 1;
  let mean = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const weights = counted.map(({ cards }) => cards / (1 + share * (cards - 1)));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const sumOf = (value: (app: Counted, weight: number) => number) =>
      counted.reduce((sum, app, index) => sum + value(app, weights[index] ?? 0), 0);
    mean = sumOf(({ likes, cards }, weight) => (weight * likes) / cards) / total;
    const squares = sumOf(({ likes, cards }, weight) => weight * (likes / cards - mean) ** 2);
    const byChance = sumOf(({ cards }, weight) => (weight / cards) * (1 - weight / total));
    const largest = sumOf((_, weight) => weight * (1 - weight / total));
    const variance = mean * (1 - mean);
    share = Math.min(
      1,
      Math.max(1 / (1 + STRENGTH_MAX), (squares - variance * byChance) / (variance * (largest - byChance))),
    );
  }
  return { mean, strength: 1 / share - 1 };
}

/** Returns the like rate of an app, smoothed towards the mean of all apps. */
export const smooth = ({ likes, cards }: Counted, { mean, strength }: Prior): number =>
  (likes + strength * mean) / (cards + strength);
