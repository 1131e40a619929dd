import { canTry, type FeedState, isCovered } from '../store/feed-state.ts';
import { type FeedStore, watch } from '../store/feed-store.ts';

const HINT_MS = 2_500;
/** The hint explains the first cards that a person meets on this device. */
const CARDS_EXPLAINED = 3;
const KEY = 'zapdeck.hints';

function explained(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0;
  } catch {
    return CARDS_EXPLAINED;
  }
}

/** True for somebody to whom no card has been explained on this device. */
export function isNewHere(): boolean {
  return explained() === 0;
}

function countOne(): void {
  try {
    localStorage.setItem(KEY, String(explained() + 1));
  } catch {
    // Storage that is closed to us means that nothing can be counted, so nothing is explained either.
  }
}

/** Nothing else plays or lies over an app that can be tried; of a card that comes back a message says what was taken back. */
function isCalm(state: FeedState): boolean {
  const { deck, shownSeq, effect } = state;
  const isNew = shownSeq === deck.seq && deck.returning === null;
  return canTry(state) && isNew && !isCovered(state) && effect === null;
}

/** Explains the first cards, each once it is in sight; the hint goes by itself. */
export function startHints(store: FeedStore): () => void {
  let explainedSeq = 0;
  const stopShowing = watch(
    store,
    (state) => [state.deck.seq, isCalm(state)],
    ([seq, isReady]) => {
      if (!isReady || explainedSeq === seq || explained() >= CARDS_EXPLAINED) return;
      explainedSeq = seq;
      countOne();
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
