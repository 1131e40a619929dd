import { sequence } from '@zapdeck/server/testing/random';
import type { Rating } from './inst-eval.ts';
import { type Effects, expectedLike } from './main-effects.ts';
import { drawNormals } from './draws.ts';
import { type Factor, factorise, solve, solveUpper } from './solve.ts';

/** Number of dimensions of taste. In each, a person has a value and an app has a loading. */
export const DIMENSIONS = 8;
const ROUNDS = 20;
/** Prior precision of a loading. Among 2, 5, 10 and 20, it best predicts ratings that were left out of the fit. */
const PRECISION = 20;

/** Estimated loadings of an app, and the factor of their precision matrix. */
export interface Loadings {
  mean: Float64Array;
  precision: Factor;
}

/** Draws loadings from their estimated distribution. */
export function drawLoadings({ mean, precision }: Loadings, random: () => number): Float64Array {
  const error = solveUpper(precision, drawNormals(random, DIMENSIONS));
  return mean.map((value, index) => value + (error[index] ?? 0));
}

export const dot = (one: Float64Array, other: Float64Array): number =>
  one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);

/** Sums of a linear regression. */
interface Sums {
  matrix: Float64Array;
  right: Float64Array;
}

const startSums = (precision: number): Sums => ({
  matrix: Float64Array.from({ length: DIMENSIONS ** 2 }, (_, index) =>
    index % (DIMENSIONS + 1) === 0 ? precision : 0,
  ),
  right: new Float64Array(DIMENSIONS),
});

/** Adds `weight × (vector × vector' + covariance)` to the matrix and `excess × vector` to the right side. */
function add(
  { matrix, right }: Sums,
  vector: Float64Array,
  { weight, excess, covariance }: { weight: number; excess: number; covariance?: Float64Array },
): void {
  for (const [row, value] of vector.entries()) {
    right[row] = (right[row] ?? 0) + excess * value;
    for (const [column, other] of vector.entries()) {
      const at = row * DIMENSIONS + column;
      matrix[at] = (matrix[at] ?? 0) + weight * (value * other + (covariance?.[at] ?? 0));
    }
  }
}

function invert(factor: Factor): Float64Array {
  const inverse = new Float64Array(DIMENSIONS ** 2);
  for (let row = 0; row < DIMENSIONS; row += 1) {
    const unit = new Float64Array(DIMENSIONS);
    unit[row] = 1;
    inverse.set(solve(factor, unit), row * DIMENSIONS);
  }
  return inverse;
}

/**
 * Fits a factor analysis of likes by expectation maximisation. The log odds of a like rise by the dot product of the app's
 * loadings and the person's values, which are standard normal.
 */
export function fitLoadings(ratings: readonly Rating[], effects: Effects): Loadings[] {
  const random = sequence(1);
  let loadings = effects.apps.map(
    (): Loadings => ({
      mean: Float64Array.from({ length: DIMENSIONS }, () => random() - 0.5),
      precision: new Float64Array(),
    }),
  );
  const observed = ratings.map((rating) => {
    const expected = expectedLike(effects, rating);
    const excess = Number(rating.isLiked) - expected;
    return { person: rating.person, app: rating.app, excess, weight: expected * (1 - expected) };
  });
  const byPerson = [...Map.groupBy(observed, ({ person }) => person).values()];
  for (let round = 0; round < ROUNDS; round += 1) {
    const ofApps = loadings.map(() => startSums(PRECISION));
    for (const rated of byPerson) {
      const ofPerson = startSums(1);
      for (const { app, ...residual } of rated) add(ofPerson, loadings[app]?.mean as Float64Array, residual);
      const factor = factorise(ofPerson.matrix);
      const values = solve(factor, ofPerson.right);
      const covariance = invert(factor);
      for (const { app, ...residual } of rated) add(ofApps[app] as Sums, values, { ...residual, covariance });
    }
    loadings = ofApps.map(({ matrix, right }) => {
      const precision = factorise(matrix);
      return { mean: solve(precision, right), precision };
    });
  }
  return loadings;
}
