import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Feed } from './create-feed.ts';
import type { FeedState } from './feed-state.ts';

export const FeedContext = createContext<Feed | null>(null);

/** The feed that is open: what a part of it can do. */
export function useOpenFeed(): Feed {
  const feed = useContext(FeedContext);
  if (!feed) throw new Error('Parts of the feed live inside of it');
  return feed;
}

/** What a part shows of the feed; it is rendered anew only when that changes, so `select` makes nothing new. */
export function useFeed<T>(select: (state: FeedState) => T): T {
  const { store } = useOpenFeed();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
