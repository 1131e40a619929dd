import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import type { Answer } from './call.ts';

export interface Page<T> {
  items: T[];
  total: number;
}

export type Pages<T> = InfiniteData<Page<T>>;

export function pageOf<T>({ data, headers }: Answer<T[]>): Page<T> {
  const total = Number(headers.get(TOTAL_COUNT_HEADER) ?? Number.NaN);
  return { items: data, total: Number.isFinite(total) ? total : data.length };
}

/** Reads a list page by page. Each page starts where the previous one ended. */
export function usePagedList<T>(
  key: readonly string[],
  load: (offset: number) => Promise<Page<T>>,
  enabled = true,
) {
  return useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 0,
    getNextPageParam: (last: Page<T>, pages: Page<T>[]) => {
      const loaded = pages.reduce((count, page) => count + page.items.length, 0);
      return last.items.length > 0 && loaded < last.total ? loaded : undefined;
    },
    enabled,
  });
}

/** Returns all loaded items in order. */
export function itemsOf<T>(pages: Pages<T>): T[] {
  return pages.pages.flatMap((page) => page.items);
}

/** Returns the number of all items, loaded or not. */
export function totalOf<T>(pages: Pages<T>): number {
  return pages.pages.at(-1)?.total ?? 0;
}
