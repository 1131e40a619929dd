import type { PendingApp } from '@zapdeck/contract/moderation/pending-apps';
import { expect, test } from 'vitest';
import {
  isLow,
  ROWS_SHOWN,
  rowAfterKey,
  withApp,
  withoutApps,
  withoutDecided,
  withDecision,
} from './pending-queue.ts';

const app = (id: string, day: number) => ({ id, createdAt: `2026-06-0${day}T00:00:00.000Z` }) as PendingApp;
const queue = { apps: [app('a', 1), app('b', 2), app('c', 3)], total: 7, sort: 'oldest' as const };
const ids = ({ apps }: { apps: PendingApp[] }) => apps.map(({ id }) => id).join('');

test('withoutApps removes a decided app and reduces the total once', () => {
  const after = withoutApps(queue, new Set('b'));
  expect([ids(after), after.total]).toEqual(['ac', 6]);
  expect(withoutApps(after, new Set('b')).total).toBe(6);
});

test('withoutApps reduces the total for decided apps that were not loaded', () => {
  const after = withoutApps(queue, new Set(['a', 'b', 'x', 'y']), 4);
  expect([ids(after), after.total]).toEqual(['c', 3]);
});

test('isLow returns true if the loaded apps do not fill the page', () => {
  expect(isLow(queue)).toBe(true);
  expect(isLow({ ...queue, total: 3 })).toBe(false);
  const apps = Array.from({ length: ROWS_SHOWN }, (_, place) => app(`${place}`, 1));
  expect(isLow({ ...queue, apps, total: 900 })).toBe(false);
});

test('withApp puts an app back in its place once', () => {
  const after = withApp(withoutApps(queue, new Set('b')), app('b', 2));
  expect([ids(after), after.total]).toEqual(['abc', 7]);
  const newest = { ...queue, apps: queue.apps.toReversed(), sort: 'newest' as const };
  expect(ids(withApp(withoutApps(newest, new Set('b')), app('b', 2)))).toBe('cba');
  expect(withApp(after, app('b', 2))).toBe(after);
});

test('withDecision changes the record of the submitter, and can be reverted', () => {
  const by = (id: string, submittedBy: string | null) => ({
    ...app(id, 1),
    submittedBy,
    submitterRecord: submittedBy ? { approved: 1, pending: 2, rejected: 0 } : null,
  });
  const before = { apps: [by('a', 'ada'), by('b', 'ben'), by('c', null)], total: 3, sort: 'oldest' as const };
  const after = withDecision(before, { submittedBy: 'ada' }, 'approved', 1);
  expect(after.apps[0]?.submitterRecord).toEqual({ approved: 2, pending: 1, rejected: 0 });
  expect(after.apps.slice(1)).toEqual(before.apps.slice(1));
  expect(withDecision(after, { submittedBy: 'ada' }, 'approved', -1)).toEqual(before);
  expect(withDecision(before, { submittedBy: null }, 'rejected', 1)).toBe(before);
});

test('withoutDecided drops apps that were decided after the request', () => {
  const decidedAt = new Map([
    ['a', Number.POSITIVE_INFINITY],
    ['b', 500],
  ]);
  const [before, after] = [400, 600].map((requestedAt) => withoutDecided(queue, decidedAt, requestedAt));
  expect([ids(before ?? queue), before?.total]).toEqual(['c', 5]);
  expect([ids(after ?? queue), after?.total]).toEqual(['bc', 6]);
});

test.each([
  ['j', 0, 1],
  ['ArrowDown', 2, 2],
  ['k', 0, 0],
  ['ArrowUp', 2, 1],
  ['End', 0, 2],
  ['Home', 2, 0],
  ['x', 1, undefined],
])('moves from key %s on row %i to row %s', (key, row, expected) => {
  expect(rowAfterKey(key, row, 3)).toBe(expected);
});
