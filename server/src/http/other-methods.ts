import type { FastifyInstance } from 'fastify';
import { pathOf } from './path-of.ts';
import { Refusal } from './refusal.ts';

export function wrongMethod(allowed: Iterable<string>): Refusal {
  return new Refusal('method_not_allowed', { headers: { allow: [...allowed].join(', ') } });
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
}

/** Returns true for a catch-all route, such as that of files. It has no address of its own. */
function standsForAny(template: string | undefined): boolean {
  return template?.includes('*') === true;
}

/** Covers the routes that are registered afterwards, and methods that Fastify does not know. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (standsForAny(url)) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });
  // Before the body is parsed: the method is the first fault.
  app.addHook('onRequest', async (request) => {
    if (!request.is404 && !standsForAny(request.routeOptions.url)) return;
    const path = pathOf(request.url);
    const allowed = new Set<string>();
    for (const { pattern, methods } of known.values())
      if (pattern.test(path)) for (const method of methods) allowed.add(method);
    if (allowed.size > 0) throw wrongMethod(allowed);
  });
}
