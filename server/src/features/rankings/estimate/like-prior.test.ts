import { describe, expect, test } from 'vitest';
import { fitPrior, smoothedRate } from './like-prior.ts';
import { sequence } from './sequence.ts';

describe('the distribution of like rates', () => {
  test('is found again from apps whose rates were drawn from it', () => {
    const random = sequence(1);
    // A uniform distribution is the beta distribution with mean ½ and strength 2.
    const apps = Array.from({ length: 2_000 }, (_, app) => {
      const [rate, cards] = [random(), 1 + (app % 50)];
      const likes = Array.from({ length: cards }, () => random() < rate).filter(Boolean).length;
      return { likes, cards };
    });
    const { mean, strength } = fitPrior(apps);
    expect(mean).toBeCloseTo(0.5, 1);
    expect(strength).toBeGreaterThan(1.8);
    expect(strength).toBeLessThan(2.2);
  });

  test('is narrow if all apps have the same rate', () => {
    expect(fitPrior([10, 20, 40].map((cards) => ({ cards, likes: cards / 5 })))).toEqual({
      mean: expect.closeTo(0.2, 9),
      strength: 1_000,
    });
  });

  test.each([
    ['there are no cards', [{ likes: 0, cards: 0 }], 0],
    ['nothing is liked', [{ likes: 0, cards: 9 }], 0],
    ['everything is liked', [{ likes: 9, cards: 9 }], 1],
    ['one app is always liked and one never', [30, 0].map((likes) => ({ likes, cards: 30 })), 0.5],
    ['there is one app', [{ likes: 3, cards: 6 }], 0.5],
  ])('gives an app without cards a rate if %s', (_, apps, rate) => {
    expect(smoothedRate({ likes: 0, cards: 0 }, fitPrior(apps)).mean).toBeCloseTo(rate, 9);
  });
});

test('a like rate is surer the more cards an app has', () => {
  const prior = { mean: 0.2, strength: 10 };
  const errorOf = (cards: number) => smoothedRate({ likes: cards / 5, cards }, prior).error;
  expect(errorOf(0)).toBeCloseTo(Math.sqrt(0.16 / 11), 9);
  expect(errorOf(100)).toBeCloseTo(Math.sqrt(0.16 / 111), 9);
});
