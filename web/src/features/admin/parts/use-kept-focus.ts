import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Moves the focus to the first button of the element if a change of `state` has removed the focused one. */
export function useKeptFocus<T extends HTMLElement>(state: string): RefObject<T | null> {
  const ref = useRef<T>(null);
  const shown = useRef(state);
  useLayoutEffect(() => {
    if (shown.current === state) return;
    shown.current = state;
    if (document.activeElement === document.body) ref.current?.querySelector('button')?.focus();
  }, [state]);
  return ref;
}
