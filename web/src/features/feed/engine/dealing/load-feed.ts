import type { App } from '@zapdeck/contract/apps';
import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { withCounts } from '../../../../lib/app-counts.ts';
import { CallError, callWithHeaders } from '../../../../lib/call.ts';
import { learnOwnSite } from '../../../../lib/own-site.ts';
import { createDeck, type Deck, type Page } from '../../state/deck.ts';

/** True if the server cannot deal the next page: the deck has expired, or another version made the cursor. */
function isUnknownDeck(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'deck_expired' || error.code === 'invalid_input');
}

/**
 * Loads a page of the feed: the first page of a new deck without a cursor, the apps approved since with an end cursor. An
 * expired deck is replaced by a new one, whose pages follow the cards that are there.
 */
export async function loadPage(cursor?: string): Promise<Page> {
  const { data, headers } = await callWithHeaders(listFeed, { query: { cursor } }).catch((error: unknown) => {
    if (cursor === undefined || !isUnknownDeck(error)) throw error;
    return callWithHeaders(listFeed, { query: {} });
  });
  learnOwnSite(headers);
  return {
    apps: data.map(withCounts),
    cursor: headers.get(NEXT_CURSOR_HEADER),
    endCursor: headers.get(END_CURSOR_HEADER),
  };
}

/** Those of the apps that are in the feed, in the order asked. */
export async function loadApps(ids: readonly string[]): Promise<App[]> {
  const { data, headers } = await callWithHeaders(listFeed, { query: { ids: ids.join(',') } });
  learnOwnSite(headers);
  return data.map(withCounts);
}

/** A new deck; the app that the address names lies on top when it is in the feed. */
export async function dealDeck(wantedId: string | null): Promise<Deck> {
  // A broken address must not keep anyone from the rest.
  const wanted = wantedId === null ? [] : loadApps([wantedId]).catch(() => []);
  const [page, top] = await Promise.all([loadPage(), wanted]);
  return createDeck({ ...page, apps: [...top, ...page.apps] });
}
