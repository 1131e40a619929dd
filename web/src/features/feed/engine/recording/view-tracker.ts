import { currentApp } from '../../state/deck.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';
import { type Recorder, VIEW_MS } from './recorder.ts';

/** Measures in milliseconds how long cards are viewed. */
export interface ViewTimer {
  begin: (id: string | null) => void;
  setRunning: (running: boolean) => void;
  /** Returns the whole time of the current card. */
  elapsed: () => number;
  /** Returns the times since the last call, by app id. */
  take: () => Record<string, number>;
}

export function createViewTimer(now: () => number): ViewTimer {
  let current: string | null = null;
  let running = false;
  let since = 0;
  let total = 0;
  const times = new Map<string, number>();

  const collect = () => {
    if (current === null || !running) return;
    const passed = now() - since;
    since = now();
    if (passed <= 0) return;
    total += passed;
    times.set(current, (times.get(current) ?? 0) + passed);
  };

  return {
    begin(id) {
      collect();
      current = id;
      total = 0;
      since = now();
    },
    setRunning(next) {
      if (next === running) return;
      collect();
      running = next;
      since = now();
    },
    elapsed() {
      collect();
      return total;
    },
    take() {
      collect();
      const durations = Object.fromEntries([...times].map(([id, ms]) => [id, Math.round(ms)]));
      times.clear();
      return durations;
    },
  };
}

function isViewed(): boolean {
  return !document.hidden && document.hasFocus();
}

interface ViewTracker {
  elapsed: () => number;
  start: () => () => void;
}

/**
 * Measures how long each card is viewed. Records a view after a second, once per round of the deck. Records viewing times
 * when a card leaves or the page unloads.
 */
export function createViewTracker(store: FeedStore, recorder: Recorder): ViewTracker {
  const timer = createViewTimer(() => performance.now());
  let viewedSeq = 0;

  const countView = (id: string) => {
    if (store.get().deck.viewed.has(id)) return;
    store.dispatch({ type: 'view', id });
    recorder.view(id);
  };

  const trackCard = (seq: number, id: string | null, covered: boolean) => {
    let check: ReturnType<typeof setTimeout> | undefined;
    let soon: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      const viewed = isViewed() && !covered;
      timer.setRunning(viewed);
      clearTimeout(check);
      if (!viewed || id === null || viewedSeq === seq) return;
      check = setTimeout(() => {
        viewedSeq = seq;
        countView(id);
      }, VIEW_MS - timer.elapsed());
    };
    // The focus moves into a frame only after the blur event.
    const updateSoon = () => {
      clearTimeout(soon);
      soon = setTimeout(update);
    };
    update();
    document.addEventListener('visibilitychange', update);
    addEventListener('blur', updateSoon);
    addEventListener('focus', update);
    return () => {
      clearTimeout(check);
      clearTimeout(soon);
      document.removeEventListener('visibilitychange', update);
      removeEventListener('blur', updateSoon);
      removeEventListener('focus', update);
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
      const stopTracking = watch(
        store,
        ({ deck, ad }) => [deck.seq, currentApp(deck)?.id ?? null, ad !== null],
        ([seq, id, covered]) => trackCard(seq, id, covered),
      );
      document.addEventListener('visibilitychange', sendAtExit);
      addEventListener('pagehide', sendAtUnload);
      return () => {
        stopTiming();
        stopTracking();
        document.removeEventListener('visibilitychange', sendAtExit);
        removeEventListener('pagehide', sendAtUnload);
        timer.begin(null);
        recorder.durations(timer.take());
        recorder.flush();
      };
    },
  };
}
