import { type FeedStore, watch } from '../../state/feed-store.ts';

/** The current app gets this long for itself after its load before the next one starts. */
const AFTER_LOAD_MS = 250;
/** An app that does not finish loading holds the next one up no longer than this. */
const AT_MOST_MS = 4_000;

function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Lets the next card's frame load in the background of the showing in front, in its time. */
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
