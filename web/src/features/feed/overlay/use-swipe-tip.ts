import { useCallback, useRef } from 'react';
import { toast } from '../../../components/ui/toast.tsx';

const TIP_MS = 2_000;

/** What a press is called on this device. */
export function pressWord(): string {
  return matchMedia('(hover: hover)').matches ? 'Click' : 'Tap';
}

/** Tells someone who tries to scroll the app how to get at it, once for each card. */
export function useSwipeTip(seq: number, wanted: boolean): () => void {
  const toldSeq = useRef(0);
  return useCallback(() => {
    if (!wanted || toldSeq.current === seq) return;
    toldSeq.current = seq;
    toast({ title: `${pressWord()} the app to try it`, durationMs: TIP_MS });
  }, [seq, wanted]);
}
