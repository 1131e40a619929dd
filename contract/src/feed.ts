import * as z from 'zod/mini';
import { App } from './apps.ts';
import { Id } from './primitives.ts';
import { route } from './route.ts';

/** How many apps one call may ask for by id. */
export const FEED_IDS_MAX = 100;

const IdList = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(FEED_IDS_MAX * 37)),
    z.transform((list) => list.split(',')),
  ),
  z.array(Id).check(z.minLength(1), z.maxLength(FEED_IDS_MAX)),
);

/**
 * The feed, one page at a time. Without parameters: the first page of a new deck. The header `X-Next-Cursor` of the
 * answer, handed back as `cursor`, brings the next page. Where it is missing, every app that was approved when the deck
 * began has been dealt, and there is `X-End-Cursor` instead: handed back as `cursor`, now or later, it brings what was
 * approved since, mostly an empty page, again with one of the two. A deck may deal an app twice when it changed its
 * place meanwhile. With `ids` (comma-separated) exactly those of them that are approved, in the order asked, no cursor.
 */
export const listFeed = route({
  method: 'GET',
  path: '/api/apps',
  summary: 'The next page of the feed',
  access: 'session',
  query: z.object({
    cursor: z.optional(z.string().check(z.minLength(1), z.maxLength(8_192))),
    ids: z.optional(IdList),
  }),
  response: z.array(App),
});

export const NEXT_CURSOR_HEADER = 'x-next-cursor';
/** On the last page of a deck, in place of the next cursor. */
export const END_CURSOR_HEADER = 'x-end-cursor';
/** On every answer of the feed: no page of this domain, or of a host below it, may ever be framed here. */
export const OWN_DOMAIN_HEADER = 'x-own-domain';
/** The one origin of that domain whose pages may be: the demo apps. Missing where there are none. */
export const DEMO_ORIGIN_HEADER = 'x-demo-origin';
export const TOTAL_COUNT_HEADER = 'x-total-count';
