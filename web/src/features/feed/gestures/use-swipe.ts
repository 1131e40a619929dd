import { type RefObject, useEffect, useRef } from 'react';
import { attachSwipe, type SwipeHost } from './attach-swipe.ts';
import type { CardParts } from './move-card.ts';

/** The cards as they lie in the document now: what a drag moves. */
function cardsIn(root: HTMLElement): CardParts | null {
  const card = root.querySelector<HTMLElement>('[data-role="current"]');
  return card && { card, next: root.querySelector<HTMLElement>('[data-role="next"]') };
}

/** Lets the cards of the root be swiped as long as `enabled`. */
export function useSwipe(
  root: RefObject<HTMLElement | null>,
  enabled: boolean,
  host: Omit<SwipeHost, 'cards'>,
): void {
  const latest = useRef({ enabled, host });
  useEffect(() => {
    latest.current = { enabled, host };
  });
  useEffect(() => {
    const element = root.current;
    if (!element) return;
    return attachSwipe(element, {
      cards: () => (latest.current.enabled ? cardsIn(element) : null),
      onDecide: (direction) => latest.current.host.onDecide(direction),
      onAlong: () => latest.current.host.onAlong(),
    });
  }, [root]);
}
