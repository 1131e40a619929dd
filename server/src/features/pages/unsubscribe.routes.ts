import { MailKind } from '@zapdeck/contract/accounts/mail-preferences';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { sendPage } from '../../http/entity-tag.ts';
import { untilStored } from '../../http/idempotency.ts';
import type { Markup } from '../../http/html.ts';
import { changePreferences, findOwner, readPreferences, unsubscribe } from '../makers/mail-preferences.ts';
import { type PageSite, type Site, siteFor } from './common/page-site.ts';
import { installPageErrors } from './page-errors.ts';
import { subscribedPage, unknownLinkPage, unsubscribedPage, unsubscribeForm } from './unsubscribe-page.ts';

const FORM_MAX_BYTES = 4_096;
const TOKEN = /^[\w-]{43}$/;

interface UnsubscribeLink {
  Params: { token: string; kind: string };
}

/** Registers one-click unsubscribe (RFC 8058). GET only shows a button, because mail scanners follow links. */
export async function unsubscribeRoutes(
  scope: FastifyInstance,
  { db, clock }: Deps,
  site: Site,
): Promise<void> {
  installPageErrors(scope, site);
  for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data'])
    scope.addContentTypeParser(
      type,
      { parseAs: 'buffer', bodyLimit: FORM_MAX_BYTES },
      (_request, _body, done) => done(null, undefined),
    );

  const path = '/unsubscribe/:kind/:token';
  const linkOf = ({ params: { token, kind } }: FastifyRequest<UnsubscribeLink>) => {
    const known = MailKind.safeParse(kind);
    return known.success && TOKEN.test(token) ? { token, kind: known.data } : null;
  };
  const send = (request: FastifyRequest, reply: FastifyReply, draw: (page: PageSite) => Markup) =>
    sendPage(
      request,
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }),
      draw(siteFor(site, request, reply)),
    );
  const sendUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.code(404), unknownLinkPage);

  scope.get<UnsubscribeLink>(path, async (request, reply) => {
    const link = linkOf(request);
    const owner = link && (await findOwner(db, link.token));
    if (!owner) return sendUnknown(request, reply);
    const isOn = (await readPreferences(db, owner))[link.kind];
    const draw = isOn ? unsubscribeForm : unsubscribedPage;
    return send(request, reply, (page) => draw(link, page));
  });

  scope.post<UnsubscribeLink>(path, async (request, reply) => {
    const link = linkOf(request);
    const isEnded = link && (await untilStored(() => unsubscribe(db, link.token, link.kind), undefined));
    if (!isEnded) return sendUnknown(request, reply);
    return send(request, reply, (page) => unsubscribedPage(link, page));
  });

  scope.post<UnsubscribeLink>(`${path}/undo`, async (request, reply) => {
    const link = linkOf(request);
    const owner = link && (await findOwner(db, link.token));
    if (!owner) return sendUnknown(request, reply);
    await untilStored(() => changePreferences(db, owner, { [link.kind]: true, now: clock() }), undefined);
    return send(request, reply, (page) => subscribedPage(link, page));
  });
}
