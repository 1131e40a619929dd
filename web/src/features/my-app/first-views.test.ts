import { describe, expect, test } from 'vitest';
import type { ViewBudget } from '@zapdeck/contract/feed/first-views';
import { nextInWords, progressInWords, rangeInWords, timesInWords, versionInWords } from './first-views.ts';

const budget: ViewBudget = {
  id: '00000000-0000-7000-8000-000000000001',
  kind: 'first',
  note: null,
  wanted: 100,
  views: 37,
  startedAt: '2026-11-26T08:00:00.000Z',
  isPaused: false,
  finishedAt: null,
  report: null,
};

describe('progress', () => {
  test('counts the views of the promise', () => {
    expect(progressInWords(budget, 'views')).toBe('37 of its first 100 views');
    const version = { ...budget, kind: 'version' as const, wanted: 50 };
    expect(progressInWords(version, 'views')).toBe('37 of 50 views of the new version');
  });

  test('mentions no number of views if all visitors are promised', () => {
    expect(progressInWords({ ...budget, views: 1 }, 'everybody')).toBe('1 person has seen it');
    expect(nextInWords(budget, 'everybody')).toContain('Everybody who comes in its first 7 days');
    expect(versionInWords('everybody')).toContain('for 7 days to everybody');
  });

  test('counts no people before the approval of an app that is promised all visitors', () => {
    const waiting = { ...budget, views: 0, startedAt: null };
    expect(progressInWords(waiting, 'everybody')).toBe('Not started yet');
    expect(nextInWords(waiting, 'everybody')).toContain('Once it is approved');
  });

  test('names the number of views of a new version', () => {
    expect(versionInWords('views')).toContain('50 people who haven’t seen the app');
  });

  test('promises no duration', () => {
    expect(nextInWords(budget, 'views')).not.toContain('hours');
  });

  test('says that nothing is lost while the app is not shown', () => {
    expect(nextInWords({ ...budget, isPaused: true }, 'views')).toContain(
      'Counting continues once it is back',
    );
  });
});

test('rounds the bounds of ranges', () => {
  expect(rangeInWords({ rate: 0.257, low: 0.1694, high: 0.3702 })).toBe('17% to 37%');
});

test.each([
  [0, 3_000, 'Less than 3 s'],
  [3_000, 10_000, '3 s to 10 s'],
  [180_000, null, '3 min or more'],
])('formats the range from %s to %s as %s', (fromMs, toMs, expected) => {
  expect(timesInWords({ fromMs, toMs, people: 5 })).toBe(expected);
});
