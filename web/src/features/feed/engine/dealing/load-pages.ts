import type { App } from '@zapdeck/contract/apps/apps';
import { BEST_DECK, type DeckKey } from '@zapdeck/contract/feed/decks';
import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { withCounts } from '../../../../lib/app-counts.ts';
import { CallError, callWithHeaders } from '../../../../lib/call.ts';
import { learnOwnSite } from '../../../../lib/own-site.ts';
import { createDeck, type Deck, type Page } from '../../state/deck.ts';

/** True if the server cannot deal the next page: the deck has expired, or another version made the cursor. */
function isUnknownDeck(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'deck_expired' || error.code === 'invalid_input');
}

/** Requests the first page of a new deck. `best` is not named, because the HTML page preloads the request without it. */
function requestNewDeck(key: DeckKey) {
  return callWithHeaders(listFeed, { query: key === BEST_DECK ? {} : { deck: key } });
}

/**
 * Loads a page: with a cursor the next page, with an end cursor the apps approved since, without one the first page of a
 * new deck. If the deck has expired, the first page of a new deck follows its cards.
 */
export async function loadPage(key: DeckKey, cursor?: string): Promise<Page> {
  const { data, headers } = await (cursor === undefined
    ? requestNewDeck(key)
    : callWithHeaders(listFeed, { query: { cursor } }).catch((error: unknown) => {
        if (!isUnknownDeck(error)) throw error;
        return requestNewDeck(key);
      }));
  learnOwnSite(headers);
  return {
    apps: data.map(withCounts),
    cursor: headers.get(NEXT_CURSOR_HEADER),
    endCursor: headers.get(END_CURSOR_HEADER),
  };
}

/** Loads the approved apps among the ids, in the order of the ids. */
export async function loadApps(ids: readonly string[]): Promise<App[]> {
  const { data, headers } = await callWithHeaders(listFeed, { query: { ids: ids.join(',') } });
  learnOwnSite(headers);
  return data.map(withCounts);
}

/** Loads a new deck. The app with the given id is its first card, if it is approved. */
export async function dealDeck(key: DeckKey, firstId: string | null): Promise<Deck> {
  // A wrong id in the address must not keep the deck from loading.
  const first = firstId === null ? [] : loadApps([firstId]).catch(() => []);
  const [page, top] = await Promise.all([loadPage(key), first]);
  // Only the page's own entry has the reason of the card.
  const dealt = page.apps.filter(({ id }) => id === firstId);
  return createDeck(key, { ...page, apps: [...dealt, ...top, ...page.apps] });
}
