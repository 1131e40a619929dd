import { changePasswordHref } from '@zapdeck/contract/instance/screens';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { Refusal } from './refusal.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** RFC 9116 recommends less than a year. The contact of a server that no longer runs expires. */
const VALID_DAYS = 30;

/** It expires at midnight UTC, so that it changes once a day. */
function securityText(contact: string, publicUrl: string, now: Date): string {
  const expires = new Date(Math.floor(now.getTime() / DAY_MS + VALID_DAYS) * DAY_MS);
  return [
    `Contact: ${contact}`,
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Registers well-known addresses. Others return 404, which password managers check before they trust `change-password`. */
export function wellKnownRoutes(
  app: FastifyInstance,
  { config, clock }: { config: Config; clock: () => Date },
): void {
  app.get('/.well-known/change-password', (_request, reply) =>
    reply.header('cache-control', 'no-cache').redirect(changePasswordHref, 302),
  );

  app.get('/.well-known/security.txt', (_request, reply) => {
    if (config.securityContact === undefined) throw new Refusal('not_found');
    return reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(securityText(config.securityContact, config.publicUrl, clock()));
  });

  app.get('/.well-known/*', () => {
    throw new Refusal('not_found');
  });
}
