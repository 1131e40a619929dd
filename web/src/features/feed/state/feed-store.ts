import type { Deck } from './deck.ts';
import { type DeckAction, reduceDeck } from './reduce-deck.ts';
import { AT_REST, type FeedState } from './feed-state.ts';

/** The state of the feed, outside of React: `get` is always the newest, also between two renderings. */
export interface FeedStore {
  get: () => FeedState;
  set: (change: Partial<FeedState>) => void;
  /** Changes the deck. */
  dispatch: (action: DeckAction) => void;
  subscribe: (listener: () => void) => () => void;
  /**
   * Ends what is going on, when another screen is opened: a card that was flying off must not fly on later. The card in
   * front stays as it is.
   */
  park: () => void;
  /** The same when the cards are taken away. The card in front comes back without its splash if it was running. */
  rest: () => void;
}

/** Tells every listener, whatever becomes of one of them; the first failure is thrown afterwards. */
function tellAll(listeners: ReadonlySet<() => void>): void {
  const failures: unknown[] = [];
  for (const listener of listeners) {
    try {
      listener();
    } catch (failure) {
      failures.push(failure);
    }
  }
  if (failures.length > 0) throw failures[0];
}

/** The state with nothing going on. A vote that is on its way is so whatever the screen does. */
function atRest({ deck, pending, shut, shownSeq, resumedSeq }: FeedState): FeedState {
  return {
    ...AT_REST,
    pending,
    shut,
    resumedSeq: shownSeq === deck.seq ? shownSeq : resumedSeq,
    deck: { ...deck, leaving: null },
  };
}

function runningCard({ deck, loaded, shownSeq }: FeedState): Partial<FeedState> {
  return { loaded: loaded.filter((seq) => seq === deck.seq), shownSeq };
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
    tellAll(listeners);
  };
  return {
    get: () => state,
    set,
    dispatch: (action) => set({ deck: reduceDeck(state.deck, action) }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    park: () => set({ ...atRest(state), ...runningCard(state), isAway: true }),
    rest: () => set(atRest(state)),
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
  let isOver = false;
  const endLast = () => {
    const ending = end;
    end = undefined;
    ending?.();
  };
  const look = () => {
    if (isBusy || isOver) return;
    isBusy = true;
    try {
      for (let next = select(store.get()); !last || !isSame(next, last); next = select(store.get())) {
        last = next;
        endLast();
        end = react(next);
        if (isOver) return endLast();
      }
    } finally {
      isBusy = false;
    }
  };
  const stop = store.subscribe(look);
  look();
  return () => {
    isOver = true;
    stop();
    endLast();
  };
}

function isSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.every((value, place) => Object.is(value, others[place]));
}
