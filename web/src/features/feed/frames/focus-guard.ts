import { isLive } from '../store/feed-state.ts';
import { type FeedStore, watch } from '../store/feed-store.ts';

/** Once or twice is what a page does that wants to be written into. */
const TOO_OFTEN = 3;
/** More than are ever on the stage. */
const REMEMBERED = 8;

/** Counts the grabs of each frame; from when keys are used, the store knows who goes on with it. */
function countGrabs({ get, set }: FeedStore): (frame: HTMLIFrameElement) => void {
  const grabs = new WeakMap<HTMLIFrameElement, number>();
  let usesKeys = false;
  addEventListener('keyup', () => (usesKeys = true), { once: true });
  return (frame) => {
    const count = (grabs.get(frame) ?? 0) + 1;
    grabs.set(frame, count);
    const seq = Number(frame.closest<HTMLElement>('[data-seq]')?.dataset['seq']);
    const { grabbing } = get();
    if (usesKeys && count >= TOO_OFTEN && !grabbing.includes(seq))
      set({ grabbing: [...grabbing, seq].slice(-REMEMBERED) });
  };
}

function guardFocus(root: HTMLElement, onGrab: (frame: HTMLIFrameElement) => void): () => void {
  let last: HTMLElement | null = null;
  const remember = (event: FocusEvent) => {
    if (event.target instanceof HTMLElement && !(event.target instanceof HTMLIFrameElement))
      last = event.target;
  };
  const takeBack = () => {
    if (document.activeElement instanceof HTMLIFrameElement) onGrab(document.activeElement);
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
 * and whoever swipes with keys must not end up inside it. While an app is tried, the focus is the app's to take. Each time,
 * some keys may be lost; one that goes on is known as `grabbing`, and only a frame that is not displayed is kept from it.
 */
export function startFocusGuard(store: FeedStore, root: HTMLElement): () => void {
  const onGrab = countGrabs(store);
  return watch(
    store,
    (state) => [isLive(state)],
    ([live]) => (live ? undefined : guardFocus(root, onGrab)),
  );
}
