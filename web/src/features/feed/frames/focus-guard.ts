import { isLive } from '../store/feed-state.ts';
import { type FeedStore, watch } from '../store/feed-store.ts';

function guardFocus(root: HTMLElement): () => void {
  let last: HTMLElement | null = null;
  const remember = (event: FocusEvent) => {
    if (event.target instanceof HTMLElement && !(event.target instanceof HTMLIFrameElement))
      last = event.target;
  };
  const takeBack = () => {
    // Focusing what is focused already changes nothing, even when the keys go to a frame meanwhile.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    (last?.isConnected ? last : root).focus({ preventScroll: true });
  };
  const guard = () => {
    if (document.activeElement instanceof HTMLIFrameElement) takeBack();
  };
  // The window loses the focus to a frame of ours when the document still has it. Which frame may be unknown by
  // then: one that is taken away leaves nothing behind, but goes on swallowing the keys.
  let soon: ReturnType<typeof setTimeout> | undefined;
  const guardSoon = () => {
    clearTimeout(soon);
    soon = setTimeout(() => document.hasFocus() && takeBack());
  };
  guard();
  addEventListener('blur', guardSoon);
  document.addEventListener('focusin', remember);
  return () => {
    clearTimeout(soon);
    removeEventListener('blur', guardSoon);
    document.removeEventListener('focusin', remember);
  };
}

/**
 * Takes the focus back from a framed app that grabs it unasked: `inert` does not keep a frame from focusing itself,
 * and whoever swipes with keys must not end up inside it. While an app is tried, the focus is the app's to take.
 */
export function startFocusGuard(store: FeedStore, root: HTMLElement): () => void {
  return watch(
    store,
    (state) => [isLive(state)],
    ([live]) => (live ? undefined : guardFocus(root)),
  );
}
