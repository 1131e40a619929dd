import type { FeedStore } from '../store/feed-store.ts';
import type { Ads } from './ads.ts';

/** The ads of a feed, whose code comes after the first card; where it does not come, there are none. */
export function lateAds(store: FeedStore, userId: string): Ads {
  let ads: Ads | undefined;
  return {
    start() {
      let isOver = false;
      let stop: (() => void) | undefined;
      Promise.all([import('./ads.ts'), import('./advertisement.tsx')]).then(
        ([{ createAds }]) => {
          if (isOver) return;
          ads ??= createAds(store, userId);
          stop = ads.start();
        },
        () => undefined,
      );
      return () => {
        isOver = true;
        stop?.();
      };
    },
    dismiss: () => ads?.dismiss(),
  };
}
