import { type FeedStore, watch } from '../../state/feed-store.ts';

/** Delay after the front app has loaded. */
const AFTER_LOAD_MS = 250;
/** Maximum delay if the front app does not finish loading. */
const AT_MOST_MS = 4_000;

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Preloads the frame of the next card. */
export function startPreloading(store: FeedStore): () => void {
  return watch(
    store,
    ({ deck, loaded }) => [deck.seq, loaded.includes(deck.seq)],
    ([seq, isLoaded]) => {
      if (savesData()) return;
      const timer = setTimeout(() => store.set({ preloadSeq: seq }), isLoaded ? AFTER_LOAD_MS : AT_MOST_MS);
      return () => clearTimeout(timer);
    },
  );
}
