import { isRefusal } from '../../../../lib/call.ts';
import { handleFailedRead } from '../../../../lib/failed-read.ts';
import { runWhileVisible } from '../../../../lib/while-visible.ts';
import { withRetries } from '../../../../lib/with-retries.ts';
import { needsPage } from '../../state/deck.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { loadPage } from './load-pages.ts';

/** The next page is loaded when fewer cards than this are left. */
const CARDS_AHEAD = 8;
const RETRY_MS = 5_000;

interface PageLoad {
  /** Does nothing while a request is under way. */
  load: () => Promise<void>;
  stop: () => void;
}

/**
 * Appends the page after the cursor. After an error that may pass, tries again while the tab is visible, until it is stopped.
 */
function createPageLoad({ get, set, dispatch }: FeedStore, cursor: string): PageLoad {
  let stopRetrying = () => {};
  let isLoading = false;
  let isStopped = false;
  const load = async () => {
    if (isLoading) return;
    isLoading = true;
    stopRetrying();
    set({ isPageMissing: false });
    try {
      const page = await withRetries(() => loadPage(get().deck.key, cursor));
      if (get().deck.cursor === cursor) dispatch({ type: 'append', ...page });
    } catch (error) {
      handleFailedRead('feed-page', error);
      if (isStopped) return;
      set({ isPageMissing: true });
      if (!isRefusal(error)) stopRetrying = runWhileVisible(load, RETRY_MS);
    } finally {
      isLoading = false;
    }
  };
  return {
    load,
    stop() {
      isStopped = true;
      stopRetrying();
    },
  };
}

export interface Paging {
  start: () => () => void;
  /** Retries at once after an error. */
  retry: () => void;
}

/** Loads the next page before the last card is reached. */
export function createPaging(store: FeedStore): Paging {
  let page: PageLoad | undefined;
  return {
    retry: () => void page?.load(),
    start: () =>
      watch(
        store,
        ({ deck }) => [needsPage(deck, CARDS_AHEAD) ? deck.cursor : null],
        ([cursor]) => {
          store.set({ isPageMissing: false });
          if (cursor === null) return undefined;
          page = createPageLoad(store, cursor);
          void page.load();
          return page.stop;
        },
      ),
  };
}
