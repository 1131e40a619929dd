import type { FastifyInstance } from 'fastify';
import { isApiPath, pathOf } from './path-of.ts';

/** Slashes, punctuation, quotes and brackets that chats and mail programs append to links. */
const ADDED_TO_PATH = /[\s/.,;:!?)\]}>'"*»«”’“‘…。、）」]+$/u;
const INVISIBLE = /\p{Cf}/gu;
/** Characters appended to queries that name a card or carry a token, as they are or percent-encoded. */
const ADDED_TO_QUERY =
  /(?<=[?&](?:app|invitation|token)=[\w-]+)(?:[^\w&%-]|%2[0-9a-cef]|%3[a-f]|%5[b-e]|%7[b-e]|%[c-f]\w(?:%[89ab]\w)+)+$/i;

/** Returns the link without characters that chats and mail programs add; undefined if there are none. */
export function repairedLink(url: string): string | undefined {
  const path = pathOf(url);
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const ownPath = path.replaceAll(INVISIBLE, '').replace(ADDED_TO_PATH, '') || '/';
  const ownQuery = query.replace(ADDED_TO_QUERY, '');
  if (ownPath === path && ownQuery === query) return undefined;
  // Two leading slashes would redirect to another host.
  return encodeURI(ownPath.replace(/^[/\\]+/, '/')) + ownQuery;
}

/** Redirects mangled links of pages to the repaired ones. */
export function repairMangledLinks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const link = isApiPath(request.url) ? undefined : repairedLink(request.url);
    if (link !== undefined) return reply.header('cache-control', 'no-cache').redirect(link, 301);
  });
}
