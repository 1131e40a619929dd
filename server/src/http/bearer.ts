import type { FastifyInstance, FastifyRequest } from 'fastify';

const BEARER = /^bearer(?: +(.*))?$/i;

/** Returns the bearer token of the request, which may be empty; undefined without one. */
export function bearerIn({ headers }: FastifyRequest): string | undefined {
  const [scheme, token = ''] = BEARER.exec(headers.authorization ?? '') ?? [];
  return scheme === undefined ? undefined : token;
}

/**
 * Lets requests with a bearer token neither bring nor receive cookies, so that a token is never mixed with a session. Call it
 * after the plugin for cookies.
 */
export function keepCookiesFromBearers(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    if (bearerIn(request) !== undefined) request.cookies = {};
    done();
  });
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (bearerIn(request) !== undefined) {
      void reply.removeHeader('set-cookie');
      if (reply.statusCode === 401) void reply.header('www-authenticate', 'Bearer error="invalid_token"');
    }
    done();
  });
}
