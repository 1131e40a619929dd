import { expect, test } from 'vitest';
import { dayInWords, inPercent, timeInWords } from './own-stats.ts';

test.each([
  [null, '–'],
  [0, '0 s'],
  [3_400, '3.4 s'],
  [12_000, '12 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
])('formats %s ms as %s', (ms, words) => {
  expect(timeInWords(ms)).toBe(words);
});

test('formats a rate with at most one decimal, and a missing one as a dash', () => {
  expect([0.1234, 1, 0, null].map(inPercent)).toEqual(['12.3%', '100%', '0%', '–']);
});

test('formats a date independently of the time zone', () => {
  expect(dayInWords('2026-01-31')).toBe('Jan 31');
});
