/** Key of a deck, a source of cards in an order: `best`, and later for example `category:games`. */
export type DeckKey = string;

/** Keys of the decks that the server deals. */
export const DECK_KEY = /^best$/;

/** The deck that is dealt unless a request or an address names another one. */
export const BEST_DECK: DeckKey = 'best';
