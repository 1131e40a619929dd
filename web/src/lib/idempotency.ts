import {
  type CallInput,
  IDEMPOTENCY_KEY_HEADER,
  type ResponseOf,
  type Route,
} from '@zapdeck/contract/wire/route';
import { useRef } from 'react';
import {
  call,
  CallError,
  type CallOptions,
  ConnectionError,
  isSessionChanged,
  isUnauthorized,
  isUnconfirmed,
} from './call.ts';

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

/** Options that make a call idempotent under this key. */
export const once = (key: string): CallOptions => ({
  headers: { [IDEMPOTENCY_KEY_HEADER]: key },
  repeats: true,
});

/**
 * Returns a function that calls the route under an idempotency key. It reuses the key if the response to the same input
 * was lost, so that a retry is not stored twice.
 */
export function useCallOnce<T extends Route>(route: T): (input: CallInput<T>) => Promise<ResponseOf<T>> {
  const lost = useRef<{ input: string; key: string }>(undefined);
  return async (input) => {
    const text = JSON.stringify(input);
    const key = lost.current?.input === text ? lost.current.key : newId();
    lost.current = undefined;
    try {
      return await call(route, input, once(key));
    } catch (error) {
      if (mayPass(error)) lost.current = { input: text, key };
      throw error;
    }
  };
}
