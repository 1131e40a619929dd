import { FEED_IDS_MAX } from '@zapdeck/contract/feed';
import type { Deck } from './deck.ts';

/** Cards behind the current one that are kept up to date, for undo. */
const BEHIND = 10;

/** The ids worth refreshing: the current card, those to come and a few behind it, no more than one call may name. */
export function refreshWindow(deck: Deck): string[] {
  const start = Math.max(0, deck.index - BEHIND);
  return deck.apps.slice(start, start + FEED_IDS_MAX).map((app) => app.id);
}

/** True when so few cards are left that the next page should be on its way. */
export function needsPage(deck: Deck, cardsAhead: number): boolean {
  return deck.cursor !== null && deck.apps.length - deck.index - 1 < cardsAhead;
}
