import type * as z from 'zod/mini';
import { type ErrorCode, errorCatalogue } from './errors.ts';

/**
 * Who may call: `public` anyone, `session` anyone signed in (guests too), `member` signed in and not a guest,
 * `admin` an administrator. Specification, section 6.
 */
export type Access = 'public' | 'session' | 'member' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the success of a call looks like: JSON, nothing at all, a redirect of the whole page, or a CSV file to keep. */
export type Reply = z.ZodMiniType | 'empty' | 'redirect' | 'csv';

/** Bytes of a body, unless the route sets a maximum of its own. */
export const BODY_MAX_BYTES = 16 * 1024;

export interface Route {
  readonly method: Method;
  /** Path with `:name` for each parameter. */
  readonly path: string;
  /** Heading of the endpoint in the documentation. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** `multipart` bodies and a `picture` are read by the handler itself, `form` is an empty form beside JSON; all else is JSON. */
  readonly encoding?: 'json' | 'multipart' | 'form' | 'picture';
  /**
   * Maximum size of the body in bytes, checked before it is parsed; `BODY_MAX_BYTES` by default. It must admit the largest
   * valid body with every character escaped as `\uXXXX`.
   */
  readonly bodyMaxBytes?: number;
  /**
   * Takes no idempotency key, as one would not help: the call does no harm when it is sent again and takes too long for
   * the transaction of a key, or it changes the session, whose cookie a key can neither keep nor repeat.
   */
  readonly keyless?: true;
  /**
   * For GET: a replica may answer if it has reached the user's last write. Writes of other users may be seconds behind.
   * With `unless`, the primary answers if the query has this parameter.
   */
  readonly replica?: true | { readonly unless: string };
  /** Status of success; 200 unless said, 204 for `empty`, 302 for `redirect`. */
  readonly status?: number;
  readonly response: Reply;
  /** Error codes beyond those of every endpoint with this access level and shape. */
  readonly errors?: readonly ErrorCode[];
}

/** Declares an endpoint for the server, the client, the documentation and the tests. */
export function route<const T extends Route>(descriptor: T): T {
  return descriptor;
}

export type ParamsOf<T extends Route> = T extends { params: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type QueryOf<T extends Route> = T extends { query: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type BodyOf<T extends Route> = T extends { body: infer S extends z.ZodMiniType }
  ? z.output<S>
  : undefined;
export type ResponseOf<T extends Route> = T['response'] extends z.ZodMiniType
  ? z.output<T['response']>
  : undefined;

/** Input of a call: params, query and body, as far as the endpoint has them. */
export type CallInput<T extends Route> = (T extends { params: infer S extends z.ZodMiniType }
  ? { params: z.input<S> }
  : unknown) &
  (T extends { query: infer S extends z.ZodMiniType } ? { query: z.input<S> } : unknown) &
  (T extends { body: infer S extends z.ZodMiniType } ? { body: z.input<S> } : unknown);

/** Returns the maximum size of the route's body in bytes. */
export function bodyMaxBytes(descriptor: Route): number {
  return descriptor.bodyMaxBytes ?? BODY_MAX_BYTES;
}

/** The status of success. */
export function successStatus(descriptor: Route): number {
  if (descriptor.status !== undefined) return descriptor.status;
  if (descriptor.response === 'empty') return 204;
  return descriptor.response === 'redirect' ? 302 : 200;
}

/** The header that makes a write safe to send again: the same key gets the first answer again, for 24 hours. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_KEY_MAX = 255;

/** Returns true if the endpoint takes an idempotency key: a JSON write with a session, unless it is `keyless`. */
export function takesIdempotencyKey({ method, access, encoding, keyless }: Route): boolean {
  return (
    method !== 'GET' && access !== 'public' && encoding !== 'multipart' && encoding !== 'picture' && !keyless
  );
}

/** Every refusal this call may give, the general ones included. */
export function errorsOf(descriptor: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>(['invalid_input', 'too_many_requests', 'internal', 'unavailable']);
  if (descriptor.access !== 'public') codes.add('unauthorized').add('session_suspended');
  if (descriptor.access === 'member') codes.add('guest_forbidden');
  if (descriptor.access === 'admin') codes.add('forbidden');
  if (descriptor.method !== 'GET')
    codes.add('foreign_origin').add('body_too_large').add('unsupported_media_type').add('outcome_unknown');
  if (takesIdempotencyKey(descriptor)) codes.add('idempotency_key_reused');
  for (const code of descriptor.errors ?? []) codes.add(code);
  return [...codes];
}

/** Every status this call may answer with. */
export function statusesOf(descriptor: Route): ReadonlySet<number> {
  return new Set([
    successStatus(descriptor),
    ...errorsOf(descriptor).map((code) => errorCatalogue[code].status),
  ]);
}
