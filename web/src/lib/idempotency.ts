import { type CallInput, IDEMPOTENCY_KEY_HEADER, type ResponseOf, type Route } from '@zapdeck/contract/route';
import { CallError, ConnectionError, call, isSomebodyElse, isUnauthorized } from './call.ts';

/** How long a server that did not answer gets before the call is made once more. */
const AGAIN_AFTER_MS = 400;
const AWAY: readonly number[] = [502, 503, 504];

/** A random id; randomUUID exists only on secure origins, and a server in one's own network may not be one. */
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

/** True when the same call may succeed later: no answer came, or the server is in trouble or busy. */
export function mayPass(error: unknown): boolean {
  if (error instanceof CallError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError;
}

/**
 * True when what a person did is worth keeping to be sent later: the failure may pass, or they have to log in again first,
 * or somebody else is here now.
 */
export function mayBeSentLater(error: unknown): boolean {
  return mayPass(error) || isUnauthorized(error) || isSomebodyElse(error);
}

function isAway(error: unknown): boolean {
  return error instanceof CallError ? AWAY.includes(error.status) : error instanceof ConnectionError;
}

/**
 * Makes a call that does no harm when it arrives twice, and once more when no answer came. It goes on when the page goes.
 * Errors as `call`.
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
 * The same for a write that would do harm, under an idempotency key: it counts once, however often it arrives. After an
 * error that may pass, the same input may be sent again under the same key.
 */
export function callOnce<T extends Route>(
  route: T,
  input: CallInput<T>,
  key: string,
): Promise<ResponseOf<T>> {
  return callRepeatable(route, input, { [IDEMPOTENCY_KEY_HEADER]: key });
}
