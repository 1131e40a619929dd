import type { FrameStatus } from '@zapdeck/contract/apps/apps';
import { focusFeed } from './keyboard/focus-feed.ts';
import type { FeedStore } from '../state/feed-store.ts';

const firstLoad = Promise.withResolvers<void>();
/** Resolves when the first app has loaded: then other downloads may start. */
export const firstCardLoaded = firstLoad.promise;

const REMEMBERED = 8;

/** Events of the cards on the stage, by showing. */
export interface CardEvents {
  onLoaded: (seq: number) => void;
  /** The app has been replaced by another page. */
  onLost: (seq: number) => void;
  onRefused: (seq: number, appId: string, frameStatus: FrameStatus) => void;
  /** The app is visible, no longer its poster. */
  onShown: (seq: number) => void;
  onSettled: (seq: number) => void;
}

export function createCardEvents({ get, set, dispatch }: FeedStore): CardEvents {
  return {
    onLoaded(seq) {
      firstLoad.resolve();
      const { loaded } = get();
      if (!loaded.includes(seq)) set({ loaded: [...loaded, seq].slice(-REMEMBERED) });
    },
    onLost(seq) {
      const { loaded } = get();
      if (loaded.includes(seq)) set({ loaded: loaded.filter((known) => known !== seq) });
    },
    onRefused(seq, id, frameStatus) {
      dispatch({ type: 'patch', id, change: { frameStatus } });
      if (get().tried?.seq !== seq) return;
      set({ tried: null });
      focusFeed();
    },
    onShown: (seq) => set({ shownSeq: seq }),
    onSettled: (seq) => dispatch({ type: 'settle', seq }),
  };
}
