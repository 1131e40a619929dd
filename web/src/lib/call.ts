import type { ErrorBody, ErrorCode } from '@zapdeck/contract/wire/errors';
import type { WorkChallenge } from '@zapdeck/contract/sign-in/signup-work';
import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import { say } from './say.ts';

/** Error response of the server. The message is the status, a colon and the body. */
export class CallError extends Error {
  readonly status: number;
  readonly code: ErrorCode | undefined;
  readonly serverMessage: string | undefined;
  readonly fields: Readonly<Record<string, string>>;
  /** Task to solve before the next attempt. */
  readonly work: WorkChallenge | undefined;
  /** Current values of the settings that another admin has changed, if that is the reason. */
  readonly changes: ErrorBody['changes'];
  readonly retryAfterMs: number | undefined;
  readonly needsSession: boolean;

  constructor(
    status: number,
    bodyText: string,
    body: Partial<ErrorBody> | undefined,
    retryAfter?: string | null,
    needsSession = true,
  ) {
    super(`${status}: ${bodyText}`);
    this.name = 'CallError';
    this.status = status;
    this.code = body?.code;
    this.work = body?.work;
    this.changes = body?.changes;
    this.serverMessage = body?.message === undefined ? undefined : say(body.message);
    this.fields = Object.fromEntries(
      Object.entries(body?.fields ?? {}).map(([name, text]) => [name, say(text)]),
    );
    this.retryAfterMs = Number(retryAfter) > 0 ? Number(retryAfter) * 1_000 : undefined;
    this.needsSession = needsSession;
  }
}

/** The server did not respond: no connection, no server, or a proxy responded instead. */
export class ConnectionError extends Error {
  constructor(cause: unknown) {
    super('The server could not be reached', { cause });
    this.name = 'ConnectionError';
  }
}

/** Returns true if the error means that the session has ended. Errors of public endpoints never do. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof CallError && error.needsSession && error.status === 401;
}

/** Returns true if the user must first confirm the email address. */
export function isUnconfirmed(error: unknown): boolean {
  return error instanceof CallError && error.code === 'email_not_confirmed';
}

/** Returns true if the server would refuse the same request again. Rate limits pass. */
export function isRefusal(error: unknown): boolean {
  return error instanceof CallError && error.status < 500 && error.status !== 429;
}

type Parts = {
  params?: Record<string, string>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
};

/** Returns the address of a call with its parameters and query, without undefined values. */
export function addressOf(route: Route, { params, query }: Parts): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

function parsed(bodyText: string): unknown {
  try {
    return JSON.parse(bodyText);
  } catch {
    return undefined;
  }
}

/** Returns the error for a response that is not OK. */
export function refusalOf(
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  bodyText: string,
  retryAfter: string | null,
  needsSession: boolean,
): CallError {
  return new CallError(
    status,
    bodyText || statusText,
    parsed(bodyText) as Partial<ErrorBody> | undefined,
    retryAfter,
    needsSession,
  );
}

/** Parses a response. Throws ConnectionError if it is not JSON, for example a network's login page. */
export function dataOf(bodyText: string): unknown {
  const data = parsed(bodyText);
  if (bodyText !== '' && data === undefined) throw new ConnectionError(bodyText);
  return data;
}

export interface Answer<T> {
  data: T;
  headers: Headers;
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
  /** The call continues when the page unloads. */
  keepalive?: boolean;
  /** The call is idempotent. It is repeated once after no response or 502 to 504, and continues when the page unloads. */
  repeats?: true;
}

type RightsRefusal = 'terms_not_accepted' | 'forbidden';

let heedRefusal = (_code: RightsRefusal): void => undefined;

/** Sets the listener for calls refused because the user has lost rights. */
export function onRightsRefusal(listener: (code: RightsRefusal) => void): void {
  heedRefusal = listener;
}

let askForProof = async (): Promise<boolean> => false;

/** Sets the question for calls that need a new proof of identity. A call is repeated if it resolves to true. */
export function onProofNeeded(ask: () => Promise<boolean>): void {
  askForProof = ask;
}

const AGAIN_AFTER_MS = 400;
const AWAY: readonly number[] = [502, 503, 504];

function isAway(error: unknown): boolean {
  return error instanceof CallError ? AWAY.includes(error.status) : error instanceof ConnectionError;
}

async function send<T extends Route>(
  route: T,
  input: CallInput<T>,
  { headers, ...options }: Omit<CallOptions, 'repeats'>,
): Promise<Answer<ResponseOf<T>>> {
  const parts = input as Parts;
  const init: RequestInit = { method: route.method, credentials: 'include', ...options };
  if (headers) init.headers = headers;
  if (parts.body !== undefined) {
    init.headers = { ...headers, 'content-type': 'application/json' };
    init.body = JSON.stringify(parts.body);
  }
  const unanswered = (cause: unknown) => {
    throw options.signal?.aborted ? cause : new ConnectionError(cause);
  };
  const response = await fetch(addressOf(route, parts), init).catch(unanswered);
  const bodyText = await response.text().catch(unanswered);
  if (!response.ok) {
    const refusal = refusalOf(
      response,
      bodyText,
      response.headers.get('retry-after'),
      route.access !== 'public',
    );
    if (refusal.code === 'terms_not_accepted' || refusal.code === 'forbidden') heedRefusal(refusal.code);
    throw refusal;
  }
  return { data: dataOf(bodyText) as ResponseOf<T>, headers: response.headers };
}

/**
 * Makes a call and returns data and headers. Throws CallError for an error response, or ConnectionError. If the call needs
 * a new proof of identity, asks for it and repeats the call.
 */
export async function callWithHeaders<T extends Route>(
  route: T,
  input: CallInput<T>,
  { repeats, ...options }: CallOptions = {},
): Promise<Answer<ResponseOf<T>>> {
  const sent = repeats ? { ...options, keepalive: true } : options;
  try {
    return await send(route, input, sent);
  } catch (error) {
    if (repeats && isAway(error) && navigator.onLine) {
      await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    } else {
      const needsProof = error instanceof CallError && error.code === 'proof_needed';
      if (!needsProof || !(await askForProof())) throw error;
    }
    return send(route, input, sent);
  }
}

/** Makes a call and returns its data. Throws like `callWithHeaders`. */
export async function call<T extends Route>(
  route: T,
  input: CallInput<T>,
  options: CallOptions = {},
): Promise<ResponseOf<T>> {
  return (await callWithHeaders(route, input, options)).data;
}

/** Returns true if the call failed because another user is signed in now. */
export function isSessionChanged(error: unknown): boolean {
  return error instanceof CallError && (error.code === 'session_changed' || error.code === 'guest_forbidden');
}
