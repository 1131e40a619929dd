import { type RefObject, useCallback, useEffect, useState } from 'react';
import { announce } from '../../lib/announce.ts';

export interface TryIt {
  /** The framed app takes every touch and key; ends by itself with the next card. */
  live: boolean;
  lift: () => void;
  lower: () => void;
}

/** Lifts the layer that catches the swipes from the card of the showing `seq`, and puts it back. */
export function useTryIt(
  root: RefObject<HTMLElement | null>,
  { seq, title, canTry }: { seq: number; title: string | undefined; canTry: boolean },
): TryIt {
  const [liveSeq, setLiveSeq] = useState(0);
  const live = liveSeq === seq && canTry;
  const lift = useCallback(() => {
    if (!canTry) return;
    setLiveSeq(seq);
    announce(`${title} is live. The button Back to swiping ends that.`);
  }, [canTry, seq, title]);
  const lower = useCallback(() => {
    setLiveSeq(0);
    root.current?.focus({ preventScroll: true });
  }, [root]);

  useEffect(() => {
    if (!live) return;
    const frame = root.current?.querySelector<HTMLElement>('[data-role="current"] iframe');
    frame?.focus({ preventScroll: true });
  }, [live, root]);

  return { live, lift, lower };
}
