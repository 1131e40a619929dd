import type { ListedDeck } from '@zapdeck/contract/feed/deck-list';
import { DISCOVER_PATH, TODAY_PATH } from '@zapdeck/contract/instance/screens';
import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { INVALID_INPUT, text } from '@zapdeck/contract/wire/primitives';
import { message } from '@zapdeck/contract/wire/message';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { LOWEST_ID } from '../../db/columns.ts';
import type { Deps } from '../../deps.ts';
import { consumeForNetwork } from '../../http/rate-limit.ts';
import { sendPage } from '../../http/entity-tag.ts';
import { isSignedIn } from '../../accounts/session.ts';
import { varyBy } from '../../http/headers.ts';
import { readFirstApps } from '../feed/first-apps.ts';
import { readDecks } from '../feed/list-decks.ts';
import { type Site, siteFor } from '../pages/common/page-site.ts';
import { deckAt } from '../pages/common/public-decks.ts';
import { missingPage } from '../pages/notice-pages.ts';
import { installPageErrors } from '../pages/page-errors.ts';
import { inSearchSlot, searchesPerNetwork } from '../search/search-apps.ts';
import { deckPage } from './deck-page.ts';
import { discoverPage } from './discover-page.ts';
import { findApps, readInOrder } from './find-apps.ts';
import { refusedQueryPage, resultsPage } from './results-page.ts';

/** A multiple of the number of columns at every width. */
const APPS_SHOWN = 60;

/** All visitors see the same decks. Reading them takes longer than rendering the page. */
const DECKS_TTL_MS = 60_000;

const Query = text(
  SEARCH_QUERY_MAX,
  message('Please use at most {max} characters for your search', { max: SEARCH_QUERY_MAX }),
);

/** Registers Discover for visitors, and the public pages of decks. */
export async function discoverPagesRoutes(scope: FastifyInstance, deps: Deps, site: Site): Promise<void> {
  const { db, rateLimits } = deps;
  installPageErrors(scope, site);

  const decks = new LRUCache<'visitor', ListedDeck[]>({
    max: 1,
    ttl: DECKS_TTL_MS,
    fetchMethod: () => readDecks(db, { id: LOWEST_ID, isGuest: true, readsLanguages: null }),
  });
  const readDecksOfVisitor = () => decks.forceFetch('visitor');
  const search = async (query: string, ip: string) => {
    await consumeForNetwork(rateLimits, 'search pages', ip, searchesPerNetwork);
    return inSearchSlot(ip, () => findApps(db, query, APPS_SHOWN));
  };

  scope.get<{ Querystring: { q?: unknown } }>(DISCOVER_PATH, async (request, reply) => {
    varyBy(reply, 'cookie');
    if (await isSignedIn(deps, request)) return reply.callNotFound();
    const { q = '' } = request.query;
    const page = siteFor(site, request, reply);
    if (q === '') return sendPage(request, reply, discoverPage(await readDecksOfVisitor(), page));
    const query = Query.safeParse(q);
    if (!query.success) {
      const [issue] = query.error.issues;
      return sendPage(
        request,
        reply.code(400),
        refusedQueryPage(String(q), issue?.message ?? INVALID_INPUT, page),
      );
    }
    const found = await search(query.data, request.ip);
    const listed = found.total === 0 ? await readDecksOfVisitor() : [];
    return sendPage(request, reply, resultsPage({ query: query.data, found, decks: listed }, page));
  });

  scope.get<{ Params: { deck: string } }>(`${DISCOVER_PATH}/:deck`, async (request, reply) => {
    const { deck: slug } = request.params;
    if (slug === 'today') return reply.header('cache-control', 'no-cache').redirect(TODAY_PATH, 301);
    const deck = deckAt(slug);
    if (!deck) return sendPage(request, reply.code(404), missingPage(siteFor(site, request, reply)));
    const [ids = []] = await readFirstApps(db, [deck], {
      viewerId: LOWEST_ID,
      hides: false,
      readsLanguages: null,
      limit: APPS_SHOWN + 1,
    });
    const apps = await readInOrder(db, ids);
    const shown = { deck, apps: apps.slice(0, APPS_SHOWN), hasMore: apps.length > APPS_SHOWN };
    return sendPage(request, reply, deckPage(shown, siteFor(site, request, reply)));
  });
}
