import * as contract from '@zapdeck/contract/feed/feed';
import { listDecks } from '@zapdeck/contract/feed/deck-list';
import { BEST_DECK, parseDeckKey } from '@zapdeck/contract/feed/decks';
import { countNewApps as countNewAppsRoute } from '@zapdeck/contract/apps/new-apps';
import { feedPreview } from '@zapdeck/contract/pictures/previews';
import type { FastifyInstance } from 'fastify';
import { LOWEST_ID } from '../../db/columns.ts';
import type { Deps } from '../../deps.ts';
import type { AppChecks } from '../frames/checks/requested-checks.ts';
import { ownDomainOf } from '../../urls/host-rules.ts';
import { urlRulesOf } from '../listings/address/url-rules.ts';
import { viewerOf } from '../listings/present/present-app.ts';
import { handle } from '../../http/contract-route.ts';
import { consumeForNetwork } from '../../http/rate-limit.ts';
import { readApps, readAppsAgain } from '../listings/present/apps-by-id.ts';
import { inSearchSlot, searchesPerNetwork } from '../search/search-apps.ts';
import { countNewApps } from './count-new-apps.ts';
import { type CursorKey, openCursor, sealCursor } from './cursor.ts';
import { dealFirstPage, dealNextPage, readReasons } from './feed.ts';
import { readDecks } from './list-decks.ts';
import { previewFeed } from './preview-feed.ts';
import { requireDeck } from './sources.ts';
import { languageOf } from '../../http/language.ts';

/** Pages have twenty cards by default. Each tab also refreshes its counts twice a minute. */
const pagesPerPerson = { calls: 300, seconds: 60, perNode: true } as const;

/** Registers the endpoints of the feed. A dealt app is checked again if its last check is old. */
export function feedRoutes(app: FastifyInstance, deps: Deps, checks: AppChecks, cursorKey: CursorKey): void {
  const rules = urlRulesOf(deps.config);
  const siteHeaders = {
    [contract.OWN_DOMAIN_HEADER]: ownDomainOf(rules),
    ...(rules.demoUrl === undefined ? {} : { [contract.DEMO_ORIGIN_HEADER]: rules.demoUrl }),
  };
  handle(
    app,
    deps,
    contract.listFeed,
    async ({ db, user, query: { deck: deckKey, ids: asked, cursor: text }, now, request, reply }) => {
      void reply.headers(siteHeaders);
      const viewer = viewerOf(user, deps.config, languageOf(request));
      if (asked) {
        checks.renew(asked);
        return readAppsAgain(db, viewer, asked, request.headers['if-none-match']);
      }
      const key = await cursorKey();
      const cursor = text === undefined ? undefined : openCursor(key, text, deckKey);
      const openKey = cursor?.key ?? deckKey ?? BEST_DECK;
      const deal = async () => {
        // A member keeps an open deck even if too few votes are left for it.
        const deck = await requireDeck(db, openKey, cursor && !user.isGuest ? undefined : user);
        return cursor
          ? dealNextPage(db, deck, { viewerId: viewer.id, cursor, now })
          : dealFirstPage(db, deck, viewer.id, now);
      };
      const isSearch = parseDeckKey(openKey)?.kind === 'search';
      // Limit per network: a new guest session must not reset the limit.
      if (isSearch)
        await consumeForNetwork(deps.rateLimits, 'decks of searches', request.ip, searchesPerNetwork);
      const { next, isEnd, ...cards } = await (isSearch ? inSearchSlot(request.ip, deal) : deal());
      const { ids } = cards;
      const page = await readApps(db, viewer, ids, readReasons(db, viewer.id, cards));
      checks.renew(ids);
      const header = isEnd ? contract.END_CURSOR_HEADER : contract.NEXT_CURSOR_HEADER;
      void reply.header(header, sealCursor(key, next));
      return page;
    },
    { limit: pagesPerPerson },
  );

  handle(app, deps, listDecks, ({ db, user }) =>
    readDecks(db, user ?? { id: LOWEST_ID, isGuest: true, readsLanguages: null }),
  );

  handle(app, deps, countNewAppsRoute, ({ db, user, now }) => countNewApps(db, user.id, now));

  handle(app, deps, feedPreview, async ({ db, query: { user: userId, deck, ...params } }) =>
    previewFeed(db, { deck: await requireDeck(db, deck), userId }, params),
  );
}
