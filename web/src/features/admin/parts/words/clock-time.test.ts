import { expect, test } from 'vitest';
import { clockTime } from './clock-time.ts';

test.each([
  [0, '00:00:00:000'],
  [1, '00:00:00:001'],
  [999.6, '00:00:01:000'],
  [61_005, '00:01:01:005'],
  [3_599_999, '00:59:59:999'],
  [3_600_000, '01:00:00:000'],
  [360_000_000, '100:00:00:000'],
  [-5, '00:00:00:000'],
])('formats %i ms as %s', (ms, text) => {
  expect(clockTime(ms)).toBe(text);
});
