import { expect, test } from 'vitest';
import { formatRoundedCount } from './about-numbers.ts';

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
