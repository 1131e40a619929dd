import type { PendingApp } from '@zapdeck/contract/apps';
import { expect, test } from 'vitest';
import { rowAfterKey, withApp, withoutApp, withoutDecided } from './pending-queue.ts';

const app = (id: string, day: number) => ({ id, createdAt: `2026-06-0${day}T00:00:00.000Z` }) as PendingApp;
const queue = { apps: [app('a', 1), app('b', 2), app('c', 3)], total: 7 };
const ids = ({ apps }: { apps: PendingApp[] }) => apps.map(({ id }) => id).join('');

test('a decided app leaves the queue and is counted out once', () => {
  const after = withoutApp(queue, 'b');
  expect([ids(after), after.total]).toEqual(['ac', 6]);
  expect(withoutApp(after, 'b').total).toBe(6);
});

test('a decision that failed puts the app back where it stood, once', () => {
  const after = withApp(withoutApp(queue, 'b'), app('b', 2));
  expect([ids(after), after.total]).toEqual(['abc', 7]);
  expect(withApp(after, app('b', 2))).toBe(after);
});

test('an answer from before a decision does not bring the app back, one from after it may', () => {
  const decidedAt = new Map([
    ['a', Number.POSITIVE_INFINITY],
    ['b', 500],
  ]);
  const [before, after] = [400, 600].map((askedAt) => withoutDecided(queue, decidedAt, askedAt));
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
])('%s on row %i leads to %s', (key, row, expected) => {
  expect(rowAfterKey(key, row, 3)).toBe(expected);
});
