import { expect, test } from 'vitest';
import { formatRoundedCount } from './about-numbers.ts';

test.each([
  ['de', 12_999, '12.999+'],
  ['fr', 12_999, '12\u00a0k+'],
  ['ja', 129_999, '12万+'],
  ['ar', 12_999, '12\u00a0ألف+'],
])('rounds down in the form of %s', (locale, count, text) => {
  expect(formatRoundedCount(count, locale)).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1k+'],
  [1_290, '1.2k+'],
  [9_999, '9.9k+'],
  [12_999, '12k+'],
  [999_999, '999k+'],
  [3_456_789, '3.4M+'],
])('rounds %i down to %s', (count, text) => {
  expect(formatRoundedCount(count)).toBe(text);
});
