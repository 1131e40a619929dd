import { reportFailedRead } from '../../../../lib/failures.ts';
import { votedSince } from '../../../../lib/pending/votes.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import { runWhileVisible } from '../../../../lib/while-visible.ts';
import { refreshWindow } from '../../state/deck.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { loadApps, loadPage } from './load-pages.ts';

const REFRESH_MS = 30_000;

async function refreshApps({ get, dispatch }: FeedStore): Promise<void> {
  const startedAt = performance.now();
  const asked = refreshWindow(get().deck);
  if (asked.length === 0) return;
  const apps = await loadApps(asked);
  dispatch({ type: 'refresh', apps, asked, keepVotes: new Set(votedSince(startedAt).keys()) });
}

/** Appends the apps that were approved after the last page was dealt. */
async function loadNewApps(store: FeedStore): Promise<void> {
  const { key, cursor, endCursor } = store.get().deck;
  if (cursor !== null || !endCursor) return;
  const page = await loadPage(key, endCursor);
  // Another response came first, and this one may be older.
  if (store.get().deck.endCursor !== endCursor) return loadNewApps(store);
  store.dispatch({ type: 'append', ...page });
}

function startEnd(store: FeedStore): () => void {
  let newestSeq = 0;
  const onError = (error: unknown) => {
    if (!handleExpiredSession(error)) reportFailedRead('new apps', error);
  };
  return watch(
    store,
    ({ deck }) => [deck.end === 'asked' ? deck.seq : 0],
    ([seq]) => {
      if (seq === 0) return;
      newestSeq = seq;
      void loadNewApps(store)
        .catch(onError)
        .finally(() => {
          // After leaving the end card and coming back, only the newest request counts.
          if (newestSeq === seq) store.dispatch({ type: 'give-up-asking' });
        });
      // The deck begins again with its first cards, which may be out of date.
      refreshApps(store).catch(onError);
    },
  );
}

function startPolling(store: FeedStore, isReopened: boolean): () => void {
  const refresh = async () => {
    try {
      await refreshApps(store);
      await loadNewApps(store);
    } catch (error) {
      if (!handleExpiredSession(error)) reportFailedRead('feed refresh', error);
    }
  };
  return runWhileVisible(refresh, REFRESH_MS, isReopened);
}

/**
 * Keeps counts and votes up to date, and appends new apps after the last page. Polls while the tab is visible, and runs at
 * once when the deck is reopened, when a hidden tab is shown again and when the end card comes to the front.
 */
export function startRefresh(store: FeedStore, isReopened: boolean): () => void {
  const stops = [startEnd(store), startPolling(store, isReopened)];
  return () => stops.forEach((stop) => stop());
}
