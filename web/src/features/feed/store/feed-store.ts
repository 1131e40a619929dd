import type { Deck } from '../deck/deck.ts';
import { type DeckAction, reduceDeck } from '../deck/reduce-deck.ts';
import { AT_REST, type FeedState } from './feed-state.ts';

/** The state of the feed, outside of React: `get` is always the newest, also between two renderings. */
export interface FeedStore {
  get: () => FeedState;
  set: (change: Partial<FeedState>) => void;
  /** Changes the deck. */
  dispatch: (action: DeckAction) => void;
  subscribe: (listener: () => void) => () => void;
  /** Forgets all but the deck, when the screen is left: a card that was flying off must not fly on when it is opened again. */
  rest: () => void;
}

/** A store with this deck and nothing going on. Listeners are told at once, and only when something changed. */
export function createFeedStore(deck: Deck): FeedStore {
  let state: FeedState = { ...AT_REST, deck };
  const listeners = new Set<() => void>();
  const set: FeedStore['set'] = (change) => {
    const next = { ...state, ...change };
    const names = Object.keys(change) as (keyof FeedState)[];
    if (names.every((name) => Object.is(next[name], state[name]))) return;
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    get: () => state,
    set,
    dispatch: (action) => set({ deck: reduceDeck(state.deck, action) }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    rest: () => set({ ...AT_REST, deck: { ...state.deck, leaving: null } }),
  };
}

/**
 * Runs `react` with what is selected, now and whenever any of it changes; what it returns is run before the next time
 * and at the end. What it changes itself is looked at when it is done. Returns what ends it.
 */
export function watch<const T extends readonly unknown[]>(
  store: FeedStore,
  select: (state: FeedState) => T,
  react: (selected: NoInfer<T>) => void | (() => void),
): () => void {
  let last: T | undefined;
  let end: void | (() => void);
  let isBusy = false;
  const look = () => {
    if (isBusy) return;
    isBusy = true;
    try {
      for (let next = select(store.get()); !last || !isSame(next, last); next = select(store.get())) {
        last = next;
        end?.();
        end = react(next);
      }
    } finally {
      isBusy = false;
    }
  };
  const stop = store.subscribe(look);
  look();
  return () => {
    stop();
    end?.();
  };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.every((value, place) => Object.is(value, others[place]));
}
