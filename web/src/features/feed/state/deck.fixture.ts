import { BEST_DECK } from '@zapdeck/contract/feed/decks';
import { anApp } from '../../../testing/an-app.ts';
import { createDeck, type Deck, type Page } from './deck.ts';

/** Returns a page with one app per letter of `ids`. It is the last page if there is no cursor. */
export function aPage(ids: string, cursor: string | null = null): Page {
  return { apps: [...ids].map((id) => anApp(id)), cursor, endCursor: cursor === null ? 'end' : null };
}

export function aDeck(ids: string, cursor: string | null = null): Deck {
  return createDeck(BEST_DECK, aPage(ids, cursor));
}
