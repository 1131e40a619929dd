import { expect, test } from 'vitest';
import { dayInWords, inPercent, timeInWords } from './number-words.ts';

test.each([
  [null, '–'],
  [0, '0 s'],
  [3_400, '3.4 s'],
  [12_000, '12 s'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
])('%s ms are said as %s', (ms, words) => {
  expect(timeInWords(ms)).toBe(words);
});

test('a rate has one decimal at most, and a dash without a whole', () => {
  expect([0.1234, 1, 0, null].map(inPercent)).toEqual(['12.3%', '100%', '0%', '–']);
});

test('a day is that of its date wherever it is read', () => {
  expect(dayInWords('2026-01-31')).toBe('Jan 31');
});
