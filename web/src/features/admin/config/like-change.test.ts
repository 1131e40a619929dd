import { describe, expect, test } from 'vitest';
import { changeInWords, headlineOf, scaleOf } from './like-change.ts';

const estimate = (ratio: number, error: number) => ({
  before: 0.2,
  after: 0.2 * ratio,
  ratio,
  low: ratio - error,
  high: ratio + error,
});

describe('the headline', () => {
  test.each([
    [1.035, 0.01, 'About 3.5% more likes'],
    [0.6, 0.05, 'About 40% fewer likes'],
    [1.01, 0.02, 'No clear change in likes'],
    [1, 0, 'No change in likes'],
  ])('for %d ± %d is “%s”', (ratio, error, words) => {
    expect(headlineOf(estimate(ratio, error))).toBe(words);
  });
});

test('a ratio is a change of the present likes', () => {
  expect([1.2, 0.955, 1].map(changeInWords)).toEqual(['20% more', '4.5% fewer', '0% more']);
});

describe('the scale', () => {
  test('has the present likes in the middle and contains the interval', () => {
    const { edge, placeOf } = scaleOf(estimate(1.06, 0.02));
    expect(edge).toBe(0.1);
    expect([0.9, 1, 1.1].map((ratio) => Number(placeOf(ratio).toFixed(9)))).toEqual([0, 0.5, 1]);
  });

  test('grows with a large change', () => {
    expect(scaleOf(estimate(2.5, 0.7)).edge).toBe(3);
  });
});
