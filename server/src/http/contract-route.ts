import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { filled, type Marked } from '@zapdeck/contract/wire/message';
import { INVALID_INPUT } from '@zapdeck/contract/wire/primitives';
import {
  type Access,
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
import type { Database, Db } from '../db/client.ts';
import type { LogPosition } from '../db/log-position.ts';
import type { ReadPool } from '../db/read-pool.ts';
import type { Background } from '../jobs/background.ts';
import { hasTagged, ReadyAnswer } from './entity-tag.ts';
import {
  readIdempotencyKey,
  runOnce,
  type StoredAnswer,
  outcomeUnknown,
  untilStored,
} from './idempotency.ts';
import { defaultLimits, type Limit, type RateLimits } from './rate-limit.ts';
import { Refusal } from './refusal.ts';
import { varyBy } from './headers.ts';
import type { ListPage } from '../db/paging.ts';

/** Fields of the context about the caller. The accounts layer adds more. */
export interface CallerFields {
  user: { id: string } | null;
}

interface Admission<C extends CallerFields> {
  caller: C;
  /** Account that the call counts for, even while suspended. Undefined for visitors. */
  userId: string | undefined;
  logPosition: LogPosition | null | undefined;
  redact: ((json: string) => string) | undefined;
}

/** Interface to accounts, so that this layer knows none of their tables. */
export interface Accounts<C extends CallerFields> {
  /** Runs before the body is read. Rejects if the caller may not call the route. */
  admit(request: FastifyRequest, endpoint: { route: Route; limit: Limit }): Promise<Admission<C>>;
  /** Stores the log position of a write, for the user or for the owner of a started session. */
  noteWrite(reply: FastifyReply, userId: string | undefined): Promise<void>;
}

export interface RouteDeps<C extends CallerFields> {
  db: Db;
  /** Few connections for jobs, background checks and requests with `workMs`, so that people have the others. */
  bulk: Database;
  reads: ReadPool;
  clock: () => Date;
  rateLimits: RateLimits;
  background: Background;
  accounts: Accounts<C>;
}

type Users<C extends CallerFields> = {
  [A in Access]: A extends 'public' ? C['user'] : NonNullable<C['user']>;
};

interface RequestContext<T extends Route, C extends CallerFields> {
  /** The primary, a transaction with an idempotency key, or a replica if the descriptor allows it. */
  db: Db;
  params: ParamsOf<T>;
  query: QueryOf<T>;
  body: BodyOf<T>;
  user: Users<C>[T['access']];
  now: Date;
  /** Starts the work after the commit, unless the request fails or repeats a stored response. */
  afterwards: (work: () => Promise<void>) => void;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type Context<T extends Route, C extends CallerFields> = RequestContext<T, C> & Omit<C, 'user'>;

interface HandleOptions {
  /** Replaces the default limit. Counted per user, or per network if the access is `public`. */
  limit?: Limit;
  /** Timeout for work of minutes. It runs on the connections for bulk work. */
  workMs?: number;
  uncounted?: typeof Refusal;
}

type OwnAnswer = ReadyAnswer | Readable;

const JSON_TYPE = 'application/json; charset=utf-8';
const CSV_TYPE = 'text/csv; charset=utf-8';

type Answer<T extends Route> = T['response'] extends z.ZodMiniType ? z.input<T['response']> : void;

function allowedValuesOf(issue: z.core.$ZodIssue): string[] {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'invalid_union') return issue.errors.flat().flatMap(allowedValuesOf);
  return issue.code === 'invalid_type' && issue.expected === 'boolean' ? ['true', 'false'] : [];
}

const numbers = new Set(['number', 'int']);

function issueFaultOf(issue: z.core.$ZodIssue): Marked {
  if (issue.message !== INVALID_INPUT) return issue.message;
  const values = allowedValuesOf(issue);
  if (values.length > 0) return filled('Must be one of: {values}', { values: values.join(', ') });
  if (issue.code === 'too_small' && numbers.has(issue.origin))
    return filled('At least {min}', { min: Number(issue.minimum) });
  if (issue.code === 'too_big' && numbers.has(issue.origin))
    return filled('At most {max}', { max: Number(issue.maximum) });
  return INVALID_INPUT;
}

function fieldsOf(issues: readonly z.core.$ZodIssue[]): Record<string, Marked> {
  const fields: Record<string, Marked> = {};
  for (const issue of issues) fields[issue.path.map(String).join('.') || 'body'] ??= issueFaultOf(issue);
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

const handled = new WeakMap<FastifyInstance['server'], Map<Route, Limit>>();

export function handledRoutes(app: FastifyInstance): ReadonlyMap<Route, Limit> {
  return handled.get(app.server) ?? new Map();
}

type Response = StoredAnswer & { stream?: Readable };

/** Returns status and text of what a handler returned, checked against the descriptor. Sets the headers of a tagged one. */
function responseOf(route: Route, answer: unknown, reply: FastifyReply): Response {
  if (answer instanceof ReadyAnswer) {
    void reply.headers({ etag: answer.tag, 'cache-control': 'private, no-cache' });
    varyBy(reply, 'cookie');
    const isKnown = answer.json === null || hasTagged(reply.request.headers['if-none-match'], answer.tag);
    return isKnown ? { status: 304, response: null } : { status: 200, response: answer.json };
  }
  const status = successStatus(route);
  if (answer instanceof Readable) return { status, response: null, stream: answer };
  return {
    status,
    response: typeof route.response === 'string' ? null : JSON.stringify(route.response.parse(answer)),
  };
}

function send(reply: FastifyReply, route: Route, { status, response, stream }: Response): FastifyReply {
  if (!reply.hasHeader('etag')) void reply.header('cache-control', 'no-store');
  if (reply.sent || route.response === 'redirect') return reply;
  void reply.code(status);
  if (stream) return reply.type(route.response === 'csv' ? CSV_TYPE : JSON_TYPE).send(stream);
  return response === null ? reply.send() : reply.type(JSON_TYPE).send(response);
}

interface Endpoint<T extends Route, C extends CallerFields> {
  deps: RouteDeps<C>;
  route: T;
  run: (context: Context<T, C>) => Promise<Answer<T> | OwnAnswer>;
  limit: Limit;
  workMs: number | undefined;
  uncounted: typeof Refusal | undefined;
}

/** Validates the input, runs the handler and sends what it returned. Work afterwards starts if it did not fail. */
async function respond<T extends Route, C extends CallerFields>(
  { deps, route, run, limit, workMs, uncounted }: Endpoint<T, C>,
  { caller, userId, logPosition, redact }: Admission<C>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { request } = reply;
  const now = deps.clock();
  const key = takesIdempotencyKey(route) ? readIdempotencyKey(request) : undefined;
  const input = {
    params: checked(route.params, request.params),
    query: checked(route.query, request.query),
    body: checked(route.body, request.body),
  };
  // Applies until the next request on this connection. An injected request has no socket.
  if (workMs !== undefined && request.raw.socket instanceof Socket) request.raw.socket.setTimeout(workMs);
  const after: (() => Promise<void>)[] = [];
  const afterwards: RequestContext<T, C>['afterwards'] = (work) => void after.push(work);
  const answerFrom = async (db: Db): Promise<Response> => {
    const own = { db, ...input, now, afterwards, request, reply };
    return responseOf(route, await run({ ...own, ...caller } as unknown as Context<T, C>), reply);
  };
  const isRead = route.method === 'GET' && route.response !== 'redirect';
  const answer = async (): Promise<Response> => {
    if (mayReadReplica(route, input.query)) return deps.reads.read(logPosition, answerFrom);
    const home = workMs === undefined ? deps.db : deps.bulk.db;
    const once = key !== undefined && caller.user && { userId: caller.user.id, key, now };
    const found = await (once
      ? runOnce(home, { ...once, request: { route, ...input } }, answerFrom)
      : answerFrom(home));
    if (deps.reads.hasReplicas)
      await deps.accounts.noteWrite(reply, isRead ? undefined : userId).catch((error: unknown) => {
        // The write was committed despite this error.
        throw outcomeUnknown(error, key);
      });
    return found;
  };
  const refund = async (error: unknown) => {
    if (uncounted && error instanceof uncounted && userId !== undefined)
      await deps.rateLimits.refund(`${route.method} ${route.path}`, userId, limit);
    throw error;
  };
  const answered = await (isRead ? answer() : untilStored(answer, key)).catch(refund);
  for (const work of after) deps.background.start(work);
  const { response } = answered;
  return send(reply, route, { ...answered, response: response && (redact?.(response) ?? response) });
}

/** Registers a route that validates input and result. An idempotency key stores its response in the same transaction. */
export function handle<T extends Route, C extends CallerFields>(
  app: FastifyInstance,
  deps: RouteDeps<C>,
  route: T,
  run: Endpoint<T, C>['run'],
  {
    limit = route.method === 'GET' ? defaultLimits.read : defaultLimits.write,
    workMs,
    uncounted,
  }: HandleOptions = {},
): void {
  handled.set(app.server, new Map(handledRoutes(app)).set(route, limit));
  const admitted = new WeakMap<FastifyRequest, Admission<C>>();
  app.route({
    method: route.method,
    url: route.path,
    // Redirects have side effects, such as signing in or out.
    exposeHeadRoute: route.response !== 'redirect',
    config: { isUnlimited: true },
    // Handlers read files and forms as streams with their own limits. JSON is rejected there.
    bodyLimit: isStreamed(route) ? BODY_MAX_BYTES : bodyMaxBytes(route),
    onRequest: async (request, reply) => {
      const isTooLarge = Number(request.headers['content-length']) > bodyMaxBytes(route);
      // Admission precedes reading the body, because rejecting is cheaper.
      if (isTooLarge && route.method !== 'GET' && !isStreamed(route))
        void reply.header('connection', 'close');
      admitted.set(request, await deps.accounts.admit(request, { route, limit }));
    },
    handler: async (request, reply) => {
      const admission = admitted.get(request);
      if (!admission) throw new Error('The request was not admitted');
      return respond({ deps, route, run, limit, workMs, uncounted }, admission, reply);
    },
  });
}

export function sendListPage<T>(reply: FastifyReply, { items, total }: ListPage<T>): T[] {
  void reply.header(TOTAL_COUNT_HEADER, total);
  return items;
}
