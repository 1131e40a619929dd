import {
  type CallInput,
  IDEMPOTENCY_KEY_HEADER,
  type ResponseOf,
  type Route,
} from '@zapdeck/contract/wire/route';
import { CallError, ConnectionError, call, isSessionChanged, isUnauthorized, isUnconfirmed } from './call.ts';

const AGAIN_AFTER_MS = 400;
const AWAY: readonly number[] = [502, 503, 504];

/** Returns a random id. `randomUUID` needs a secure origin, but private networks may use plain http. */
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

/** Returns true if the call may succeed later: no response, or a failed or busy server. */
export function mayPass(error: unknown): boolean {
  if (error instanceof CallError) return error.status >= 500 || error.status === 429;
  return error instanceof ConnectionError;
}

/**
 * Returns true if the action should be stored and sent later: after a temporary failure, or until the user has signed in
 * again or met a condition.
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

/** Makes an idempotent call. Repeats it once without a response. Continues when the page unloads. */
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

/** Makes a call under an idempotency key. After a temporary error, the same input can be sent again and counts once. */
export function callOnce<T extends Route>(
  route: T,
  input: CallInput<T>,
  key: string,
): Promise<ResponseOf<T>> {
  return callRepeatable(route, input, { [IDEMPOTENCY_KEY_HEADER]: key });
}
