import * as z from 'zod/mini';
import { text } from '../wire/primitives.ts';
import { PublicApp } from '../apps/public-app.ts';
import { route } from '../wire/route.ts';

export const SEARCH_QUERY_MAX = 100;
export const SEARCH_RANKED_MAX = 2_000;

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 100;

/**
 * Approved apps with a word of the query in their title, tags, description, category, host, or the name of their maker. Case and
 * accents do not matter. The last word can be incomplete. Texts in scripts without spaces are found by any part. A word that no app
 * has may have one typo from five letters on, and two from nine. The order: words in the title, words found, typos, score in the
 * deck `trending`, and latest approval. The header `X-Total-Count` has the number of apps found, at most 2,000: if more match,
 * those that match more of the words are kept, then the best of `trending`, then the latest approvals.
 */
export const searchApps = route({
  method: 'GET',
  path: '/api/search',
  summary: 'Search approved apps',
  access: 'public',
  replica: true,
  query: z.object({
    /** The first eight different words count. */
    q: text(SEARCH_QUERY_MAX),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(LIMIT_MAX)), LIMIT_DEFAULT),
  }),
  response: z.object({
    apps: z.array(PublicApp),
    /** The query in the words that were searched for; null if no word was corrected. */
    corrected: z.nullable(z.string()),
  }),
});
