import { useCallback, useEffect, useState } from 'react';
import type { Effect } from './use-feed-actions.ts';

/** How long each stays; specification, section 9. */
const ZAP_MS = 1_200;
const VOTE_MS = 1_000;

export interface ShownEffect {
  key: number;
  effect: Effect;
}

/** The animation that plays over the cards; the newest replaces the one before and none holds anything up. */
export function useEffects(): { shown: ShownEffect | null; play: (effect: Effect) => void } {
  const [shown, setShown] = useState<ShownEffect | null>(null);
  const play = useCallback((effect: Effect) => {
    setShown((before) => ({ key: (before?.key ?? 0) + 1, effect }));
  }, []);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(null), shown.effect === 'zap' ? ZAP_MS : VOTE_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return { shown, play };
}
