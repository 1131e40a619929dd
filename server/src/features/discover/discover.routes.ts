import * as contract from '@zapdeck/contract/feed/search';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { findApps } from './find-apps.ts';
import { inSearchSlot, searchesPerNetwork } from '../search/search-apps.ts';
import { languageOf } from '../../http/language.ts';
import { speechIn } from '../../languages/say.ts';
import { presentPublicApp } from '../pages/common/present-public-app.ts';

/** Registers the public search. */
export function discoverRoutes(app: FastifyInstance, deps: Deps): void {
  const { publicUrl } = deps.config;
  handle(
    app,
    deps,
    contract.searchApps,
    async ({ db, query: { q, limit }, request, reply }) => {
      const { apps, total, corrected } = await inSearchSlot(request.ip, () => findApps(db, q, limit));
      void reply.header(TOTAL_COUNT_HEADER, total);
      const speech = speechIn(languageOf(request));
      return { apps: apps.map((found) => presentPublicApp(found, publicUrl, speech)), corrected };
    },
    { limit: searchesPerNetwork },
  );
}
