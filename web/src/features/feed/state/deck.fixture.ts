import { BEST_DECK } from '@zapdeck/contract/decks';
import { anApp } from '../../../testing/an-app.ts';
import { createDeck, type Deck, type Page } from './deck.ts';

/** A page of apps with these letters for ids; the last one of all where there is no cursor. */
export function aPage(ids: string, cursor: string | null = null): Page {
  return { apps: [...ids].map((id) => anApp(id)), cursor, endCursor: cursor === null ? 'end' : null };
}

/** A deck that begins with such a page. */
export function aDeck(ids: string, cursor: string | null = null): Deck {
  return createDeck(BEST_DECK, aPage(ids, cursor));
}
