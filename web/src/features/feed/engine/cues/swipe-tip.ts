import { toast } from '../../../../components/ui/toast.tsx';
import { canTry, isLive } from '../../state/feed-state.ts';
import type { FeedStore } from '../../state/feed-store.ts';

const TIP_MS = 2_000;

/** True on a device that is used with a mouse, and so with keys. */
export function hasMouse(): boolean {
  return matchMedia('(hover: hover)').matches;
}

/** Returns what tells someone who tries to scroll the app how to get at it, once for each card. */
export function createSwipeTip({ get }: FeedStore): () => void {
  let toldSeq = 0;
  return () => {
    const { seq } = get().deck;
    if (toldSeq === seq || !canTry(get()) || isLive(get())) return;
    toldSeq = seq;
    toast({ title: `${hasMouse() ? 'Click' : 'Tap'} the app to try it`, durationMs: TIP_MS });
  };
}
