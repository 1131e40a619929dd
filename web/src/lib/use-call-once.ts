import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import { useRef } from 'react';
import { callOnce, mayPass, newId } from './idempotency.ts';

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
      return await callOnce(route, input, key);
    } catch (error) {
      if (mayPass(error)) lost.current = { input: text, key };
      throw error;
    }
  };
}
