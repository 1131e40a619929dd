import { expect, test } from 'vitest';
import { dateIn, daysOf } from './calendar.ts';

const NOON = Date.parse('2026-12-30T12:00:00Z');
const app = (title: string) => ({ id: title, title, status: 'approved' as const });

test('contains today, the next six days, and later days that are set', () => {
  const days = daysOf(NOON, app('Today'), [
    { date: '2027-01-01', app: app('New Year') },
    { date: '2027-12-24', app: app('Christmas') },
  ]);
  expect(days.map(({ id, app: set }) => `${id} ${set?.title ?? '-'}`)).toEqual([
    '2026-12-30 Today',
    '2026-12-31 -',
    '2027-01-01 New Year',
    '2027-01-02 -',
    '2027-01-03 -',
    '2027-01-04 -',
    '2027-01-05 -',
    '2027-12-24 Christmas',
  ]);
  expect(days.filter(({ isToday }) => isToday)).toHaveLength(1);
});

test('uses UTC days', () => {
  expect(dateIn(0, Date.parse('2026-12-31T23:59:59Z'))).toBe('2026-12-31');
  expect(dateIn(1, Date.parse('2026-12-31T23:59:59Z'))).toBe('2027-01-01');
});
