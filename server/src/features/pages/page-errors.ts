import type { FastifyInstance, FastifyRequest } from 'fastify';
import { installErrorHandler, sendRefusal } from '../../http/error-handler.ts';
import { refusalPage, type WayBack } from './notice-pages.ts';
import { type PageSite, type Site, siteFor } from './common/page-site.ts';

function pathBefore(referer: string | undefined): string {
  if (referer === undefined || !URL.canParse(referer)) return '/';
  const { pathname } = new URL(referer);
  return pathname.startsWith('//') ? '/' : pathname;
}

function wayBack({ method, url, headers }: FastifyRequest, { say }: PageSite): WayBack {
  if (method === 'POST') return { href: pathBefore(headers.referer), label: say('Go back') };
  // The address in the request line can contain an origin.
  return { href: /^\/(?!\/)/.test(url) ? url : '/', label: say('Try again') };
}

/** Answers errors with an HTML page for browsers, and with JSON for API clients. */
export function installPageErrors(scope: FastifyInstance, site: Site): void {
  installErrorHandler(scope, (request, reply, refusal) => {
    if (!request.headers.accept?.includes('text/html')) return sendRefusal(request, reply, refusal);
    const page = siteFor(site, request, reply);
    void reply
      .code(refusal.status)
      .headers({ ...refusal.headers, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(refusalPage(page, refusal, wayBack(request, page)).text);
  });
}
