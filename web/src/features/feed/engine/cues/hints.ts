import { t } from '@lingui/core/macro';
import { toast } from '../../../../lib/toasts.ts';
import { canTry, type FeedState, isCovered, isLive } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

const HINT_MS = 2_500;
const KEY = 'zapdeck.hints';

/** True if the new-card hint was never shown on this device. */
export function isNewHere(): boolean {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    // Without storage the hint would be shown each time.
    return false;
  }
}

function storeHintShown(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // The hint is shown again on the next visit.
  }
}

/** True if the front app is new and visible, and nothing else is shown over it. */
function isCalm(state: FeedState): boolean {
  const { deck, shownSeq, effect } = state;
  const isNew = shownSeq === deck.seq && deck.returning === null;
  return canTry(state) && isNew && !isCovered(state) && effect === null;
}

/** Shows the new-card hint on the first card of a device. */
export function startHints(store: FeedStore): () => void {
  const stopShowing = watch(
    store,
    (state) => [state.deck.seq, isCalm(state)],
    ([seq, isReady]) => {
      if (!isReady || !isNewHere()) return;
      storeHintShown();
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

const TIP_MS = 2_000;

/** True on a device with a mouse, and therefore with keys. */
export function hasMouse(): boolean {
  return matchMedia('(hover: hover)').matches;
}

/** Returns a handler that tells a user who scrolls an app how to try it, once per card. */
export function createSwipeTip({ get }: FeedStore): () => void {
  let shownSeq = 0;
  return () => {
    const { seq } = get().deck;
    if (shownSeq === seq || !canTry(get()) || isLive(get())) return;
    shownSeq = seq;
    toast({ title: hasMouse() ? t`Click the app to try it` : t`Tap the app to try it`, durationMs: TIP_MS });
  };
}
