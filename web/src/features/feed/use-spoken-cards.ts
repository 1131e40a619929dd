import { useCallback, useEffect, useRef } from 'react';
import { announce } from '../../lib/announce.ts';
import { currentApp, type Deck } from './deck/deck.ts';

/**
 * Says each card as it comes to the front. What the person did just before, handed to the returned function, is said
 * in the same breath: said apart, the second would drown the first.
 */
export function useSpokenCards(deck: Deck, onCard: () => void): (text: string) => void {
  const before = useRef('');
  const spokenSeq = useRef(0);
  const { seq } = deck;
  const title = currentApp(deck)?.title;
  const place = deck.index + 1;
  useEffect(() => {
    if (title === undefined || spokenSeq.current === seq) return;
    spokenSeq.current = seq;
    announce(`${before.current}Card ${place}: ${title}`);
    before.current = '';
    onCard();
  }, [seq, title, place, onCard]);
  return useCallback((text: string) => {
    before.current = `${text}. `;
  }, []);
}
