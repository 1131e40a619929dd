import {
  type CallInput,
  IDEMPOTENCY_KEY_HEADER,
  type ResponseOf,
  type Route,
} from '@zapdeck/contract/wire/route';
import { CallError, ConnectionError, call, isSessionChanged, isUnauthorized, isUnconfirmed } from './call.ts';

/** Delay before a call without a response is repeated. */
const AGAIN_AFTER_MS = 400;
const AWAY: readonly number[] = [502, 503, 504];

/** Returns a random id. `randomUUID` exists on secure origins only, and a server in a private network may use plain http. */
export function newId(): string {
  if ('randomUUID' in crypto) return crypto.randomUUID();
  const bytes = new Uint8Array(16);
  (crypto as Crypto).getRandomValues(bytes);
  const hex = [...bytes].map((byte, place) => {
    const marked = place === 6 ? (byte & 0x0f) | 0x40 : place === 8 ? (byte & 0x3f) | 0x80 : byte;
    return marked.toString(16).padStart(2, '0');
  });
  return [hex.slice(0, 4), hex.slice(4, 6), hex.slice(6, 8), hex.slice(8, 10), hex.slice(10)]
    .map((part) => part.join(''))
    .join('-');
}

/** Returns true if the call may succeed later: there was no response, or the server failed or was busy. */
export function mayPass(error: unknown): boolean {
  if (error instanceof CallError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError;
}

/**
 * Returns true if an action should be stored and sent later: the failure may be temporary, the user has to sign in again,
 * to confirm the email address, to be approved or to accept terms, or another user has signed in.
 */
export function mayBeSentLater(error: unknown): boolean {
  const waits =
    isUnconfirmed(error) ||
    (error instanceof CallError && (error.code === 'terms_not_accepted' || error.code === 'not_approved'));
  return mayPass(error) || isUnauthorized(error) || isSessionChanged(error) || waits;
}

function isAway(error: unknown): boolean {
  return error instanceof CallError ? AWAY.includes(error.status) : error instanceof ConnectionError;
}

/**
 * Makes an idempotent call, and repeats it once if there was no response. It continues when the page unloads. Rejects as
 * `call` does.
 */
export async function callRepeatable<T extends Route>(
  route: T,
  input: CallInput<T>,
  headers: Record<string, string> = {},
): Promise<ResponseOf<T>> {
  const options = { headers, keepalive: true };
  try {
    return await call(route, input, options);
  } catch (error) {
    if (!isAway(error) || !navigator.onLine) throw error;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER_MS));
    return call(route, input, options);
  }
}

/**
 * Makes a call that is not idempotent under an idempotency key, so that it counts once. After a temporary error, the same
 * input can be sent again under the same key.
 */
export function callOnce<T extends Route>(
  route: T,
  input: CallInput<T>,
  key: string,
): Promise<ResponseOf<T>> {
  return callRepeatable(route, input, { [IDEMPOTENCY_KEY_HEADER]: key });
}
