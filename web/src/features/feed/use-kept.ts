import { useEffect, useState } from 'react';
import { canSilenceFrames } from '../../lib/frame-policy.ts';

/** A covered feed is unmounted after this time to free memory. */
const KEPT_MS = 5 * 60_000;

/** True while the feed is mounted: while it is shown, and for KEPT_MS behind another screen if its app can be silenced. */
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
