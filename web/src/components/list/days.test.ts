import { expect, test } from 'vitest';
import { endOfDay, startOfDay } from './days.ts';

test('a day lasts from midnight to midnight in the browser’s time zone', () => {
  expect(startOfDay('2026-06-15')).toBe(new Date(2026, 5, 15).toISOString());
  expect(endOfDay('2026-06-30')).toBe(new Date(2026, 6, 1).toISOString());
});

test.each(['', 'yesterday', '2026-13-01', '2026-6-1'])('rejects %j as a day', (text) => {
  expect([startOfDay(text), endOfDay(text)]).toEqual([undefined, undefined]);
});
