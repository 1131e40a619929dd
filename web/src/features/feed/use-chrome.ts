import { useCallback, useEffect, useRef } from 'react';

const AWAY_AFTER_MS = 3_500;
/** A mouse that keeps moving need not start the time anew with every step. */
const MOVE_EVERY_MS = 300;

/**
 * Lets what lies over the top of the card fade after a moment and return on any touch or movement of the mouse, or
 * when `showChrome` is called; `hideChrome` sends it away at once. Written straight to the element, so that a touch renders nothing anew.
 */
export function useChrome() {
  const root = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const hideChrome = useCallback(() => {
    clearTimeout(timer.current);
    if (root.current) root.current.dataset['chrome'] = 'away';
  }, []);
  const showChrome = useCallback(() => {
    if (root.current) delete root.current.dataset['chrome'];
    clearTimeout(timer.current);
    timer.current = setTimeout(hideChrome, AWAY_AFTER_MS);
  }, [hideChrome]);

  useEffect(() => {
    const element = root.current;
    let movedAt = 0;
    const onMove = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.timeStamp - movedAt < MOVE_EVERY_MS) return;
      movedAt = event.timeStamp;
      showChrome();
    };
    element?.addEventListener('pointerdown', showChrome);
    element?.addEventListener('pointermove', onMove);
    return () => {
      clearTimeout(timer.current);
      element?.removeEventListener('pointerdown', showChrome);
      element?.removeEventListener('pointermove', onMove);
    };
  }, [showChrome]);

  return { root, showChrome, hideChrome };
}
