import { expect, test } from 'vitest';
import { timeAgo } from './time-ago.tsx';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');

test.each([
  ['2026-06-15T11:59:31.000Z', 'just now'],
  ['2026-06-15T12:00:30.000Z', 'just now'],
  ['2026-06-15T11:59:00.000Z', '1 minute ago'],
  ['2026-06-15T09:10:00.000Z', '2 hours ago'],
  ['2026-06-14T11:00:00.000Z', '1 day ago'],
  ['2026-06-01T11:00:00.000Z', '2 weeks ago'],
  ['2026-04-01T11:00:00.000Z', '2 months ago'],
  ['2024-04-01T11:00:00.000Z', '2 years ago'],
])('formats %s as %s', (moment, text) => {
  expect(timeAgo(moment, NOW)).toBe(text);
});
