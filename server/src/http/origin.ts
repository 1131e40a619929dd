import type { FastifyRequest, FastifyInstance } from 'fastify';

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

/**
 * The Origin must be ours. Without one, or with the `null` of `Referrer-Policy: no-referrer`, the browser must say
 * same-origin. A client that sends neither header must send JSON or a bearer token, which no form can.
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
 * Returns false for images, prefetches and links of other sites. Browsers send no Sec-Fetch headers to plain http in a home
 * network. Then the referrer must be ours and the request must accept a page.
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
