import { t } from '@lingui/core/macro';
import { toast } from '../../../../lib/toasts.ts';
import { canTry, isLive } from '../../state/feed-state.ts';
import type { FeedStore } from '../../state/feed-store.ts';

const TIP_MS = 2_000;

/** True on a device with a mouse, and therefore with keys. */
export function hasMouse(): boolean {
  return matchMedia('(hover: hover)').matches;
}

/** Returns a handler that tells a user who scrolls an app how to try it, once per card. */
export function createSwipeTip({ get }: FeedStore): () => void {
  let shownSeq = 0;
  return () => {
    const { seq } = get().deck;
    if (shownSeq === seq || !canTry(get()) || isLive(get())) return;
    shownSeq = seq;
    toast({ title: hasMouse() ? t`Click the app to try it` : t`Tap the app to try it`, durationMs: TIP_MS });
  };
}
