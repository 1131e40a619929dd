import type { App } from '@zapdeck/contract/apps';
import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { withCounts } from '../../../lib/app-counts.ts';
import { callWithHeaders } from '../../../lib/call.ts';
import { learnOwnSite } from '../../../lib/own-site.ts';
import { createDeck, type Deck } from './deck.ts';

export interface Page {
  apps: App[];
  cursor: string | null;
}

/** One page of the feed: the first without a cursor. */
export async function loadPage(cursor?: string): Promise<Page> {
  const { data, headers } = await callWithHeaders(listFeed, { query: { cursor } });
  learnOwnSite(headers);
  return { apps: data.map(withCounts), cursor: headers.get(NEXT_CURSOR_HEADER) };
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
  return createDeck([...top, ...page.apps], page.cursor);
}
