import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';

/** `scheme://host` before the path, as clients send it to a proxy. */
const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i;

/** Returns the path as the router reads it: decoded, without origin and query. Returns an invalid path unchanged. */
export function pathOf(url: string): string {
  const [path = ''] = url.replace(ORIGIN, '').split(/[?#]/, 1);
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

export function isApiPath(url: string): boolean {
  return /^\/api(?:\/|$)/.test(pathOf(url));
}

/** Characters that chats and mail programs append to links. */
const ADDED_TO_PATH = /[\s/.,;:!?)\]}>'"*»«”’“‘…。、）」]+$/u;
const INVISIBLE = /\p{Cf}/gu;
const ADDED_TO_QUERY =
  /(?<=[?&](?:app|invitation|token)=[\w-]+)(?:[^\w&%-]|%2[0-9a-cef]|%3[a-f]|%5[b-e]|%7[b-e]|%[c-f]\w(?:%[89ab]\w)+)+$/i;

/** Returns the link without appended characters, or undefined if there are none. */
export function repairedLink(url: string): string | undefined {
  const path = pathOf(url);
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const ownPath = path.replaceAll(INVISIBLE, '').replace(ADDED_TO_PATH, '') || '/';
  const ownQuery = query.replace(ADDED_TO_QUERY, '');
  if (ownPath === path && ownQuery === query) return undefined;
  // Two leading slashes would redirect to another host.
  return encodeURI(ownPath.replace(/^[/\\]+/, '/')) + ownQuery;
}

/** Redirects mangled links of pages to the repaired ones. */
export function repairMangledLinks(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return;
    const link = isApiPath(request.url) ? undefined : repairedLink(request.url);
    if (link !== undefined) return reply.header('cache-control', 'no-cache').redirect(link, 301);
  });
}

export function wrongMethod(allowed: Iterable<string>): Refusal {
  return new Refusal('method_not_allowed', { headers: { allow: [...allowed].join(', ') } });
}

function patternOf(template: string): RegExp {
  return new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
}

function standsForAny(template: string | undefined): boolean {
  return template?.includes('*') === true;
}

/** Rejects other methods on routes that are registered later, including methods unknown to Fastify. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    if (standsForAny(url)) return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const one of [method].flat()) entry.methods.add(one);
    known.set(url, entry);
  });
  // Before the body is parsed, because the method is the first fault.
  app.addHook('onRequest', async (request) => {
    if (!request.is404 && !standsForAny(request.routeOptions.url)) return;
    const path = pathOf(request.url);
    const allowed = new Set<string>();
    for (const { pattern, methods } of known.values())
      if (pattern.test(path)) for (const method of methods) allowed.add(method);
    if (allowed.size > 0) throw wrongMethod(allowed);
  });
}
