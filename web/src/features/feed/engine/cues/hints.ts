import { canTry, type FeedState, isCovered } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

const HINT_MS = 2_500;
const KEY = 'zapdeck.hints';

/** True for somebody to whom no card has been explained on this device. */
export function isNewHere(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    // Storage that is closed to us cannot keep what was explained.
    return false;
  }
}

function keepExplained(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // It is explained again on the next visit.
  }
}

/** Nothing else plays or lies over an app that can be tried; of a card that comes back a message says what was taken back. */
function isCalm(state: FeedState): boolean {
  const { deck, shownSeq, effect } = state;
  const isNew = shownSeq === deck.seq && deck.returning === null;
  return canTry(state) && isNew && !isCovered(state) && effect === null;
}

/** Explains the first card of a device once it is in sight. The hint goes by itself. */
export function startHints(store: FeedStore): () => void {
  const stopShowing = watch(
    store,
    (state) => [state.deck.seq, isCalm(state)],
    ([seq, isReady]) => {
      if (!isReady || !isNewHere()) return;
      keepExplained();
      store.set({ hintSeq: seq });
    },
  );
  const stopHiding = watch(
    store,
    ({ hintSeq }) => [hintSeq],
    ([hintSeq]) => {
      if (hintSeq === 0) return;
      const timer = setTimeout(() => store.set({ hintSeq: 0 }), HINT_MS);
      return () => clearTimeout(timer);
    },
  );
  return () => {
    stopShowing();
    stopHiding();
  };
}
