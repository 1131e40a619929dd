import type { FastifyRequest, FastifyInstance } from 'fastify';

const BEARER = /^bearer(?: +(.*))?$/i;

/** Returns the bearer token of the request, or undefined. It may be empty. */
export function bearerIn({ headers }: FastifyRequest): string | undefined {
  const [scheme, token = ''] = BEARER.exec(headers.authorization ?? '') ?? [];
  return scheme === undefined ? undefined : token;
}

/** Ignores cookies of requests with a bearer token, so that token and session never mix. Call it after the cookie plugin. */
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

/**
 * Returns true if the Origin is ours. Without Origin or with `null`, the browser must say same-origin. A client with
 * neither header must send JSON or a bearer token, which no form can.
 */
export function isOwnWrite(request: FastifyRequest, publicUrl: string): boolean {
  const { headers } = request;
  const { origin, 'sec-fetch-site': site, 'content-type': contentType } = headers;
  if (origin === publicUrl) return true;
  if ((origin === undefined || origin === 'null') && site === 'same-origin') return true;
  const isBare = origin === undefined && site === undefined;
  const isJson = contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';
  return isBare && (isJson || bearerIn(request) !== undefined);
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

/**
 * Returns false for images, prefetches and links of other sites. Without Sec-Fetch headers (plain http), the referrer must
 * be ours and the request must accept HTML.
 */
export function isOwnNavigation({ headers }: FastifyRequest, publicUrl: string): boolean {
  if ((headers['sec-purpose'] ?? headers['purpose']) !== undefined) return false;
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, referer, accept } = headers;
  if (site !== undefined || mode !== undefined)
    return (site === 'same-origin' || site === 'none') && mode === 'navigate';
  return originOf(referer) === publicUrl && accept?.startsWith('text/html') === true;
}

/** Returns false for HEAD, prefetches, images and frames. Without Sec-Fetch headers, assumes a navigation. */
export function isNavigation({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || (headers['sec-purpose'] ?? headers['purpose']) !== undefined) return false;
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  return mode === 'navigate' && destination === 'document';
}
