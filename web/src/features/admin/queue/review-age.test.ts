import { expect, test } from 'vitest';
import { reviewAge } from './review-age.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');

test.each([
  ['2026-06-15T11:30:00.000Z', 'Waiting: less than 1 h (goal 24 h)', 'plain'],
  ['2026-06-14T12:00:01.000Z', 'Waiting: 23 h (goal 24 h)', 'plain'],
  ['2026-06-14T12:00:00.000Z', 'Waiting: 24 h (limit 48 h)', 'amber'],
  ['2026-06-13T12:00:01.000Z', 'Waiting: 47 h (limit 48 h)', 'amber'],
  ['2026-06-13T12:00:00.000Z', 'Overdue: waiting 48 h', 'down'],
  ['2026-06-15T12:00:30.000Z', 'Waiting: less than 1 h (goal 24 h)', 'plain'],
])('labels an app submitted at %s with “%s”', (moment, label, tone) => {
  expect(reviewAge(moment, NOW)).toEqual({ label, tone });
});
