import { createContext, useContext, useSyncExternalStore } from 'react';
import type { CardEvents } from '../engine/card-events.ts';
import type { FeedActions } from '../engine/feed-actions.ts';
import type { Tap } from '../engine/swipe/taps.ts';
import type { FeedState, FeedUser } from '../state/feed-state.ts';
import type { FeedStore } from '../state/feed-store.ts';

export interface OpenFeed {
  user: FeedUser;
  store: FeedStore;
  actions: FeedActions;
  cards: CardEvents;
  /** Handles a tap on the layer over the app in front: one tries the app, two vote it up. */
  tap: (tap: Tap) => void;
}

export const FeedContext = createContext<OpenFeed | null>(null);

/** Returns the feed that the component is a part of. */
export function useOpenFeed(): OpenFeed {
  const feed = useContext(FeedContext);
  if (!feed) throw new Error('A part of the feed was rendered outside of FeedContext');
  return feed;
}

/** Returns the selected part of the state. Renders again only when it changes, so `select` must not create objects. */
export function useFeed<T>(select: (state: FeedState) => T): T {
  const { store } = useOpenFeed();
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
