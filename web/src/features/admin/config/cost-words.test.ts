import { expect, test } from 'vitest';
import { costInWords } from './first-views-card.tsx';

const cost = { newcomerPlaces: 100, places: 1_000, newcomerLikeRate: 0.12, otherLikeRate: 0.2 };

test('says how many likes newcomers cost', () => {
  expect(costInWords(cost)).toBe(
    '10% of the dealt cards were newcomers. Like rate: newcomers 12%, others 20%. That is 0.8 fewer likes per 100 views.',
  );
});

test.each([0.25, 0.2, 0.1999])(
  'says that newcomers with a like rate of %d cost no likes',
  (newcomerLikeRate) => {
    expect(costInWords({ ...cost, newcomerLikeRate })).toMatch(/They cost no likes\.$/);
  },
);

test('needs views of newcomers and of other apps', () => {
  expect(costInWords({ ...cost, otherLikeRate: null })).toContain('Too few views');
});
