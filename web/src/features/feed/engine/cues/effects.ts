import type { Effect, Point } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

/** How long each stays; specification, section 9. */
const ZAP_MS = 1_200;
const VOTE_MS = 1_000;

/** Plays the animation over the cards; the newest replaces the one before and none holds anything up. */
export function playEffect({ get, set }: FeedStore, name: Effect, at?: Point): void {
  set({ effect: { key: (get().effect?.key ?? 0) + 1, name, at } });
}

/** Ends each animation in its time. */
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
