import { BACK_TO_SWIPING } from '@zapdeck/contract/frame-messages';
import { frontFrame } from './focus-feed.ts';
import { isLive } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

/**
 * Ends trying an app when the app asks for it, for example on Escape: a key that is pressed inside a foreign frame is
 * never heard outside. Only the app that is tried is listened to.
 */
export function startWayBack(store: FeedStore, lower: () => void): () => void {
  return watch(
    store,
    (state) => [isLive(state)],
    ([live]) => {
      if (!live) return;
      const hear = ({ data, source }: MessageEvent) => {
        if (data === BACK_TO_SWIPING && source !== null && source === frontFrame()?.contentWindow) lower();
      };
      addEventListener('message', hear);
      return () => removeEventListener('message', hear);
    },
  );
}
