import { frontFrame } from './focus-feed.ts';
import { isLive } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

/**
 * Takes the focus back from a framed app that grabs it unasked: `inert` does not keep a frame from focusing itself,
 * and keys must not go to an app that is only looked at, or to the hidden one that loads for the next card. Only the app
 * that is tried keeps the focus.
 */
export function startFocusGuard(store: FeedStore, root: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const remember = (event: FocusEvent) => {
    if (event.target instanceof HTMLElement && !(event.target instanceof HTMLIFrameElement))
      last = event.target;
  };
  const isAllowed = () => isLive(store.get()) && document.activeElement === frontFrame();
  const takeBack = () => {
    if (isAllowed()) return;
    // Focusing what is focused already changes nothing, even when the keys go to a frame meanwhile.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    (last?.isConnected ? last : root).focus({ preventScroll: true });
  };
  // The window loses the focus to a frame of ours when the document still has it. Which frame may be unknown by
  // then: one that is taken away leaves nothing behind, but goes on swallowing the keys.
  let soon: ReturnType<typeof setTimeout> | undefined;
  const guardSoon = () => {
    clearTimeout(soon);
    soon = setTimeout(() => document.hasFocus() && takeBack());
  };
  addEventListener('blur', guardSoon);
  document.addEventListener('focusin', remember);
  const stopWatching = watch(
    store,
    (state) => [isLive(state)],
    () => {
      if (document.activeElement instanceof HTMLIFrameElement) takeBack();
    },
  );
  return () => {
    stopWatching();
    clearTimeout(soon);
    removeEventListener('blur', guardSoon);
    document.removeEventListener('focusin', remember);
  };
}
