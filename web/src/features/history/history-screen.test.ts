import type { SeenApp } from '@zapdeck/contract/feed/history';
import { describe, expect, test } from 'vitest';
import { byDay, nameOfDay } from './history-screen.tsx';

const seen = (appId: string, ...date: [number, number, number, number]): SeenApp => ({
  appId,
  seenAt: new Date(...date).toISOString(),
  app: null,
});
const midnight = (...date: [number, number, number]) => new Date(...date).getTime();

describe('byDay', () => {
  test('groups entries by day in the device’s time zone', () => {
    const days = byDay([
      seen('a', 2026, 10, 26, 9),
      seen('b', 2026, 10, 26, 0),
      seen('c', 2026, 10, 25, 23),
      seen('d', 2025, 10, 25, 23),
    ]);
    expect(days.map(({ start, entries }) => [start, entries.map(({ appId }) => appId).join()])).toEqual([
      [midnight(2026, 10, 26), 'a,b'],
      [midnight(2026, 10, 25), 'c'],
      [midnight(2025, 10, 25), 'd'],
    ]);
  });

  test('lists an app once that moved between two reads', () => {
    const [day] = byDay([seen('a', 2026, 10, 26, 9), seen('b', 2026, 10, 26, 8), seen('a', 2026, 10, 26, 7)]);
    expect(day?.entries.map(({ appId }) => appId)).toEqual(['a', 'b']);
  });
});

describe('nameOfDay', () => {
  // The clocks change on 25 October 2026 in Europe, and on 1 November in America.
  test.each([
    [midnight(2026, 10, 26), 'Today'],
    [midnight(2026, 10, 25), 'Yesterday'],
    [midnight(2026, 10, 24), 'Tuesday, November 24'],
    [midnight(2025, 10, 24), 'Monday, November 24, 2025'],
  ])('returns for %i the name “%s”', (start, name) => {
    expect(nameOfDay(start, new Date(2026, 10, 26, 0, 30).getTime())).toBe(name);
  });

  test.each([
    [2026, 9, 26],
    [2026, 10, 2],
    [2026, 2, 30],
    [2027, 0, 1],
  ] as const)('names the day before %i-%i-%i', (year, month, day) => {
    expect(nameOfDay(midnight(year, month, day - 1), midnight(year, month, day))).toBe('Yesterday');
  });
});
