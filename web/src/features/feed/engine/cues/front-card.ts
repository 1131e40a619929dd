import { t } from '@lingui/core/macro';
import { leaveWithCard } from '../../../../lib/toasts.ts';
import { nameShown } from '../../../../lib/screen-title.ts';
import { currentApp, currentCard, END } from '../../state/deck.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

/** Shows the action bar with each ad, even if it was hidden under the last one. */
export function startBar(store: FeedStore): () => void {
  return watch(
    store,
    ({ ad }) => [ad !== null],
    () => store.set({ shut: { ...store.get().shut, ad: false } }),
  );
}

/** Sets the page title to the front app. */
export function startTitle(store: FeedStore): () => void {
  const stop = watch(
    store,
    ({ deck }) => [currentCard(deck) === END ? t`All apps seen` : currentApp(deck)?.title],
    ([title]) => nameShown(title),
  );
  return () => {
    stop();
    nameShown(undefined);
  };
}

/** Messages about a card leave with it, or with the feed. */
export function startMessages(store: FeedStore): () => void {
  return watch(
    store,
    ({ deck }) => [deck.seq],
    () => leaveWithCard,
  );
}
