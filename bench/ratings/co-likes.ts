import type { Rating } from './inst-eval.ts';
import { type Effects, expectedLike } from './main-effects.ts';

/** A pair of apps, with the number of people who rated both. `sum` and `squares` add up the products of their residuals. */
export interface Pair {
  one: number;
  other: number;
  people: number;
  sum: number;
  squares: number;
}

/** Residual of a like, divided by its standard deviation. */
const residualOf = (effects: Effects, rating: Rating): number => {
  const expected = expectedLike(effects, rating);
  return (Number(rating.isLiked) - expected) / Math.sqrt(expected * (1 - expected));
};

/** Returns the pairs of apps that have at least two people who rated both. */
export function pairsOf(ratings: readonly Rating[], effects: Effects): Pair[] {
  const apps = effects.apps.length;
  const pairs = new Map<number, Pair>();
  for (const rated of Map.groupBy(ratings, ({ person }) => person).values()) {
    const residuals = rated.map((rating) => residualOf(effects, rating));
    for (const [index, { app }] of rated.entries()) {
      for (const [place, { app: earlier }] of rated.slice(0, index).entries()) {
        const [one, other] = [Math.min(app, earlier), Math.max(app, earlier)];
        const product = (residuals[index] ?? 0) * (residuals[place] ?? 0);
        const pair = pairs.get(one * apps + other) ?? { one, other, people: 0, sum: 0, squares: 0 };
        pair.people += 1;
        pair.sum += product;
        pair.squares += product ** 2;
        pairs.set(one * apps + other, pair);
      }
    }
  }
  return [...pairs.values()].filter(({ people }) => people > 1);
}

/**
 * Returns the variance over pairs of apps of the correlation between their likes. It can be negative. Multiplies residuals
 * of different people only, so that chance does not add to it.
 */
export function coLikeVariance(pairs: readonly Pair[]): number {
  let [weights, products, means] = [0, 0, 0];
  for (const { people, sum, squares } of pairs) {
    weights += people * (people - 1);
    products += sum ** 2 - squares;
    means += sum * (people - 1);
  }
  return products / weights - (means / weights) ** 2;
}

/** Returns the variance of the given correlations over the pairs, weighted as in `coLikeVariance`. */
export function varianceOver(pairs: readonly Pair[], correlation: (pair: Pair) => number): number {
  let [weights, squares, means] = [0, 0, 0];
  for (const pair of pairs) {
    const weight = pair.people * (pair.people - 1);
    const value = correlation(pair);
    weights += weight;
    squares += weight * value ** 2;
    means += weight * value;
  }
  return squares / weights - (means / weights) ** 2;
}
