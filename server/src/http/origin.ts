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
 * Whether a page of ours, or the person by typing, leads the browser here: no image, no prefetch, no link of anybody
 * else. Browsers say so themselves, but to addresses that they do not trust, as those of plain http in a home, they
 * say nothing: then the page before must be ours and what is asked for a page, which no image asks for.
 */
export function isOwnNavigation({ headers }: FastifyRequest, publicUrl: string): boolean {
  if ((headers['sec-purpose'] ?? headers['purpose']) !== undefined) return false;
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, referer, accept } = headers;
  if (site !== undefined || mode !== undefined)
    return (site === 'same-origin' || site === 'none') && mode === 'navigate';
  return originOf(referer) === publicUrl && accept?.startsWith('text/html') === true;
}

/**
 * Whether a window of the browser goes here, from wherever: no HEAD, no prefetch, no image, no frame. Browsers that do
 * not say what they want it for are believed.
 */
export function isNavigation({ method, headers }: FastifyRequest): boolean {
  if (method !== 'GET' || (headers['sec-purpose'] ?? headers['purpose']) !== undefined) return false;
  const { 'sec-fetch-mode': mode = 'navigate', 'sec-fetch-dest': destination = 'document' } = headers;
  return mode === 'navigate' && destination === 'document';
}
