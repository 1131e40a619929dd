import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { announce } from '../../lib/announce.ts';

export interface TryIt {
  /** The framed app takes every touch and key; ends by itself with the next card. */
  live: boolean;
  /** Whoever asks by a key keeps the focus outside of the app, where Escape is heard; else the app has it at once. */
  lift: (by: 'key' | 'pointer') => void;
  lower: () => void;
}

interface Tried {
  seq: number;
  title: string | undefined;
  isLoaded: boolean;
  canTry: boolean;
}

/** Lifts the layer that catches the swipes from the card of the showing `seq`, and puts it back. */
export function useTryIt(
  root: RefObject<HTMLElement | null>,
  { seq, title, isLoaded, canTry }: Tried,
): TryIt {
  const [liveSeq, setLiveSeq] = useState(0);
  const liftedBy = useRef<'key' | 'pointer'>('pointer');
  // An app that is in use is not taken away because it was found not to be framed any more.
  const live = liveSeq === seq && isLoaded;
  const lift = useCallback(
    (by: 'key' | 'pointer') => {
      if (!canTry) return;
      liftedBy.current = by;
      setLiveSeq(seq);
      announce(
        by === 'key'
          ? `${title} is live. Tab leads into it, Escape back to swiping.`
          : `${title} is live. The button Back to swiping ends that.`,
      );
    },
    [canTry, seq, title],
  );
  const lower = useCallback(() => {
    setLiveSeq(0);
    root.current?.focus({ preventScroll: true });
  }, [root]);

  useEffect(() => {
    if (!live) return;
    const wanted = liftedBy.current === 'key' ? '.feed-handle' : '[data-role="current"] iframe';
    root.current?.querySelector<HTMLElement>(wanted)?.focus({ preventScroll: true });
  }, [live, root]);

  return { live, lift, lower };
}
