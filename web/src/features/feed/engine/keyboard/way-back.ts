import { BACK_TO_SWIPING } from '@zapdeck/contract/frames/frame-messages';
import { frontFrame } from './focus-feed.ts';
import { isLive } from '../../state/feed-state.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

/** Ends trying an app when the app sends a message, for example on Escape: key events don't leave a frame. */
export function startWayBack(store: FeedStore, stopTrying: () => void): () => void {
  return watch(
    store,
    (state) => [isLive(state)],
    ([live]) => {
      if (!live) return;
      const onMessage = ({ data, source }: MessageEvent) => {
        if (data === BACK_TO_SWIPING && source !== null && source === frontFrame()?.contentWindow)
          stopTrying();
      };
      addEventListener('message', onMessage);
      return () => removeEventListener('message', onMessage);
    },
  );
}
