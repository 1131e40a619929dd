import { legalPages } from '@zapdeck/contract/instance';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.ts';
import { languageOf } from '../../http/language.ts';
import { sendPage } from '../../http/send-page.ts';
import { writtenLanguage } from '../../languages/shown-language.ts';
import type { PageSite } from './common/page-frame.ts';
import { legalPage } from './legal-pages.ts';
import { installPageErrors } from './page-errors.ts';

/** Registers the legal pages. One that is elsewhere redirects. */
export async function legalPagesRoutes(
  scope: FastifyInstance,
  { config, instance }: Deps,
  site: PageSite,
): Promise<void> {
  installPageErrors(scope, site);
  for (const name of legalPages) {
    scope.get(`/${name}`, (request, reply) => {
      const { url } = instance().legal[name];
      if (url !== '') return reply.header('cache-control', 'no-cache').redirect(url, 302);
      const language = writtenLanguage(languageOf(request));
      return sendPage(request, reply, legalPage({ name, language, retention: config }, site));
    });
  }
}
