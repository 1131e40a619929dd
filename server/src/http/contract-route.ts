import { type BodyOf, type ParamsOf, type QueryOf, type Route, successStatus } from '@zapdeck/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import type { UserRow } from '../features/users/users.table.ts';
import { requireOwnOrigin } from './origin.ts';
import { type Limit, networkOf } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import { readSession, type SignedIn } from './session.ts';

/** What a route's function is given: checked input, the database, who asks, and the time. */
export interface Context<T extends Route> {
  db: Db;
  params: ParamsOf<T>;
  query: QueryOf<T>;
  body: BodyOf<T>;
  /** Who asks; null only where the access is `public`. */
  user: T['access'] extends 'public' ? UserRow | null : UserRow;
  /** The session's key in the database, where there is a session. */
  sid: string | undefined;
  now: Date;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface HandleOptions {
  /** So many calls, counted for the user where there is one, else for the network they come from. */
  limit?: Limit;
}

type Answer<T extends Route> = T['response'] extends z.ZodMiniType ? z.input<T['response']> : void;

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const path = issue.path.map(String).join('.') || 'body';
    fields[path] ??= issue.message;
  }
  return fields;
}

function checked(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Refusal('invalid_input', { fields: fieldsOf(parsed.error.issues) });
  return parsed.data;
}

function requireAccess(access: Route['access'], session: SignedIn | null): void {
  if (access === 'public') return;
  if (!session) throw new Refusal('unauthorized');
  if (access === 'member' && session.user.isGuest) throw new Refusal('guest_forbidden');
  if (access === 'admin' && !session.user.isAdmin) throw new Refusal('forbidden');
}

const handled = new WeakMap<FastifyInstance, Set<Route>>();

/** The calls that this server answers. */
export function handledRoutes(app: FastifyInstance): ReadonlySet<Route> {
  return handled.get(app) ?? new Set();
}

/**
 * Registers the server's part of a call. In this order: origin, session and access, rate limit, input, the function,
 * and the check of what it returns, which also drops every undeclared field.
 */
export function handle<T extends Route>(
  app: FastifyInstance,
  deps: Deps,
  route: T,
  run: (context: Context<T>) => Promise<Answer<T>>,
  { limit }: HandleOptions = {},
): void {
  handled.set(app, (handled.get(app) ?? new Set()).add(route));
  app.route({
    method: route.method,
    url: route.path,
    handler: async (request, reply) => {
      if (route.method !== 'GET') requireOwnOrigin(request, deps.config.publicUrl);
      const now = deps.clock();
      const session = await readSession(deps.db, request, deps.cookie, now);
      requireAccess(route.access, session);
      if (limit) {
        await deps.rateLimits.consume(route.path, session?.user.id ?? networkOf(request.ip), limit);
      }
      const context = {
        db: deps.db,
        params: checked(route.params, request.params),
        query: checked(route.query, request.query),
        body: checked(route.body, request.body),
        user: session?.user ?? null,
        sid: session?.sid,
        now,
        request,
        reply,
      } as Context<T>;
      const answer = await run(context);
      void reply.header('cache-control', 'no-store');
      if (reply.sent) return reply;
      void reply.code(successStatus(route));
      if (route.response === 'redirect') return reply;
      if (route.response === 'empty') return reply.send();
      return reply.send(route.response.parse(answer));
    },
  });
}
