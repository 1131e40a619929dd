import { FEED_IDS_MAX } from '@zapdeck/contract/feed/feed';
import { type Deck, nextIndex } from './deck.ts';

/** Cards behind the front one that are kept up to date for undo. */
const BEHIND = 10;

/** Returns the ids to refresh: the front card, a few before it and the next ones, as many as one request may name. */
export function refreshWindow(deck: Deck): string[] {
  const start = Math.max(0, deck.index - BEHIND);
  const from = deck.apps.slice(start, start + FEED_IDS_MAX);
  const again = deck.cursor === null ? deck.apps.slice(0, Math.min(start, FEED_IDS_MAX - from.length)) : [];
  return [...from, ...again].map((app) => app.id);
}

/** True if fewer than `cardsAhead` cards are left and there is another page. */
export function needsPage(deck: Deck, cardsAhead: number): boolean {
  return deck.cursor !== null && deck.apps.length - nextIndex(deck) < cardsAhead;
}
