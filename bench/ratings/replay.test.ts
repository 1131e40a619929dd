import { describe, expect, test } from 'vitest';
import { hasRatings, ratings as instEval, ratingsOfCamps } from './ratings.fixture.ts';
import { DECK_BEST, DECK_FOR_YOU, FOR_YOU, LIKE_RATE, replayRatings, SPECIFIED } from './replay.ts';

describe('the replay of ratings', () => {
  test('gives a person with strong tastes more likes in the order of for-you', () => {
    const likes = replayRatings(ratingsOfCamps(1), { split: 'semester', seed: 1 });
    expect(likes[FOR_YOU]).toBeGreaterThan(1.1 * (likes[LIKE_RATE] ?? 0));
  });

  test('gives no order an advantage if all apps are alike', () => {
    const likes = replayRatings(ratingsOfCamps(0), { split: 'semester', seed: 1 });
    expect((likes[FOR_YOU] ?? 0) / (likes[SPECIFIED] ?? 0)).toBeCloseTo(1, 1);
  });

  test('is deterministic per seed', () => {
    const ratings = ratingsOfCamps(1);
    expect(replayRatings(ratings, { split: 'semester', seed: 2 })).toEqual(
      replayRatings(ratings, { split: 'semester', seed: 2 }),
    );
    expect(replayRatings(ratings, { split: 'semester', seed: 3 })).not.toEqual(
      replayRatings(ratings, { split: 'semester', seed: 2 }),
    );
  });

  test.runIf(hasRatings)(
    'gives more likes to for-you than to the specified score and the deck best on InstEval',
    () => {
      const stored = replayRatings(instEval, { split: 'stored', seed: 1 });
      expect((stored[FOR_YOU] ?? 0) / (stored[SPECIFIED] ?? 0)).toBeGreaterThan(1.18);
      expect((stored[DECK_FOR_YOU] ?? 0) / (stored[SPECIFIED] ?? 0)).toBeGreaterThan(1.08);
      const likes = replayRatings(instEval, { split: 'semester', seed: 1 });
      expect((likes[FOR_YOU] ?? 0) / (likes[SPECIFIED] ?? 0)).toBeGreaterThan(1.08);
      expect((likes[FOR_YOU] ?? 0) / (likes[LIKE_RATE] ?? 0)).toBeGreaterThan(0.99);
      expect((likes[DECK_FOR_YOU] ?? 0) / (likes[DECK_BEST] ?? 0)).toBeGreaterThan(1.1);
    },
  );
});
