import { MailKind } from '@zapdeck/contract/mail-preferences';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { sendPage } from '../../http/send-page.ts';
import { untilStored } from '../../http/until-stored.ts';
import { isUnsubscribeToken, unsubscribe } from '../makers/mail-preferences.ts';
import { missingPage } from './notice-pages.ts';
import type { PageSite } from './common/page-frame.ts';
import { unsubscribeForm, unsubscribedPage } from './unsubscribe-page.ts';

const FORM_MAX_BYTES = 4_096;
const TOKEN = /^[\w-]{43}$/;

interface Link {
  Params: { token: string; kind: string };
}

/** One-click unsubscribe (RFC 8058) without a session. GET only shows a button, because mail scanners follow links. */
export async function unsubscribeRoutes(scope: FastifyInstance, { db }: Deps, site: PageSite): Promise<void> {
  // Mail programs send either type, with a fixed body.
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    scope.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
      (_request, _body, done) => done(null, undefined),
    );

  const path = '/unsubscribe/:kind/:token';
  const asked = ({ params: { token, kind } }: FastifyRequest<Link>) => {
    const known = MailKind.safeParse(kind);
    return known.success && TOKEN.test(token) ? { token, kind: known.data } : null;
  };
  const missing = (request: FastifyRequest<Link>, reply: FastifyReply) =>
    sendPage(request, reply.code(404), missingPage(site));
  const quietly = (reply: FastifyReply) =>
    reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });

  scope.get<Link>(path, async (request, reply) => {
    const link = asked(request);
    if (!link || !(await isUnsubscribeToken(db, link.token))) return missing(request, quietly(reply));
    return sendPage(request, quietly(reply), unsubscribeForm(link, site));
  });

  scope.post<Link>(path, async (request, reply) => {
    const link = asked(request);
    const isEnded = link && (await untilStored(() => unsubscribe(db, link.token, link.kind), undefined));
    if (!isEnded) return missing(request, quietly(reply));
    return sendPage(request, quietly(reply), unsubscribedPage(link.kind, site));
  });
}
