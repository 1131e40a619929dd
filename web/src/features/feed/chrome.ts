import { currentCard, END } from './deck/deck.ts';
import { type FeedState, isLive } from './store/feed-state.ts';
import { type FeedStore, watch } from './store/feed-store.ts';

const AWAY_AFTER_MS = 2_000;
/** A mouse that keeps moving need not start the time anew with every step. */
const MOVE_EVERY_MS = 300;

/** True when what the card is about is in sight, not its poster any more: its name can be read beside it. */
function isRevealed({ deck, shownSeq }: FeedState): boolean {
  return shownSeq === deck.seq || currentCard(deck) === END;
}

/**
 * Lets what lies over the card, but for the bar, fade a moment after its app came in sight, and return on any touch or
 * movement of the mouse, and with the next card; while an app is tried it is away at once. Written straight to the element,
 * so that a touch renders nothing anew.
 */
export function startChrome(store: FeedStore, root: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let movedAt = 0;
  const hide = () => {
    clearTimeout(timer);
    root.dataset['chrome'] = 'away';
  };
  const show = () => {
    delete root.dataset['chrome'];
    clearTimeout(timer);
    if (isRevealed(store.get())) timer = setTimeout(hide, AWAY_AFTER_MS);
  };
  const onMove = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || event.timeStamp - movedAt < MOVE_EVERY_MS) return;
    movedAt = event.timeStamp;
    show();
  };
  const stop = watch(
    store,
    (state) => [isLive(state), currentCard(state.deck) && state.deck.seq, isRevealed(state)],
    ([live]) => (live ? hide() : show()),
  );
  root.addEventListener('pointerdown', show);
  root.addEventListener('pointermove', onMove);
  return () => {
    stop();
    clearTimeout(timer);
    root.removeEventListener('pointerdown', show);
    root.removeEventListener('pointermove', onMove);
  };
}
