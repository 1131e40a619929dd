import { afterEach, expect, test, vi } from 'vitest';
import { momentOfId, newId } from './columns.ts';

afterEach(() => vi.useRealTimers());

test('ids of one millisecond are in the order in which they were made', () => {
  vi.useFakeTimers();
  const ids = Array.from({ length: 1_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
});

test('an id contains the time at which it was made, even after a clock was a year ahead', () => {
  vi.useFakeTimers({ now: Date.now() + 365 * 24 * 3_600_000 });
  newId();
  vi.useRealTimers();
  const before = Date.now();
  expect(momentOfId(newId()).getTime() - before).toBeLessThan(1_000);
});
