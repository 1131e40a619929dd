import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

/**
 * Refuses a write that a page of somebody else may have sent: the Origin must be ours exactly; without one the browser
 * must say that the request is from our own page; a client that sends neither must send JSON, which no form can.
 */
export function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, 'sec-fetch-site': site, 'content-type': contentType } = request.headers;
  if (origin !== undefined ? origin === publicUrl : site === 'same-origin') return;
  const isBare = origin === undefined && site === undefined;
  if (isBare && contentType?.split(';')[0]?.trim().toLowerCase() === 'application/json') return;
  throw new Refusal('foreign_origin', { message: `This request did not come from ${publicUrl}.` });
}
