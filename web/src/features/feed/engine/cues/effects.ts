import type { Effect, Point } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

// Durations of the animations.
const ZAP_MS = 1_200;
const VOTE_MS = 1_000;

/** Plays the animation over the cards in place of the last one. */
export function playEffect({ get, set }: FeedStore, name: Effect, at?: Point): void {
  set({ effect: { key: (get().effect?.key ?? 0) + 1, name, at } });
}

/** Removes animations when they have ended. */
export function startEffects(store: FeedStore): () => void {
  return watch(
    store,
    ({ effect }) => [effect],
    ([effect]) => {
      if (!effect) return;
      const timer = setTimeout(() => store.set({ effect: null }), effect.name === 'zap' ? ZAP_MS : VOTE_MS);
      return () => clearTimeout(timer);
    },
  );
}
