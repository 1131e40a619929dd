import { legalPages } from '@zapdeck/contract/instance/legal-texts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { sendPage } from '../../http/entity-tag.ts';
import { type Site, siteFor } from './common/page-site.ts';
import { createOwnTexts, legalPage } from './legal-pages.ts';
import { installPageErrors } from './page-errors.ts';

/** Registers the legal pages. One that is elsewhere redirects. */
export async function legalPagesRoutes(
  scope: FastifyInstance,
  { config, db, instance }: Deps,
  site: Site,
): Promise<void> {
  installPageErrors(scope, site);
  const ownTexts = createOwnTexts(db);
  for (const name of legalPages) {
    scope.get(`/${name}`, async (request, reply) => {
      const { url } = instance().legal[name];
      // A header takes ASCII only.
      if (url !== '') return reply.header('cache-control', 'no-cache').redirect(new URL(url).href, 302);
      const page = await legalPage(name, { retention: config, ownTexts }, siteFor(site, request, reply));
      return sendPage(request, reply, page);
    });
  }
}
