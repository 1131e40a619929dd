import { sequence } from '@zapdeck/server/testing/random';
import { beforeAll, describe, expect, test } from 'vitest';
import { coLikeVariance, pairsOf, varianceOver } from './co-likes.ts';
import { dot } from './factors.ts';
import type { Rating } from './inst-eval.ts';
import { expectedLike, fitEffects } from './main-effects.ts';
import { hasRatings, ratings, ratingsOfCamps } from './ratings.fixture.ts';
import { factorise, solve } from './solve.ts';
import { simulateMonth } from './taste-month.ts';
import { drawTastes, type Measured, measureTastes } from './tastes.ts';

test('a system of equations is solved', () => {
  const x = solve(factorise(Float64Array.of(4, 2, 2, 3)), Float64Array.of(8, 7));
  expect([...x].map((value) => value.toFixed(9))).toEqual(['1.250000000', '1.500000000']);
});

describe('the variance of correlations between likes', () => {
  const measure = (of: Rating[]) => coLikeVariance(pairsOf(of, fitEffects(of)));

  test('is about 0 without tastes', () => {
    expect(Math.abs(measure(ratingsOfCamps(0)))).toBeLessThan(0.001);
  });

  test('is the square of the correlation within two camps', () => {
    // Odds of 1 more or less: 50 or 12 % like, so correlations are plus or minus 0.17.
    expect(measure(ratingsOfCamps(1))).toBeGreaterThan(0.16 ** 2);
    expect(measure(ratingsOfCamps(1))).toBeLessThan(0.2 ** 2);
  });
});

describe.runIf(hasRatings)('tastes measured on InstEval', () => {
  let measured: Measured;
  beforeAll(() => {
    measured = measureTastes(ratings);
  });

  test('are more than chance', () => {
    const random = sequence(1);
    const { effects, pairs } = measured;
    const drawn = ratings.map((rating) => ({ ...rating, isLiked: random() < expectedLike(effects, rating) }));
    const byChance = coLikeVariance(pairsOf(drawn, fitEffects(drawn)));
    expect(coLikeVariance(pairs)).toBeGreaterThan(3 * Math.abs(byChance));
  });

  test('are drawn with correlations that vary as much as measured', () => {
    const { apps } = drawTastes(measured, sequence(2));
    const rate = 1 / (1 + Math.exp(-measured.effects.average));
    const loadings = (app: number) => apps[app]?.loadings ?? new Float64Array();
    const drawn = varianceOver(
      measured.pairs,
      ({ one, other }) => rate * (1 - rate) * dot(loadings(one), loadings(other)),
    );
    expect(drawn / coLikeVariance(measured.pairs)).toBeCloseTo(1, 6);
  });

  test('give the same month for the same seed', () => {
    const few = measureTastes(ratings.filter(({ person }) => person < 100));
    const month = (seed: number) => simulateMonth(few, { deck: 'for-you', strength: 1, seed });
    expect(month(1)).toEqual(month(1));
    expect(month(1).likesPerView).not.toBe(month(2).likesPerView);
  });
});
