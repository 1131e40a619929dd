import * as z from 'zod/mini';
import { App } from '../apps/apps.ts';
import { Id, text } from '../wire/primitives.ts';
import { route } from '../wire/route.ts';
import { SEARCH_QUERY_MAX } from './search.ts';

/** A query is the longest value. The schema is here, because pages use decks.ts without a validator. */
export const DeckKeyText = text('search:'.length + SEARCH_QUERY_MAX);

/**
 * `newcomer`: first views are missing. `unreachable`: dealt last. `paired`: people like it together with an app that the
 * viewer likes. `explored`: no like of the viewer leads to it.
 */
export const CardReason = z.enum([
  'fresh',
  'newcomer',
  'recycled',
  'ranked',
  'unreachable',
  'paired',
  'explored',
]);
export type CardReason = z.infer<typeof CardReason>;

export const FeedApp = z.extend(App, {
  reason: z.optional(CardReason),
  because: z.optional(z.object({ id: Id, title: z.string() })),
});
export type FeedApp = z.infer<typeof FeedApp>;

export const FEED_IDS_MAX = 100;

const IdList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(FEED_IDS_MAX * 37)),
    z.transform((list) => list.split(',')),
  ),
  z.array(Id).check(z.minLength(1), z.maxLength(FEED_IDS_MAX)),
);

export const CURSOR_MAX = 8_192;

/**
 * A page of a deck: the first one, or the one after `cursor`. The same cursor always returns the same page. A deck deals
 * each app once. After the last one, the header `X-End-Cursor` replaces `X-Next-Cursor`; it returns apps approved later. A
 * deck expires 24 hours after its last page. With `ids`, returns these approved apps without reasons.
 */
export const listFeed = route({
  method: 'GET',
  path: '/api/apps',
  summary: 'The next page of a deck',
  access: 'session',
  replica: { unless: 'cursor' },
  query: z.object({
    deck: z.optional(DeckKeyText),
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(CURSOR_MAX))),
    ids: z.optional(IdList),
  }),
  response: z.array(FeedApp),
  errors: ['deck_expired', 'deck_not_found', 'guest_forbidden', 'too_few_votes'],
});

export const NEXT_CURSOR_HEADER = 'x-next-cursor';
/** Replaces the next cursor on the last page of a deck. */
export const END_CURSOR_HEADER = 'x-end-cursor';
/** Pages of this domain and its subdomains must never be framed. */
export const OWN_DOMAIN_HEADER = 'x-own-domain';
/** Exception to OWN_DOMAIN_HEADER: the origin of the demo apps. */
export const DEMO_ORIGIN_HEADER = 'x-demo-origin';
export const TOTAL_COUNT_HEADER = 'x-total-count';
