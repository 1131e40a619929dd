import type { FastifyInstance } from 'fastify';
import { installErrorHandler, sendRefusal } from '../../http/error-handler.ts';
import { refusalPage } from './notice-pages.ts';
import type { PageSite } from './common/page-frame.ts';

/** Answers errors with a page for browsers, and with JSON for API clients. */
export function installPageErrors(scope: FastifyInstance, site: PageSite): void {
  installErrorHandler(scope, (request, reply, refusal) => {
    if (!request.headers.accept?.includes('text/html')) return sendRefusal(request, reply, refusal);
    void reply
      .code(refusal.status)
      .headers({ ...refusal.headers, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(refusalPage(site, refusal, request.headers.referer).text);
  });
}
