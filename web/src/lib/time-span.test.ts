import { expect, test } from 'vitest';
import { timeSpan } from './numbers.ts';

test.each([
  [20, '1 minute'],
  [40 * 60, '40 minutes'],
  [2 * 3_600, '2 hours'],
  [31.4 * 3_600, '31 hours'],
  [100 * 3_600, '4 days'],
])('says %f seconds as %s', (seconds, expected) => {
  expect(timeSpan(seconds)).toBe(expected);
});
