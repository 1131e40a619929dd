import type { FastifyReply } from 'fastify';

export function varyBy(reply: FastifyReply, ...names: readonly string[]): void {
  const known = reply.getHeader('vary');
  const before =
    known === undefined
      ? []
      : String(known)
          .toLowerCase()
          .split(/[\s,]+/);
  void reply.header('vary', [...new Set([...before, ...names])].join(', '));
}
