import * as contract from '@zapdeck/contract/feed';
import { feedPreview } from '@zapdeck/contract/previews';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { AppChecks } from '../apps/app-checks.ts';
import { ownDomainOf, urlRulesOf } from '../apps/app-url.ts';
import { viewerOf } from '../apps/present-app.ts';
import { handle } from '../../http/contract-route.ts';
import { dealPage } from './feed.ts';
import { previewFeed } from './preview-feed.ts';
import { readAppsAgain } from './feed-apps.ts';

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
    async ({ db, user, query, now, request, reply }) => {
      void reply.headers(siteHeaders);
      const viewer = viewerOf(user, deps.config);
      if (query.ids) {
        checks.renew(query.ids);
        return readAppsAgain(db, viewer, query.ids, request.headers['if-none-match']);
      }
      const { page, ids, cursor, isEnd } = await dealPage(db, viewer, query.cursor, now);
      checks.renew(ids);
      void reply.header(isEnd ? contract.END_CURSOR_HEADER : contract.NEXT_CURSOR_HEADER, cursor);
      return page;
    },
    { limit: pagesPerPerson },
  );

  handle(app, deps, feedPreview, ({ db, query: { user: userId, ...params }, now }) =>
    previewFeed(db, { userId, params, now }),
  );
}
