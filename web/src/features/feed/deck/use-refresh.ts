import { useEffect } from 'react';
import { reportFailedRead } from '../../../lib/failures.ts';
import { handleExpiredSession } from '../../../lib/session-expiry.ts';
import { refreshWindow } from './deck-window.ts';
import { loadApps, loadPage } from './load-feed.ts';
import type { DeckHandle } from './use-deck.ts';

const REFRESH_MS = 30_000;
/** How much of the catalogue each round looks through for apps that are new. */
const PAGES_A_ROUND = 5;

interface Host {
  /** Apps whose vote is on its way or was cast after the moment: what an answer says of it may be older. */
  votedSince: (moment: number) => ReadonlySet<string>;
  onRefreshed: () => void;
}

/**
 * Looks through some pages for apps that a finished deck does not hold, from where the last round ended: somebody new
 * is not on the first page of those whose order does not depend on what they have seen. Returns where to go on.
 */
async function findNewApps({ dispatch }: DeckHandle, from: string | undefined): Promise<string | undefined> {
  let cursor = from;
  for (let pages = 0; pages < PAGES_A_ROUND; pages += 1) {
    const page = await loadPage(cursor);
    dispatch({ type: 'append', apps: page.apps, cursor: null });
    if (page.cursor === null) return undefined;
    cursor = page.cursor;
  }
  return cursor;
}

async function refreshKnown({ read, dispatch }: DeckHandle, host: Host): Promise<void> {
  const deck = read();
  if (!deck) return;
  const started = performance.now();
  const asked = refreshWindow(deck);
  if (asked.length > 0) {
    const apps = await loadApps(asked);
    dispatch({ type: 'refresh', apps, asked, keepVotes: host.votedSince(started) });
  }
}

/** Keeps counts and votes fresh every 30 s, at once after the tab was hidden for longer, never while it is hidden. */
export function useRefresh(handle: DeckHandle, host: Host): void {
  useEffect(() => {
    let last = performance.now();
    let busy = false;
    let lookedUpTo: string | undefined;
    const run = async () => {
      if (busy || document.hidden || performance.now() - last < REFRESH_MS - 500) return;
      busy = true;
      last = performance.now();
      try {
        await refreshKnown(handle, host);
        // The whole catalogue lies in the deck already: whoever is new joins at the end.
        if (handle.read()?.cursor === null) lookedUpTo = await findNewApps(handle, lookedUpTo);
        host.onRefreshed();
      } catch (error) {
        if (!handleExpiredSession(error)) reportFailedRead('feed refresh', error);
      } finally {
        busy = false;
      }
    };
    const timer = setInterval(() => void run(), REFRESH_MS);
    const onVisible = () => void run();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [handle, host]);
}
