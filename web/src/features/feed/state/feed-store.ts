import type { Deck } from './deck.ts';
import { type DeckAction, reduceDeck } from './reduce-deck.ts';
import { AT_REST, type FeedState } from './feed-state.ts';

export interface FeedStore {
  get: () => FeedState;
  set: (change: Partial<FeedState>) => void;
  dispatch: (action: DeckAction) => void;
  subscribe: (listener: () => void) => () => void;
  /** Ends motions, effects and dialogs when another screen covers the feed. The front card stays loaded. */
  park: () => void;
  /** Ends motions, effects and dialogs when the cards are unmounted. A running app comes back without a splash. */
  rest: () => void;
}

/** Calls every listener, then throws the first error. */
function notifyAll(listeners: ReadonlySet<() => void>): void {
  const errors: unknown[] = [];
  for (const listener of listeners) {
    try {
      listener();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
}

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

/** Listeners are called synchronously, only if a value has changed. */
export function createFeedStore(deck: Deck): FeedStore {
  let state: FeedState = { ...AT_REST, deck };
  const listeners = new Set<() => void>();
  const set: FeedStore['set'] = (change) => {
    const next = { ...state, ...change };
    const names = Object.keys(change) as (keyof FeedState)[];
    if (names.every((name) => Object.is(next[name], state[name]))) return;
    state = next;
    notifyAll(listeners);
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
 * Calls `react` with the selected values, now and after each change of them, as useEffect does: the function it returns
 * runs before the next call and at the end. Changes that `react` makes are seen after it returns. Returns how to stop.
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
