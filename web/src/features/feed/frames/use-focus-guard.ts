import { useEffect } from 'react';

/**
 * Takes the focus back from a framed app that grabs it unasked: `inert` does not keep a frame from focusing itself,
 * and whoever swipes with keys must not end up inside it. While `live`, the focus is the app's to take.
 */
export function useFocusGuard(live: boolean): void {
  useEffect(() => {
    if (live) return;
    let last: HTMLElement | null = null;
    const remember = (event: FocusEvent) => {
      if (event.target instanceof HTMLElement && !(event.target instanceof HTMLIFrameElement))
        last = event.target;
    };
    const guard = () => {
      const thief = document.activeElement;
      if (!(thief instanceof HTMLIFrameElement)) return;
      thief.blur();
      if (last?.isConnected) last.focus({ preventScroll: true });
      else focus();
    };
    const guardSoon = () => setTimeout(guard);
    guard();
    addEventListener('blur', guardSoon);
    document.addEventListener('focusin', remember);
    return () => {
      removeEventListener('blur', guardSoon);
      document.removeEventListener('focusin', remember);
    };
  }, [live]);
}
