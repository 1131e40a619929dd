import type { HoldCheck } from '@zapdeck/contract/reported-apps';
import { expect, test } from 'vitest';
import { holdInWords } from './hold-in-words.ts';

const ring: HoldCheck = { verdict: 'too_few', weight: 1, needed: 3, independent: 1, uncounted: 0 };

test.each<[string, Partial<HoldCheck>, boolean]>([
  ['1 independent member; 3 needed. Too few to hold it back.', {}, false],
  [
    '3 independent members count as 1.75; 3 needed. Too few to hold it back. 2 members not counted.',
    { independent: 3, weight: 1.75, uncounted: 2 },
    false,
  ],
  [
    '3 independent members; 3 needed. Reports hold it back.',
    { verdict: 'enough', independent: 3, weight: 3 },
    true,
  ],
  ['1 independent member; 3 needed. It is held back until you decide.', {}, true],
  [
    '3 independent members; 3 needed. It stays: it has more than 10 times as many likes.',
    { verdict: 'many_likes', independent: 3, weight: 3 },
    false,
  ],
  [
    '3 independent members; 3 needed. It stays: reports have reached the limit of holds per hour.',
    { verdict: 'limit_reached', independent: 3, weight: 3 },
    false,
  ],
])('explains “%s”', (words, change, isHeld) =>
  expect(holdInWords({ ...ring, ...change }, isHeld)).toBe(words),
);
