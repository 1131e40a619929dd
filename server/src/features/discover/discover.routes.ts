import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed';
import * as contract from '@zapdeck/contract/search';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { handle } from '../../http/contract-route.ts';
import { pagePath } from '../listings/present/page-address.ts';
import { findApps } from './find-apps.ts';
import { inSearchSlot, searchesPerNetwork } from '../search/search-limit.ts';

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
      return { apps: apps.map((found) => ({ ...found, pageUrl: publicUrl + pagePath(found) })), corrected };
    },
    { limit: searchesPerNetwork },
  );
}
