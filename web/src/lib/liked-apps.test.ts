import type { LikedApp } from '@zapdeck/contract/apps';
import { describe, expect, test } from 'vitest';
import { likedAppsKey, likedPage, withLike } from './liked-apps.ts';
import { itemsOf, type Pages, totalOf } from './paged-list.ts';
import { queryClient } from './query-client.ts';
import { settleLike, showAsLiked } from './unconfirmed-likes.ts';

const app = (id: string) => ({ id }) as LikedApp;
const pages = {
  pages: [
    { items: [app('a'), app('b')], total: 3 },
    { items: [app('c')], total: 3 },
  ],
  pageParams: [0, 2],
};

test('adds a new like at the front and counts it', () => {
  const after = withLike(pages, app('n'), true);
  expect(itemsOf(after).map(({ id }) => id)).toEqual(['n', 'a', 'b', 'c']);
  expect(totalOf(after)).toBe(4);
});

test('removes a like from any page', () => {
  const after = withLike(pages, app('c'), false);
  expect(itemsOf(after).map(({ id }) => id)).toEqual(['a', 'b']);
  expect(totalOf(after)).toBe(2);
});

test('changes nothing if the list is up to date', () => {
  expect(withLike(pages, app('a'), true)).toBe(pages);
  expect(withLike(pages, app('n'), false)).toBe(pages);
});

test('removes a like from a searched list, and leaves new ones to the server', () => {
  const key = [...likedAppsKey, 'words', 'title'];
  const shown = () => itemsOf(queryClient.getQueryData<Pages<LikedApp>>(key) ?? pages).map(({ id }) => id);
  queryClient.setQueryData(key, pages);
  showAsLiked(app('b'), false);
  expect(shown()).toEqual(['a', 'c']);
  showAsLiked(app('b'), true);
  expect(shown()).toEqual(['a', 'c']);
  queryClient.clear();
  settleLike('b');
});

describe('a list that is read during a vote', () => {
  const responseOf = (ids: string, total: number) => ({
    data: [...ids].map(app),
    headers: new Headers({ 'x-total-count': String(total) }),
  });
  const shown = (ids: string, total: number, offset = 0) => {
    const page = likedPage(responseOf(ids, total), offset);
    return `${page.items.map(({ id }) => id).join('')} of ${page.total}`;
  };

  test('contains the pending vote, before and after the server has stored it', () => {
    showAsLiked(app('n'), true);
    expect(shown('ab', 3)).toBe('nab of 4');
    expect(shown('nab', 4)).toBe('nab of 4');
    expect(shown('c', 3, 2)).toBe('c of 3');
    showAsLiked(app('n'), false);
    expect(shown('nab', 4)).toBe('ab of 3');
    expect(shown('ab', 3)).toBe('ab of 3');
  });

  test('is that of the server once the vote is settled', () => {
    showAsLiked(app('n'), true);
    settleLike('a');
    expect(shown('ab', 2)).toBe('nab of 3');
    settleLike('n');
    expect(shown('ab', 2)).toBe('ab of 2');
  });
});
