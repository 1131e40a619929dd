import { describe, expect, test } from 'vitest';
import { lift, LIFT_WEIGHT, LIFTS, scoreForYou, smoothedLikeRate } from './score.ts';

describe('lift', () => {
  test('is 0 if people like both apps as often as expected', () => {
    expect(lift({ together: 20, one: 100, other: 200, people: 1_000 })).toBe(0);
  });

  test('is positive above and negative below expectation', () => {
    expect(lift({ together: 35, one: 100, other: 100, people: 1_000 })).toBeCloseTo(Math.log(40 / 15), 9);
    expect(lift({ together: 0, one: 100, other: 100, people: 1_000 })).toBeCloseTo(Math.log(5 / 15), 9);
  });

  test('is shrunk to near 0 for few likes, and 0 without any', () => {
    expect(lift({ together: 1, one: 1, other: 1, people: 1_000 })).toBeLessThan(0.2);
    expect(lift({ together: 0, one: 0, other: 0, people: 0 })).toBe(0);
  });
});

describe('the smoothed like rate', () => {
  test('of an app without views is the average', () => {
    expect(smoothedLikeRate({ likes: 0, views: 0 }, 0.3)).toBeCloseTo(0.3, 9);
  });

  test('approaches the app’s own rate with more views', () => {
    expect(smoothedLikeRate({ likes: 5, views: 10 }, 0.2)).toBeCloseTo(0.3, 9);
    expect(smoothedLikeRate({ likes: 5_000, views: 10_000 }, 0.2)).toBeCloseTo(0.5, 2);
  });

  test('stays below 1 with more likes than views', () => {
    expect(smoothedLikeRate({ likes: 1_000, views: 3 }, 0.2)).toBeLessThan(1);
  });
});

describe('the score', () => {
  const average = 0.2;
  const ordinary = { likes: 20, views: 100 };

  test('is the logit of the like rate if no liked app leads to the app', () => {
    expect(scoreForYou(ordinary, { average, lifts: [] })).toEqual({
      score: Math.log(0.25),
      isForTaste: false,
    });
  });

  test('rises by the weighted mean of the strongest lifts', () => {
    const lifts = [0.1, ...Array.from({ length: LIFTS }, () => 0.9)];
    expect(scoreForYou(ordinary, { average, lifts }).score).toBeCloseTo(
      Math.log(0.25) + LIFT_WEIGHT * 0.9,
      9,
    );
  });

  test('rises less by one lift than by several', () => {
    const one = scoreForYou(ordinary, { average, lifts: [0.9] });
    const two = scoreForYou(ordinary, { average, lifts: [0.9, 0.9] });
    expect(one.score).toBeGreaterThan(Math.log(0.25));
    expect(two.score).toBeGreaterThan(one.score);
  });

  test('falls with lifts from apps that the viewer wants less of', () => {
    const less = scoreForYou(ordinary, { average, lifts: [0.9], against: [1.2] });
    expect(less.score).toBeLessThan(Math.log(0.25));
    expect(less.isForTaste).toBe(false);
  });

  test('counts as taste if lifts raise it at least as much as quality does', () => {
    const lifts = [0.9, 0.9, 0.2];
    expect(scoreForYou(ordinary, { average, lifts }).isForTaste).toBe(true);
    expect(scoreForYou({ likes: 90, views: 100 }, { average, lifts }).isForTaste).toBe(false);
  });
});
