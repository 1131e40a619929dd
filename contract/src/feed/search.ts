import * as z from 'zod/mini';
import { text } from '../wire/primitives.ts';
import { PublicApp } from '../apps/public-app.ts';
import { route } from '../wire/route.ts';

export const SEARCH_QUERY_MAX = 100;
export const SEARCH_RANKED_MAX = 2_000;

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

/**
 * Finds approved apps with a word of the query. The last word can be incomplete. Unknown words may have one typo from five
 * letters on, and two from nine. The header `X-Total-Count` has the number of matches, at most 2,000.
 */
export const searchApps = route({
  method: 'GET',
  path: '/api/search',
  summary: 'Search approved apps',
  access: 'public',
  replica: true,
  query: z.object({
    q: text(SEARCH_QUERY_MAX),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIMIT_MAX)), LIMIT_DEFAULT),
  }),
  response: z.object({
    apps: z.array(PublicApp),
    corrected: z.nullable(z.string()),
  }),
});
