import { useCallback, useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';
import { currentCard, type Deck, END } from './deck/deck.ts';

function nameOf(deck: Deck): string | undefined {
  const card = currentCard(deck);
  if (card !== END) return card && `Card ${deck.index + 1}: ${card.title}`;
  return `You’ve met them all: ${deck.index} apps. Go on to begin again from the first.`;
}

/**
 * Says each card as it comes to the front. What the person did just before, handed to the returned function, is said
 * in the same breath: said apart, the second would drown the first.
 */
export function useSpokenCards(deck: Deck, onCard: () => void): (text: string) => void {
  const before = useRef('');
  const spokenSeq = useRef(0);
  const { seq } = deck;
  const name = nameOf(deck);
  useEffect(() => {
    if (name === undefined || spokenSeq.current === seq) return;
    spokenSeq.current = seq;
    announce(before.current + name);
    before.current = '';
    onCard();
  }, [seq, name, onCard]);
  return useCallback((text: string) => {
    before.current = `${text}. `;
  }, []);
}
