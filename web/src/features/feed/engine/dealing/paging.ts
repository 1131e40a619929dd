import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../../../../lib/query-client.ts';
import { needsPage } from '../../state/deck-window.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { loadPage } from './load-pages.ts';

/** The next page is loaded when fewer cards than this are left. */
const CARDS_AHEAD = 8;
const RETRY_MS = 5_000;

function observePage(store: FeedStore, cursor: string) {
  const { key } = store.get().deck;
  return new QueryObserver(queryClient, {
    queryKey: ['feed-page', cursor],
    queryFn: async () => {
      const page = await loadPage(key, cursor);
      if (store.get().deck.cursor === cursor) store.dispatch({ type: 'append', ...page });
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? RETRY_MS : false),
    networkMode: 'always',
  });
}

export interface Paging {
  start: () => () => void;
  /** Retries at once after an error. */
  retry: () => void;
}

/** Loads the next page before the last card is reached, and retries until it is there. */
export function createPaging(store: FeedStore): Paging {
  let page: ReturnType<typeof observePage> | undefined;
  return {
    retry: () => void page?.refetch(),
    start: () =>
      watch(
        store,
        ({ deck }) => [needsPage(deck, CARDS_AHEAD) ? deck.cursor : null],
        ([cursor]) => {
          store.set({ isPageMissing: false });
          if (cursor === null) return undefined;
          page = observePage(store, cursor);
          const stop = page.subscribe(({ isError }) => store.set({ isPageMissing: isError }));
          return () => {
            stop();
            page = undefined;
          };
        },
      ),
  };
}
