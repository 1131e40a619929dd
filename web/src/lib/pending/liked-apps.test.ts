import type { LikedApp } from '@zapdeck/contract/apps/apps';
import { expect, test } from 'vitest';
import { itemsOf, totalOf } from '../paged-list.ts';
import { withLike } from './liked-apps.ts';

const app = (id: string) => ({ id }) as LikedApp;
const pages = {
  pages: [
    { items: [app('a'), app('b')], total: 3 },
    { items: [app('c')], total: 3 },
  ],
  pageParams: [0, 2],
};

test('adds a new like at the top and counts it', () => {
  const after = withLike(pages, app('n'), true);
  expect(itemsOf(after).map(({ id }) => id)).toEqual(['n', 'a', 'b', 'c']);
  expect(totalOf(after)).toBe(4);
});

test('removes a like from any page', () => {
  const after = withLike(pages, app('c'), false);
  expect(itemsOf(after).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(totalOf(after)).toBe(2);
});

test('changes nothing if the list already matches', () => {
  expect(withLike(pages, app('a'), true)).toBe(pages);
  expect(withLike(pages, app('n'), false)).toBe(pages);
});
