import { frontFrame } from './focus-feed.ts';
import { isLive } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

/** Takes the focus back from framed apps, except from the one that is tried. `inert` does not keep a frame from focusing itself. */
export function startFocusGuard(store: FeedStore, root: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const remember = (event: FocusEvent) => {
    if (event.target instanceof HTMLElement && !(event.target instanceof HTMLIFrameElement))
      last = event.target;
  };
  const isAllowed = () => isLive(store.get()) && document.activeElement === frontFrame();
  const takeBack = () => {
    if (isAllowed()) return;
    // Focusing the active element does nothing, even if the keys go to a frame.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    (last?.isConnected ? last : root).focus({ preventScroll: true });
  };
  // If the document still has the focus after a blur, a frame has it. A removed frame goes on taking the keys.
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
