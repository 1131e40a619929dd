import * as z from 'zod/mini';
import { App } from './apps.ts';
import { DECK_KEY } from './decks.ts';
import { Id } from './primitives.ts';
import { route } from './route.ts';

export const FEED_IDS_MAX = 100;

const IdList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(FEED_IDS_MAX * 37)),
    z.transform((list) => list.split(',')),
  ),
  z.array(Id).check(z.minLength(1), z.maxLength(FEED_IDS_MAX)),
);

/** A first page with 100 apps takes about 2,700 characters. */
export const CURSOR_MAX = 8_192;

/**
 * The feed, one page at a time. Without parameters: the first page of a new deck `best`; with `deck`, of the deck with this
 * key. The header `X-Next-Cursor` of the response, sent back as `cursor`, returns the next page. The same cursor always returns the same page, without apps that
 * are no longer approved. A deck deals each approved app once. When it has dealt all of them, the response has the header
 * `X-End-Cursor` instead. Sent back as `cursor`, now or later, it returns the apps approved since: mostly an empty page,
 * again with one of the two headers. A deck expires 24 hours after its last page: 410 `deck_expired`. With `ids`
 * (comma-separated): the approved apps among them, in the requested order, without a cursor.
 */
export const listFeed = route({
  method: 'GET',
  path: '/api/apps',
  summary: 'The next page of the feed',
  access: 'session',
  replica: { unless: 'cursor' },
  query: z.object({
    deck: z.optional(z.string().check(z.regex(DECK_KEY))),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(CURSOR_MAX))),
    ids: z.optional(IdList),
  }),
  response: z.array(App),
  errors: ['deck_expired'],
});

export const NEXT_CURSOR_HEADER = 'x-next-cursor';
/** Replaces the next cursor on the last page of a deck. */
export const END_CURSOR_HEADER = 'x-end-cursor';
/** Pages of this domain and its subdomains must never be framed. */
export const OWN_DOMAIN_HEADER = 'x-own-domain';
/** Exception to OWN_DOMAIN_HEADER: the origin of the demo apps. */
export const DEMO_ORIGIN_HEADER = 'x-demo-origin';
export const TOTAL_COUNT_HEADER = 'x-total-count';
