import type { DeckKey } from '@zapdeck/contract/feed/decks';
import { handleFailedRead } from '../../../../lib/failed-read.ts';
import { onTakeover } from '../../../../lib/session.ts';
import { runWhileVisible } from '../../../../lib/while-visible.ts';
import { withRetries } from '../../../../lib/with-retries.ts';
import { addressedId } from './card-address.ts';
import { dealDeck } from './load-pages.ts';
import { createFeedStore, type FeedStore } from '../../state/feed-store.ts';

/** A deck stays available for this time after the feed has left it, so that a return shows the same card. */
const KEPT_MS = 30 * 60_000;
const EMPTY_REFRESH_MS = 30_000;

/** The store of a deck, or the error of the last request, or neither while it loads. */
interface Dealt {
  store?: FeedStore;
  error?: unknown;
}

export interface DealtDeck {
  get: () => Dealt;
  /** The first subscription loads a deck that is not loaded. */
  subscribe: (listener: () => void) => () => void;
  /** Requests a new deck. Concurrent calls share one request. */
  load: () => Promise<void>;
  /** Deals a new deck if the feed shows this one. Otherwise forgets it. */
  renew: () => void;
}

const decks = new Map<string, DealtDeck>();

onTakeover((isSamePerson) => {
  // A guest who signs up keeps the deck.
  for (const [id, deck] of decks) if (!isSamePerson || deck.get().error) decks.delete(id);
});

const idOf = (userId: string, key: DeckKey) => `${userId} ${key}`;

/** Returns true if the deck has no cards and no further page. */
export function isEmpty(store: FeedStore | undefined): boolean {
  const deck = store?.get().deck;
  return deck?.apps.length === 0 && deck.cursor === null;
}

function createDealtDeck(id: string, key: DeckKey): DealtDeck {
  let dealt: Dealt = {};
  let loading: Promise<void> | undefined;
  let stop: (() => void) | undefined;
  let forgetting: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const change = (next: Dealt) => {
    dealt = next;
    for (const listener of listeners) listener();
  };
  const forget = () => {
    // A newer deck may have this id.
    if (decks.get(id) === self) decks.delete(id);
  };

  const request = async () => {
    if (!dealt.store && dealt.error) change({});
    try {
      const deck = await withRetries(() => dealDeck(key, addressedId()));
      change({ store: createFeedStore(deck) });
    } catch (error) {
      handleFailedRead('feed', error);
      change({ ...dealt, error });
    }
  };
  const load = () => (loading ??= request().finally(() => (loading = undefined)));

  const start = () => {
    clearTimeout(forgetting);
    const loadMissing = () => void (dealt.store ?? load());
    loadMissing();
    addEventListener('online', loadMissing);
    const stopRefresh = runWhileVisible(
      async () => (isEmpty(dealt.store) ? load() : undefined),
      EMPTY_REFRESH_MS,
    );
    return () => {
      removeEventListener('online', loadMissing);
      stopRefresh();
      forgetting = setTimeout(forget, KEPT_MS);
    };
  };
  const self: DealtDeck = {
    get: () => dealt,
    load,
    subscribe(listener) {
      listeners.add(listener);
      stop ??= start();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        stop?.();
        stop = undefined;
      };
    },
    renew() {
      if (listeners.size === 0) return forget();
      change({});
      void load();
    },
  };
  return self;
}

/** Returns the deck of a user, loaded or not. */
export function dealtDeck(userId: string, key: DeckKey): DealtDeck {
  const id = idOf(userId, key);
  const deck = decks.get(id) ?? createDealtDeck(id, key);
  decks.set(id, deck);
  return deck;
}

/** Deals a deck again, because the kept one may lack new apps. */
export function renewDeck(userId: string, key: DeckKey): void {
  decks.get(idOf(userId, key))?.renew();
}
