import type { FastifyRequest } from 'fastify';
import { bearerIn } from './bearer.ts';

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
