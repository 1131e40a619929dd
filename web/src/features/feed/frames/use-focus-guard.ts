import { type RefObject, useEffect } from 'react';

/**
 * Takes the focus back from a framed app that grabs it unasked: `inert` does not keep a frame from focusing itself,
 * and whoever swipes with keys must not end up inside it. While `live`, the focus is the app's to take.
 */
export function useFocusGuard(root: RefObject<HTMLElement | null>, live: boolean): void {
  useEffect(() => {
    if (live) return;
    let last: HTMLElement | null = null;
    const remember = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement && !(event.target instanceof HTMLIFrameElement))
        last = event.target;
    };
    const takeBack = () => {
      // Focusing what is focused already changes nothing, even when the keys go to a frame meanwhile.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      (last?.isConnected ? last : root.current)?.focus({ preventScroll: true });
    };
    const guard = () => {
      if (document.activeElement instanceof HTMLIFrameElement) takeBack();
    };
    // The window loses the focus to a frame of ours when the document still has it. Which frame may be unknown by
    // then: one that is taken away leaves nothing behind, but goes on swallowing the keys.
    const guardSoon = () => setTimeout(() => document.hasFocus() && takeBack());
    guard();
    addEventListener('blur', guardSoon);
    document.addEventListener('focusin', remember);
    return () => {
      removeEventListener('blur', guardSoon);
      document.removeEventListener('focusin', remember);
    };
  }, [root, live]);
}
