import { FEED_IDS_MAX } from '@zapdeck/contract/feed';
import { type Deck, nextIndex } from './deck.ts';

/** Cards behind the current one that are kept up to date, for undo. */
const BEHIND = 10;

/**
 * The ids worth refreshing: the current card, a few behind it and those to come, no more than one call may name. After
 * the last come the first again.
 */
export function refreshWindow(deck: Deck): string[] {
  const start = Math.max(0, deck.index - BEHIND);
  const from = deck.apps.slice(start, start + FEED_IDS_MAX);
  const again = deck.cursor === null ? deck.apps.slice(0, Math.min(start, FEED_IDS_MAX - from.length)) : [];
  return [...from, ...again].map((app) => app.id);
}

/** True when so few cards are left that the next page should be on its way. */
export function needsPage(deck: Deck, cardsAhead: number): boolean {
  return deck.cursor !== null && deck.apps.length - nextIndex(deck) < cardsAhead;
}
