import { BACK_TO_SWIPING } from '@zapdeck/contract/frames/frame-messages';
import { isLive } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

function frontFrame(): HTMLIFrameElement | null {
  return document.querySelector('[data-role="current"] iframe');
}

/** Focuses the feed, so that its keys work and a screen reader continues from it. */
export function focusFeed(): void {
  document.querySelector<HTMLElement>('.feed')?.focus({ preventScroll: true });
}

export function focusApp(): void {
  frontFrame()?.focus({ preventScroll: true });
}

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

/** Ends trying an app when the app sends a message, for example on Escape: key events don't leave a frame. */
export function startWayBack(store: FeedStore, stopTrying: () => void): () => void {
  return watch(
    store,
    (state) => [isLive(state)],
    ([live]) => {
      if (!live) return;
      const onMessage = ({ data, source }: MessageEvent) => {
        if (data === BACK_TO_SWIPING && source !== null && source === frontFrame()?.contentWindow)
          stopTrying();
      };
      addEventListener('message', onMessage);
      return () => removeEventListener('message', onMessage);
    },
  );
}
