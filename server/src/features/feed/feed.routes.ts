import * as contract from '@zapdeck/contract/feed';
import { feedPreview } from '@zapdeck/contract/previews';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { AppChecks } from '../apps/checks/app-checks.ts';
import { ownDomainOf } from '../../urls/own-site.ts';
import { urlRulesOf } from '../apps/app-url.ts';
import { viewerOf } from '../apps/present-app.ts';
import { handle } from '../../http/contract-route.ts';
import type { Databases } from '../../db/read-pool.ts';
import { decodeCursor, encodeCursor } from './cursor.ts';
import { dealPage } from './feed.ts';
import { previewFeed } from './preview-feed.ts';
import { readAppsAgain } from '../apps/apps-by-id.ts';

/** A page is twenty cards, and a tab asks twice a minute for fresh counts. */
const pagesPerPerson = { calls: 300, seconds: 60, perNode: true } as const;

/** The feed; specification, section 7. What it shows is looked at again when the last look was long ago. */
export function feedRoutes(app: FastifyInstance, deps: Deps, checks: AppChecks): void {
  const rules = urlRulesOf(deps.config);
  const siteHeaders = {
    [contract.OWN_DOMAIN_HEADER]: ownDomainOf(rules),
    ...(rules.demoUrl === undefined ? {} : { [contract.DEMO_ORIGIN_HEADER]: rules.demoUrl }),
  };
  handle(
    app,
    deps,
    contract.listFeed,
    async ({ read, user, query: { ids: asked, cursor }, now, request, reply }) => {
      void reply.headers(siteHeaders);
      const viewer = viewerOf(user, deps.config);
      if (asked) {
        checks.renew(asked);
        return read((databases) => readAppsAgain(databases, viewer, asked, request.headers['if-none-match']));
      }
      const known = cursor === undefined ? undefined : decodeCursor(cursor);
      const dealFrom = async (databases: Databases) => ({
        ...(await dealPage(databases, viewer, known?.deck, now)),
        logPosition: await databases.position(),
      });
      const { page, ids, next, isEnd, logPosition } = await read(dealFrom, known?.logPosition);
      checks.renew(ids);
      const header = isEnd ? contract.END_CURSOR_HEADER : contract.NEXT_CURSOR_HEADER;
      void reply.header(header, encodeCursor({ deck: next, logPosition }));
      return page;
    },
    { limit: pagesPerPerson },
  );

  handle(app, deps, feedPreview, ({ read, query: { user: userId, ...params }, now }) =>
    read((databases) => previewFeed(databases, userId, params, now)),
  );
}
