import { legalPages } from '@zapdeck/contract/instance';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { sendPage } from '../../http/send-page.ts';
import { type Site, siteFor } from './common/page-site.ts';
import { legalPage } from './legal-pages.ts';
import { installPageErrors } from './page-errors.ts';

/** Registers the legal pages. One that is elsewhere redirects. */
export async function legalPagesRoutes(
  scope: FastifyInstance,
  { config, instance }: Deps,
  site: Site,
): Promise<void> {
  installPageErrors(scope, site);
  for (const name of legalPages) {
    scope.get(`/${name}`, (request, reply) => {
      const { url } = instance().legal[name];
      // A header takes ASCII only.
      if (url !== '') return reply.header('cache-control', 'no-cache').redirect(new URL(url).href, 302);
      return sendPage(request, reply, legalPage(name, config, siteFor(site, request, reply)));
    });
  }
}
