import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/** Moves the focus to the region when a render removes the focused element. Use it in the component that then renders. */
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
    // A dialog returns the focus to an element that may have been removed.
    document.addEventListener('close', keep, true);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('close', keep, true);
    };
  }, [region]);
  useEffect(() => keep());
}
