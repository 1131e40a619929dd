import type { FastifyReply } from 'fastify';

/** Adds to the headers of the request that caches must keep the answer apart by. */
export function varyBy(reply: FastifyReply, ...names: readonly string[]): void {
  const known = String(reply.getHeader('vary') ?? '').toLowerCase();
  const all = new Set([...known.split(/[\s,]+/).filter(Boolean), ...names]);
  void reply.header('vary', [...all].join(', '));
}
