import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Where a decision takes away what had the focus, a row or a button, the focus goes to the region around it and not to the
 * top of the page. For the component that is drawn anew when they go.
 */
export function useKeptFocus(region: RefObject<HTMLElement | null>): void {
  const wasInside = useRef(false);
  const keep = useEffectEvent(() => {
    if (wasInside.current && document.activeElement === document.body)
      region.current?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      wasInside.current = region.current?.contains(target as Node) ?? false;
    };
    document.addEventListener('focusin', note);
    // A dialog gives the focus back to what may be gone.
    document.addEventListener('close', keep, true);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('close', keep, true);
    };
  }, [region]);
  useEffect(() => keep());
}
