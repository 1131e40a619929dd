import type { FastifyRequest } from 'fastify';

/**
 * Returns whether no other site can have sent a write. The Origin must be exactly ours. Without one, or with `null`, which
 * `Referrer-Policy: no-referrer` makes of it, the browser must call the request same-origin. A client that sends neither
 * header must send JSON, which no form can.
 */
export function isOwnWrite({ headers }: FastifyRequest, publicUrl: string): boolean {
  const { origin, 'sec-fetch-site': site, 'content-type': contentType } = headers;
  if (origin === publicUrl) return true;
  if ((origin === undefined || origin === 'null') && site === 'same-origin') return true;
  const isBare = origin === undefined && site === undefined;
  return isBare && contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

function originOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).origin : undefined;
}

/**
 * Returns true for a navigation from one of our pages or the address bar: no image, prefetch or link of another site.
 * Browsers send no Sec-Fetch headers to untrusted addresses, such as plain http in a home network. Then the referrer must
 * be ours and the request must accept a page, unlike an image.
 */
export function isOwnNavigation({ headers }: FastifyRequest, publicUrl: string): boolean {
  if ((headers['sec-purpose'] ?? headers['purpose']) !== undefined) return false;
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, referer, accept } = headers;
  if (site !== undefined || mode !== undefined)
    return (site === 'same-origin' || site === 'none') && mode === 'navigate';
  return originOf(referer) === publicUrl && accept?.startsWith('text/html') === true;
}

/**
 * Returns true for a navigation of a browser window from any site: no HEAD, prefetch, image or frame. Without Sec-Fetch
 * headers, assumes a navigation.
 */
export function isNavigation({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || (headers['sec-purpose'] ?? headers['purpose']) !== undefined) return false;
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  return mode === 'navigate' && destination === 'document';
}
