import { reportFailedRead } from '../../../../lib/failures.ts';
import { handleExpiredSession } from '../../../../lib/session-expiry.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { refreshWindow } from '../../state/deck-window.ts';
import { loadApps, loadPage } from './load-pages.ts';

const REFRESH_MS = 30_000;

export interface RefreshHost {
  /** Apps whose vote is on its way or was cast after the moment: what an answer says of it may be older. */
  votedSince: (moment: number) => ReadonlySet<string>;
  onRefreshed: () => void;
  /** The deck was left and may be as old as that. */
  isReopened: boolean;
}

async function refreshKnown({ get, dispatch }: FeedStore, host: RefreshHost): Promise<void> {
  const started = performance.now();
  const asked = refreshWindow(get().deck);
  if (asked.length > 0) {
    const apps = await loadApps(asked);
    dispatch({ type: 'refresh', apps, asked, keepVotes: host.votedSince(started) });
  }
}

/** Asks what was approved since the whole catalogue was dealt; it joins the deck at its end. */
async function askForNewApps(store: FeedStore): Promise<void> {
  const { key, cursor, endCursor } = store.get().deck;
  if (cursor !== null || !endCursor) return;
  const page = await loadPage(key, endCursor);
  // Another answer was faster, and may be the older one.
  if (store.get().deck.endCursor !== endCursor) return askForNewApps(store);
  store.dispatch({ type: 'append', ...page });
}

function askAtEnd(store: FeedStore, host: RefreshHost): () => void {
  let newest = 0;
  return watch(
    store,
    ({ deck }) => [deck.end === 'asked' ? deck.seq : 0],
    ([askedAt]) => {
      if (askedAt === 0) return;
      const report = (error: unknown) => {
        if (!handleExpiredSession(error)) reportFailedRead('new apps', error);
      };
      newest = askedAt;
      void askForNewApps(store)
        .catch(report)
        .finally(() => {
          // Whoever left the end and came back has asked again, and waits for that answer.
          if (newest === askedAt) store.dispatch({ type: 'give-up-asking' });
        });
      // What comes next may be the first card again, which nobody has asked about for long.
      refreshKnown(store, host).catch(report);
    },
  );
}

/**
 * Keeps counts and votes fresh, and a deck that was dealt to its end complete: every 30 s, at once when it is opened
 * again or the tab was hidden for longer, never while it is hidden, and when the end card comes to the front.
 */
export function startRefresh(store: FeedStore, host: RefreshHost): () => void {
  const stopAsking = askAtEnd(store, host);
  let last = host.isReopened ? Number.NEGATIVE_INFINITY : performance.now();
  let busy = false;
  const run = async () => {
    if (busy || document.hidden || performance.now() - last < REFRESH_MS - 500) return;
    busy = true;
    last = performance.now();
    try {
      await refreshKnown(store, host);
      await askForNewApps(store);
      host.onRefreshed();
    } catch (error) {
      if (!handleExpiredSession(error)) reportFailedRead('feed refresh', error);
    } finally {
      busy = false;
    }
  };
  if (host.isReopened) void run();
  const timer = setInterval(() => void run(), REFRESH_MS);
  const onVisible = () => void run();
  document.addEventListener('visibilitychange', onVisible);
  return () => {
    stopAsking();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
  };
}
