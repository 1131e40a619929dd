import type { App } from '@zapdeck/contract/apps';
import { expect, test } from 'vitest';
import { withLike } from './liked-apps.ts';
import { itemsOf, totalOf } from './paged-list.ts';

const app = (id: string) => ({ id }) as App;
const pages = {
  pages: [
    { items: [app('a'), app('b')], total: 3 },
    { items: [app('c')], total: 3 },
  ],
  pageParams: [0, 2],
};

test('a new like comes first and is counted', () => {
  const after = withLike(pages, app('n'), true);
  expect(itemsOf(after).map(({ id }) => id)).toEqual(['n', 'a', 'b', 'c']);
  expect(totalOf(after)).toBe(4);
});

test('a like that is taken back leaves, wherever it stands', () => {
  const after = withLike(pages, app('c'), false);
  expect(itemsOf(after).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(totalOf(after)).toBe(2);
});

test('what is so already changes nothing', () => {
  expect(withLike(pages, app('a'), true)).toBe(pages);
  expect(withLike(pages, app('n'), false)).toBe(pages);
});
