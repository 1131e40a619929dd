import type { FastifyInstance, HTTPMethods } from 'fastify';
import { sendRefusal } from './error-handler.ts';
import { Refusal } from './refusal.ts';

const methods: HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Answers every other method on a known address of the API with 405 and the methods it does know. */
export function refuseOtherMethods(
  app: FastifyInstance,
  registered: Iterable<{ url: string; method: string }>,
): void {
  const known = new Map<string, Set<string>>();
  for (const { url, method } of registered) {
    const allowed = known.get(url) ?? new Set();
    known.set(url, allowed.add(method));
  }
  for (const [url, allowed] of known) {
    const allow = [...allowed].join(', ');
    app.route({
      method: methods.filter((method) => !allowed.has(method)),
      url,
      handler: (request, reply) =>
        sendRefusal(request, reply, new Refusal('method_not_allowed', { headers: { allow } })),
    });
  }
}
