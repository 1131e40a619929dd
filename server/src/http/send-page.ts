import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasTagged, weakTag } from './entity-tag.ts';
import type { Markup } from './html.ts';

/** Sends 304 if the client has the page. Caches revalidate it each time. */
export function sendPage({ headers }: FastifyRequest, reply: FastifyReply, page: Markup): FastifyReply {
  const tag = weakTag(hash('sha256', page.text, 'base64url'));
  void reply.headers({ 'cache-control': 'no-cache', etag: tag });
  if (reply.statusCode === 200 && hasTagged(headers['if-none-match'], tag)) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(page.text);
}
