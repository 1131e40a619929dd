import type { FastifyInstance, HTTPMethods } from 'fastify';
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
    const refuse = async () => {
      throw new Refusal('method_not_allowed', { headers: { allow: [...allowed].join(', ') } });
    };
    // Before the body is looked at: that there is no such method is the first thing that is wrong.
    const method = methods.filter((one) => !allowed.has(one));
    app.route({ method, url, onRequest: refuse, handler: refuse });
  }
}
