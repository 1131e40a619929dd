import { t } from '@lingui/core/macro';
import { announce } from '../../../../lib/announce.ts';
import { currentCard, type Deck, END } from '../../state/deck.ts';
import { type FeedStore, watch } from '../../state/feed-store.ts';

function nameOf(deck: Deck): string | undefined {
  const card = currentCard(deck);
  if (card !== END) return card && t`Card ${deck.index + 1}: ${card.title}`;
  const seen = deck.index === 1 ? '1 app' : t`${deck.index} apps`;
  return t`You’ve seen them all: ${seen}. Go on to start over.`;
}

export interface SpokenCards {
  /** Adds text before the next announcement: a second announcement would interrupt the first. */
  sayFirst: (text: string) => void;
  start: () => () => void;
}

/** Announces each front card to screen readers, and announces it again after an ad. */
export function createSpokenCards(store: FeedStore): SpokenCards {
  let before = '';
  let spokenSeq = 0;
  return {
    sayFirst(text) {
      before = `${text}. `;
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
