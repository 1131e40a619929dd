import { useEffect } from 'react';
import { reportFailedRead } from '../../../lib/failures.ts';
import { handleExpiredSession } from '../../../lib/session-expiry.ts';
import { refreshWindow } from './deck-window.ts';
import { loadApps, loadPage } from './load-feed.ts';
import type { DeckHandle } from './use-deck.ts';

const REFRESH_MS = 30_000;

interface Host {
  /** Apps whose vote is on its way or was cast after the moment: what an answer says of it may be older. */
  votedSince: (moment: number) => ReadonlySet<string>;
  onRefreshed: () => void;
}

async function refresh({ read, dispatch }: DeckHandle, host: Host): Promise<void> {
  const deck = read();
  if (!deck) return;
  const started = performance.now();
  const asked = refreshWindow(deck);
  if (asked.length > 0) {
    const apps = await loadApps(asked);
    dispatch({ type: 'refresh', apps, asked, keepVotes: host.votedSince(started) });
  }
  // The whole catalogue lies in the deck already: whoever is new joins at the end.
  if (read()?.cursor === null) {
    const page = await loadPage();
    dispatch({ type: 'append', apps: page.apps, cursor: null });
  }
  host.onRefreshed();
}

/** Keeps counts and votes fresh every 30 s, at once after the tab was hidden for longer, never while it is hidden. */
export function useRefresh(handle: DeckHandle, host: Host): void {
  useEffect(() => {
    let last = performance.now();
    let busy = false;
    const run = async () => {
      if (busy || document.hidden || performance.now() - last < REFRESH_MS - 500) return;
      busy = true;
      last = performance.now();
      try {
        await refresh(handle, host);
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
