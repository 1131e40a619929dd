import type { App } from '@zapdeck/contract/apps/apps';
import { hides } from '@zapdeck/contract/feed/hidden';
import { type HiddenChange, knownHidden, onHiddenChange } from '../../../../lib/pending/hidden.ts';
import type { Card, Deck } from '../../state/deck.ts';
import type { FeedStore } from '../../state/feed-store.ts';

interface Deps {
  store: FeedStore;
  currentCard: (deck: Deck) => Card | undefined;
  /** Moves on to the next card without a vote. */
  leaveCard: () => void;
}

export interface HiddenCards {
  start: () => () => void;
}

/**
 * Removes the cards ahead that the user hides. The server deals no others, but these are dealt already. They come back if they
 * are shown again, because the server does not deal them twice.
 */
export function createHiddenCards({ store, currentCard, leaveCard }: Deps): HiddenCards {
  const { get, dispatch } = store;
  let aside: readonly App[] = [];
  /** The card that the user hid, while the next one is in front. */
  let left: { app: App; seq: number } | undefined;

  const sweep = () => {
    const { deck } = get();
    const hidden = knownHidden();
    const isAtEnd = currentCard(deck) === 'end';
    const gone = deck.apps.filter(
      (app, place) => (isAtEnd || place > deck.index) && hidden.some((item) => hides(item, app)),
    );
    if (gone.length === 0) return;
    aside = [...aside, ...gone];
    const asked = gone.map(({ id }) => id);
    dispatch({ type: 'refresh', apps: [], asked, keepVotes: new Set(), isHiding: true });
  };

  const bringBack = () => {
    const { cursor, endCursor } = get().deck;
    const hidden = knownHidden();
    const apps = aside.filter((app) => !hidden.some((item) => hides(item, app)));
    if (apps.length === 0) return;
    aside = aside.filter((app) => !apps.includes(app));
    dispatch({ type: 'append', apps, cursor, endCursor, isThinned: aside.length > 0 });
  };

  const onChange = (change: HiddenChange | undefined) => {
    sweep();
    bringBack();
    const card = currentCard(get().deck);
    if (change?.isHidden) {
      if (!card || card === 'end' || !hides(change, card)) return;
      leaveCard();
      left = { app: card, seq: get().deck.seq };
    } else if (change && left?.seq === get().deck.seq && hides(change, left.app)) {
      dispatch({ type: 'open', card: left.app });
      left = undefined;
    }
  };

  let seen: Deck | undefined;
  const onDeck = () => {
    const { deck } = get();
    if (deck.apps === seen?.apps && deck.end === seen.end) return;
    seen = deck;
    sweep();
  };

  return {
    start() {
      const stops = [onHiddenChange(onChange), store.subscribe(onDeck)];
      // Other screens and tabs may have changed what is hidden while the feed was covered.
      onChange(undefined);
      onDeck();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
