import type { FrameStatus } from '@zapdeck/contract/apps';
import { focusFeed } from './keyboard/focus-feed.ts';
import type { FeedStore } from '../state/feed-store.ts';

const firstLoad = Promise.withResolvers<void>();
/** Settles when a card has first loaded its app: from then on, others may take the line. */
export const firstCardLoaded = firstLoad.promise;

/** How many showings are remembered: more than are ever on the stage. */
const REMEMBERED = 8;

/** What becomes of a card while it lies on the stage, by the number of its showing. */
export interface CardEvents {
  onLoaded: (seq: number) => void;
  /** What was loaded is an app no more. */
  onLost: (seq: number) => void;
  /** The server has found that the app cannot be framed. */
  onRefused: (seq: number, appId: string, frameStatus: FrameStatus) => void;
  /** The app itself is in sight, not its poster any more. */
  onShown: (seq: number) => void;
  /** Its motion off the stage has ended. */
  onSettled: (seq: number) => void;
}

/** Keeps in the store what becomes of the cards. */
export function cardEvents({ get, set, dispatch }: FeedStore): CardEvents {
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
