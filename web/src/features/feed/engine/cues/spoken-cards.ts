import { plural, t } from '@lingui/core/macro';
import { announce } from '../../../../lib/announce.ts';
import { formatCount } from '../../../../lib/numbers.ts';
import { nameShown } from '../../../../lib/screen-title.ts';
import { leaveWithCard } from '../../../../lib/toasts.ts';
import { currentApp, currentCard, type Deck, END } from '../../state/deck.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

/** Returns what is said at the end card. After hiding, “all” would be wrong. */
function endOf({ index, isThinned }: Deck): string {
  return isThinned
    ? t`${plural(index, {
        one: 'You’ve seen # app. Swipe to start over.',
        other: 'You’ve seen # apps. Swipe to start over.',
      })}`
    : t`${plural(index, {
        one: 'You’ve seen # app. Swipe to start over.',
        other: 'You’ve seen all # apps. Swipe to start over.',
      })}`;
}

function nameOf(deck: Deck): string | undefined {
  const { index } = deck;
  const card = currentCard(deck);
  if (!card) return undefined;
  if (card === END) return endOf(deck);
  const place = formatCount(index + 1);
  const { title } = card;
  return t`Card ${place}: ${title}`;
}

interface SpokenCards {
  /** Adds a sentence before the next announcement: a second announcement would interrupt the first. */
  sayFirst: (sentence: string) => void;
  start: () => () => void;
}

/** Announces each front card to screen readers, and announces it again after an ad. */
export function createSpokenCards(store: FeedStore): SpokenCards {
  let before = '';
  let spokenSeq = 0;
  return {
    sayFirst(sentence) {
      before = `${sentence} `;
    },
    start: () =>
      watch(
        store,
        ({ deck, ad }) => [deck.seq, ad === null ? nameOf(deck) : null],
        ([seq, name]) => {
          if (name === null) spokenSeq = 0;
          if (!name || spokenSeq === seq) return;
          spokenSeq = seq;
          announce(before + name);
          before = '';
        },
      ),
  };
}

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
