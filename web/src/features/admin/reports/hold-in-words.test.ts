import type { HoldCheck } from '@zapdeck/contract/moderation/reported-apps';
import { expect, test } from 'vitest';
import { holdInWords } from './hold-in-words.ts';

const ring: HoldCheck = {
  verdict: 'too_few',
  weight: 1,
  needed: 3,
  independent: 1,
  uncounted: [],
  reporterAgeHours: 24,
};

test.each<[string, Partial<HoldCheck>, boolean]>([
  ['1 of 1 report counts. Too few to hold it back: 3 needed.', {}, false],
  [
    '0 of 3 reports count: 3 came from accounts younger than a day. Too few to hold it back: 3 needed.',
    { independent: 0, weight: 0, uncounted: [{ reason: 'new', count: 3 }] },
    false,
  ],
  [
    '3 of 6 reports count: 2 came from the same network or mailbox as others and 1 came from an account younger than 36 hours. They count as 1.75, because earlier reports by these members were dismissed. Too few to hold it back: 3 needed.',
    {
      independent: 3,
      weight: 1.75,
      uncounted: [
        { reason: 'shared', count: 2 },
        { reason: 'new', count: 1 },
      ],
      reporterAgeHours: 36,
    },
    false,
  ],
  ['3 of 3 reports count. Reports hold it back.', { verdict: 'enough', independent: 3, weight: 3 }, true],
  ['1 of 1 report counts. It is held back until you decide.', {}, true],
  [
    '3 of 3 reports count. It stays: it has more than 10 times as many likes.',
    { verdict: 'many_likes', independent: 3, weight: 3 },
    false,
  ],
  [
    '3 of 3 reports count. It stays: reports have reached the limit of holds per hour.',
    { verdict: 'limit_reached', independent: 3, weight: 3 },
    false,
  ],
])('explains “%s”', (words, change, isHeld) =>
  expect(holdInWords({ ...ring, ...change }, isHeld)).toBe(words),
);
