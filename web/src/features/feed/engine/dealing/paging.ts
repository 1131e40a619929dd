import { QueryObserver } from '@tanstack/react-query';
import { queryClient } from '../../../../lib/query-client.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { needsPage } from '../../state/deck-window.ts';
import { loadPage } from './load-pages.ts';

/** The next page is fetched while this many cards are still to come. */
const CARDS_AHEAD = 8;
const TRY_AGAIN_MS = 5_000;

function observePage(store: FeedStore, cursor: string) {
  const { key } = store.get().deck;
  return new QueryObserver(queryClient, {
    queryKey: ['feed-page', cursor],
    queryFn: async () => {
      const dealt = await loadPage(key, cursor);
      if (store.get().deck.cursor === cursor) store.dispatch({ type: 'append', ...dealt });
      return null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? TRY_AGAIN_MS : false),
    networkMode: 'always',
  });
}

export interface Paging {
  start: () => () => void;
  /** Asks at once for the page that did not come. */
  retry: () => void;
}

/** Fetches the next page before the last card is reached, again and again until it comes. */
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
