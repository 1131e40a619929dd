import { currentApp } from '../../state/deck.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { type Recorder, VIEW_MS } from './create-recorder.ts';
import { createViewTimer } from './view-timer.ts';

/** True while someone can be looking. A focused frame of ours counts: the window has lost the focus to it only. */
function someoneLooks(): boolean {
  return !document.hidden && document.hasFocus();
}

export interface ViewTracker {
  /** Milliseconds for which the card in front has been looked at. */
  elapsed: () => number;
  start: () => () => void;
}

/**
 * Times how long each card is looked at, reports a view after a second, once in each round of the deck, and sends what
 * has gathered when a card is left and when the page goes.
 */
export function createViewTracker(store: FeedStore, recorder: Recorder): ViewTracker {
  const timer = createViewTimer(() => performance.now());
  let viewedSeq = 0;

  const count = (id: string) => {
    if (store.get().deck.viewed.has(id)) return;
    store.dispatch({ type: 'view', id });
    recorder.view(id);
  };

  /** Follows the looks at one card; it was begun before. */
  const followLooks = (seq: number, id: string | null, covered: boolean) => {
    let check: ReturnType<typeof setTimeout> | undefined;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      const looking = someoneLooks() && !covered;
      timer.setLooking(looking);
      clearTimeout(check);
      if (!looking || id === null || viewedSeq === seq) return;
      check = setTimeout(() => {
        viewedSeq = seq;
        count(id);
      }, VIEW_MS - timer.elapsed());
    };
    // The focus moves into a frame only after the blur has been told.
    const lookSoon = () => {
      clearTimeout(soon);
      soon = setTimeout(look);
    };
    look();
    document.addEventListener('visibilitychange', look);
    addEventListener('blur', lookSoon);
    addEventListener('focus', look);
    return () => {
      clearTimeout(check);
      clearTimeout(soon);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('blur', lookSoon);
      removeEventListener('focus', look);
    };
  };

  const sendAtUnload = () => {
    recorder.durations(timer.take());
    recorder.flushAtExit();
  };
  const sendAtExit = () => {
    if (document.hidden) sendAtUnload();
  };

  return {
    elapsed: timer.elapsed,
    start() {
      const { seq: firstSeq } = store.get().deck;
      const stopTiming = watch(
        store,
        ({ deck }) => [deck.seq, currentApp(deck)?.id ?? null],
        ([seq, id]) => {
          timer.begin(id);
          if (seq !== firstSeq) recorder.durations(timer.take());
        },
      );
      const stopLooking = watch(
        store,
        ({ deck, ad }) => [deck.seq, currentApp(deck)?.id ?? null, ad !== null],
        ([seq, id, covered]) => followLooks(seq, id, covered),
      );
      document.addEventListener('visibilitychange', sendAtExit);
      addEventListener('pagehide', sendAtUnload);
      return () => {
        stopTiming();
        stopLooking();
        document.removeEventListener('visibilitychange', sendAtExit);
        removeEventListener('pagehide', sendAtUnload);
        timer.begin(null);
        recorder.durations(timer.take());
        recorder.flush();
      };
    },
  };
}
