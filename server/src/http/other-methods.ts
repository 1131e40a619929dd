import type { FastifyInstance } from 'fastify';
import { pathOf } from './path-of.ts';
import { Refusal } from './refusal.ts';

/** The refusal of a method that an address does not know. */
export function wrongMethod(allowed: Iterable<string>): Refusal {
  return new Refusal('method_not_allowed', { headers: { allow: [...allowed].join(', ') } });
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** Whether a route takes whatever no other does, as that of the files does; it knows no address. */
function standsForAny(template: string | undefined): boolean {
  return template?.includes('*') === true;
}

/**
 * Takes note of everything that is registered from now on, and refuses every other method on a known address with 405
 * and the methods it does know: also those that the framework has never heard of.
 */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (standsForAny(url)) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });
  // Before the body is looked at: that there is no such method is the first thing that is wrong.
  app.addHook('onRequest', async (request) => {
    if (!request.is404 && !standsForAny(request.routeOptions.url)) return;
    const path = pathOf(request.url);
    const allowed = new Set<string>();
    for (const { pattern, methods } of known.values())
      if (pattern.test(path)) for (const method of methods) allowed.add(method);
    if (allowed.size > 0) throw wrongMethod(allowed);
  });
}
