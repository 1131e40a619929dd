import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { filled, type Marked } from '@zapdeck/contract/wire/message';
import { INVALID_INPUT } from '@zapdeck/contract/wire/primitives';
import {
  BODY_MAX_BYTES,
  bodyMaxBytes,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
  type Route,
  successStatus,
  takesIdempotencyKey,
} from '@zapdeck/contract/wire/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed/feed';
import type { Db } from '../db/client.ts';
import type { Deps } from '../deps.ts';
import { admit, requireProof } from '../accounts/admission.ts';
import { hasTagged, ReadyAnswer } from './entity-tag.ts';
import { hideEmails } from '../accounts/person-name.ts';
import {
  readIdempotencyKey,
  runOnce,
  type StoredAnswer,
  outcomeUnknown,
  untilStored,
} from './idempotency.ts';
import { noteLogPosition, type SessionUser, type Proof, type SignedIn } from '../accounts/session.ts';
import { defaultLimits, type Limit } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import { startedFor } from '../accounts/session-changes.ts';
import { isSuspended } from '../accounts/account-state.ts';
import { varyBy } from './headers.ts';
import type { ListPage } from '../db/paging.ts';

export interface Context<T extends Route> {
  /** The primary, a transaction if there is an idempotency key, or a replica if the descriptor allows it. */
  db: Db;
  params: ParamsOf<T>;
  query: QueryOf<T>;
  body: BodyOf<T>;
  user: T['access'] extends 'public' ? SessionUser | null : SessionUser;
  sid: string | undefined;
  sessionId: string | undefined;
  proof: Proof;
  /** For routes with `proof: { when }`. Rejects with `proof_needed` if the owner has to prove again who they are. */
  requireProof: () => void;
  now: Date;
  /** Starts the work after the commit. Does not start it if the request fails, or repeats a stored response. */
  afterwards: (work: () => Promise<void>) => void;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface HandleOptions {
  /** Limit in place of the default, counted for the user, or for the network if the access is `public`. */
  limit?: Limit;
  /** Time for work of minutes. It runs on the connections for bulk work. */
  workMs?: number;
  /** Errors of this class do not count for the limit. */
  uncounted?: typeof Refusal;
}

type OwnAnswer = ReadyAnswer | Readable;

const JSON_TYPE = 'application/json; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8';

type Answer<T extends Route> = T['response'] extends z.ZodMiniType ? z.input<T['response']> : void;

/** Returns the allowed values of an issue: those of an enum, or of the enums of a union. */
function valuesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap(valuesOf);
  return issue.code === 'invalid_type' && issue.expected === 'boolean' ? ['true', 'false'] : [];
}

const numbers = new Set(['number', 'int']);

/** Returns the text of an issue. Without a text of its own, it names the values or the range that the field allows. */
function faultOf(issue: z.core.$ZodIssue): Marked {
  if (issue.message !== INVALID_INPUT) return issue.message;
  const values = valuesOf(issue);
  if (values.length > 0) return filled('Must be one of: {values}', { values: values.join(', ') });
  if (issue.code === 'too_small' && numbers.has(issue.origin))
    return filled('At least {min}', { min: Number(issue.minimum) });
  if (issue.code === 'too_big' && numbers.has(issue.origin))
    return filled('At most {max}', { max: Number(issue.maximum) });
  return INVALID_INPUT;
}

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, Marked> {
  const fields: Record<string, Marked> = {};
  for (const issue of issues) fields[issue.path.map(String).join('.') || 'body'] ??= faultOf(issue);
  return fields;
}

function checked(schema: z.ZodMiniType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value, { error: () => INVALID_INPUT });
  if (!parsed.success) throw new Refusal('invalid_input', { fields: fieldsOf(parsed.error.issues) });
  return parsed.data;
}

function isStreamed({ encoding }: Route): boolean {
  return encoding === 'multipart' || encoding === 'picture';
}

function mayReadReplica({ replica }: Route, query: unknown): boolean {
  if (replica === undefined || replica === true) return replica === true;
  return (query as Record<string, unknown>)[replica.unless] === undefined;
}

/** Keyed by the HTTP server, which nested instances share. */
const handled = new WeakMap<FastifyInstance['server'], Map<Route, Limit>>();

export function handledRoutes(app: FastifyInstance): ReadonlyMap<Route, Limit> {
  return handled.get(app.server) ?? new Map();
}

/** Validates input and result. With an idempotency key, call and stored response are one transaction. */
export function handle<T extends Route>(
  app: FastifyInstance,
  deps: Deps,
  route: T,
  run: (context: Context<T>) => Promise<Answer<T> | OwnAnswer>,
  {
    limit = route.method === 'GET' ? defaultLimits.read : defaultLimits.write,
    workMs,
    uncounted,
  }: HandleOptions = {},
): void {
  const home = workMs === undefined ? deps.db : deps.bulk.db;
  handled.set(app.server, new Map(handledRoutes(app)).set(route, limit));
  const admitted = new WeakMap<FastifyRequest, SignedIn | null>();
  const isRead = route.method === 'GET' && route.response !== 'redirect';
  app.route({
    method: route.method,
    url: route.path,
    // Redirects have side effects: they sign in, sign out or go to a provider.
    exposeHeadRoute: route.response !== 'redirect',
    config: { isUnlimited: true },
    // Handlers read files and forms as streams, up to limits of their own. JSON is rejected there.
    bodyLimit: isStreamed(route) ? BODY_MAX_BYTES : bodyMaxBytes(route),
    onRequest: async (request, reply) => {
      const isTooLarge = Number(request.headers['content-length']) > bodyMaxBytes(route);
      // Admission comes before the body is read: rejecting is cheaper than reading.
      if (isTooLarge && route.method !== 'GET' && !isStreamed(route))
        void reply.header('connection', 'close');
      admitted.set(request, await admit(deps, request, { route, limit }));
    },
    handler: async (request, reply) => {
      const now = deps.clock();
      const opened = admitted.get(request) ?? null;
      // On public routes, suspended users count as visitors.
      const session = opened && !isSuspended(opened.user) ? opened : null;
      const key = takesIdempotencyKey(route) ? readIdempotencyKey(request) : undefined;
      const params = checked(route.params, request.params);
      const query = checked(route.query, request.query);
      const body = checked(route.body, request.body);
      // Holds until the next request on this connection. An injected request has none.
      if (workMs !== undefined && request.raw.socket instanceof Socket) request.raw.socket.setTimeout(workMs);
      const once =
        key !== undefined && session
          ? { userId: session.user.id, key, request: { route, params, query, body }, now }
          : undefined;
      const user = session?.user ?? null;
      const sid = opened?.sid;
      const sessionId = opened?.sessionId;
      const proof = {
        provedAt: opened?.provedAt ?? null,
        hasFactor: opened?.hasFactor ?? false,
        isFromPlatform: opened?.isFromPlatform ?? false,
        isFromGoogle: opened?.isFromGoogle ?? false,
      };
      const requiresProof = () => {
        if (opened) requireProof(opened, now);
      };
      const asked = { params, query, body, user, sid, sessionId, proof, requireProof: requiresProof, now };
      const after: (() => Promise<void>)[] = [];
      const afterwards: Context<T>['afterwards'] = (work) => void after.push(work);
      const answerFrom = async (db: Db): Promise<StoredAnswer & { stream?: Readable }> => {
        const context = { db, ...asked, afterwards, request, reply } as Context<T>;
        const answer = await run(context);
        if (answer instanceof ReadyAnswer) {
          // The browser stores the response and revalidates it each time.
          void reply.headers({ etag: answer.tag, 'cache-control': 'private, no-cache' });
          varyBy(reply, 'cookie');
          const isKnown = answer.json === null || hasTagged(request.headers['if-none-match'], answer.tag);
          return isKnown ? { status: 304, response: null } : { status: 200, response: answer.json };
        }
        if (answer instanceof Readable)
          return { status: successStatus(route), response: null, stream: answer };
        const response =
          typeof route.response === 'string' ? null : JSON.stringify(route.response.parse(answer));
        return { status: successStatus(route), response };
      };
      const answering = async (): Promise<StoredAnswer & { stream?: Readable }> => {
        if (mayReadReplica(route, query)) return deps.reads.read(session?.logPosition, answerFrom);
        const found = await (once ? runOnce(home, once, answerFrom) : answerFrom(home));
        const writer = startedFor(reply) ?? (isRead ? undefined : opened?.user.id);
        if (deps.reads.hasReplicas && writer !== undefined)
          await noteLogPosition(deps.db, writer).catch((error: unknown) => {
            // The write has been committed despite this error.
            throw outcomeUnknown(error, key);
          });
        return found;
      };
      const refund = async (error: unknown) => {
        if (uncounted && error instanceof uncounted && opened)
          await deps.rateLimits.refund(`${route.method} ${route.path}`, opened.user.id, limit);
        throw error;
      };
      const answer = await (isRead ? answering() : untilStored(answering, key)).catch(refund);
      for (const work of after) deps.background.start(work);
      if (!reply.hasHeader('etag')) void reply.header('cache-control', 'no-store');
      if (reply.sent || route.response === 'redirect') return reply;
      void reply.code(answer.status);
      if (answer.stream)
        return reply.type(route.response === 'csv' ? CSV_TYPE : JSON_TYPE).send(answer.stream);
      if (answer.response === null) return reply.send();
      const hasNoEmails = route.access === 'moderator' && user?.role !== 'admin';
      return reply.type(JSON_TYPE).send(hasNoEmails ? hideEmails(answer.response) : answer.response);
    },
  });
}

export function sendListPage<T>(reply: FastifyReply, { items, total }: ListPage<T>): T[] {
  void reply.header(TOTAL_COUNT_HEADER, total);
  return items;
}
