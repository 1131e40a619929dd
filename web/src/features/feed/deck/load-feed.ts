import type { App } from '@zapdeck/contract/apps';
import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { withCounts } from '../../../lib/app-counts.ts';
import { CallError, callWithHeaders } from '../../../lib/call.ts';
import { learnOwnSite } from '../../../lib/own-site.ts';
import { createDeck, type Deck, type Page } from './deck.ts';

function isRefused(error: unknown): boolean {
  return error instanceof CallError && error.code === 'invalid_input';
}

/** One page of the feed: the first without a cursor, with an end cursor what was approved since that end. */
export async function loadPage(cursor?: string): Promise<Page> {
  const { data, headers } = await callWithHeaders(listFeed, { query: { cursor } }).catch((error: unknown) => {
    // Another version of the server may know the cursor no more; a deck begun anew brings everything too.
    if (cursor === undefined || !isRefused(error)) throw error;
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
