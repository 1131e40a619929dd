import type * as z from 'zod/mini';
import { type ErrorCode, errorCatalogue } from './errors.ts';
import type { Scope, ScopeRule } from '../accounts/scopes.ts';

/**
 * `public`: anyone. `session`: users and guests. `account`: users. `member`: users with a confirmed address and approval,
 * where required. `moderator`: also admins. Moderators get no email addresses.
 */
export type Access = 'public' | 'session' | 'account' | 'member' | 'moderator' | 'admin';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Reply = z.ZodMiniType | 'empty' | 'redirect' | 'csv';

export const BODY_MAX_BYTES = 16 * 1024;

export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly scope?: Scope;
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: z.ZodMiniType;
  /** Handlers read `multipart` and `picture` bodies themselves. `form` also accepts JSON. */
  readonly encoding?: 'json' | 'multipart' | 'form' | 'picture';
  /**
   * `true`: the owner must have proved their identity within 15 minutes, with a second factor if the account has one.
   * `password`: without a second factor, the password in the body is enough. `when`: only in this case, which the handler
   * decides. Tokens cannot prove anything.
   */
  readonly proof?: true | 'password' | { readonly when: string };
  /** Must admit the largest valid body with every character escaped as `\uXXXX`. */
  readonly bodyMaxBytes?: number;
  /** The call is idempotent or changes the session cookie, so it takes no idempotency key. */
  readonly keyless?: true;
  /** The response has the version of the settings in a header. A change takes the one that was read. */
  readonly versioned?: true;
  /** A replica that has the user's last write may answer, `unless` the query has this parameter. */
  readonly replica?: true | { readonly unless: string };
  /** Default: 204 for `empty`, 302 for `redirect`, otherwise 200. */
  readonly status?: number;
  readonly response: Reply;
  readonly errors?: readonly ErrorCode[];
}

/** Does not compile if the scope does not fit access, method and path. */
export function route<const T extends Route>(descriptor: T & ScopeRule<T>): T {
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

export type CallInput<T extends Route> = (T extends { params: infer S extends z.ZodMiniType }
  ? { params: z.input<S> }
  : unknown) &
  (T extends { query: infer S extends z.ZodMiniType }
    ? object extends z.input<S>
      ? { query?: z.input<S> | undefined }
      : { query: z.input<S> }
    : unknown) &
  (T extends { body: infer S extends z.ZodMiniType } ? { body: z.input<S> } : unknown);

/** Returns true if members must have accepted the terms. Without consent they can read, delete, and manage the account. */
export function needsConsent({ method, access }: Route): boolean {
  return (access === 'session' || access === 'member') && method !== 'GET' && method !== 'DELETE';
}

export function bodyMaxBytes(descriptor: Route): number {
  return descriptor.bodyMaxBytes ?? BODY_MAX_BYTES;
}

export function successStatus(descriptor: Route): number {
  if (descriptor.status !== undefined) return descriptor.status;
  if (descriptor.response === 'empty') return 204;
  return descriptor.response === 'redirect' ? 302 : 200;
}

export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_KEY_MAX = 255;

export function takesIdempotencyKey({ method, access, encoding, keyless }: Route): boolean {
  return (
    method !== 'GET' && access !== 'public' && encoding !== 'multipart' && encoding !== 'picture' && !keyless
  );
}

/** Returns the codes of the route and those common to its kind. */
export function errorsOf(descriptor: Route): readonly ErrorCode[] {
  const codes = new Set<ErrorCode>([
    'invalid_input',
    'too_many_requests',
    'internal',
    'unavailable',
    'storage_full',
    'took_too_long',
  ]);
  if (descriptor.access !== 'public') codes.add('unauthorized').add('session_suspended');
  if (descriptor.access === 'account') codes.add('guest_forbidden');
  if (descriptor.access === 'member')
    codes.add('guest_forbidden').add('email_not_confirmed').add('not_approved');
  if (needsConsent(descriptor)) codes.add('terms_not_accepted');
  if (descriptor.access === 'moderator' || descriptor.access === 'admin') codes.add('forbidden');
  if (descriptor.method !== 'GET')
    codes.add('foreign_origin').add('body_too_large').add('unsupported_media_type').add('outcome_unknown');
  if (takesIdempotencyKey(descriptor)) codes.add('idempotency_key_reused');
  if (descriptor.proof) codes.add('proof_needed');
  if (descriptor.versioned && descriptor.method !== 'GET') codes.add('settings_changed');
  if (descriptor.scope) codes.add('unknown_token').add('scope_missing').add('token_needs_factor');
  for (const code of descriptor.errors ?? []) codes.add(code);
  return [...codes];
}

export function statusesOf(descriptor: Route): ReadonlySet<number> {
  return new Set([
    successStatus(descriptor),
    ...errorsOf(descriptor).map((code) => errorCatalogue[code].status),
  ]);
}
