import { useEffect, useState } from 'react';
import { canSilenceFrames } from '../../lib/frame-policy.ts';

/** Behind another screen a running app is kept for this long. Then its memory is given back. */
const KEPT_MS = 5 * 60_000;

/**
 * True while the cards are mounted: as long as they are shown, and for a while behind another screen. There a browser
 * that cannot silence a frame must take it away at once.
 */
export function useKept(isShown: boolean): boolean {
  const [isKept, setKept] = useState(true);
  if (isShown && !isKept) setKept(true);
  useEffect(() => {
    if (isShown) return;
    const timer = setTimeout(() => setKept(false), KEPT_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return isShown || (isKept && canSilenceFrames());
}
