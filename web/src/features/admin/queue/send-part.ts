import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import { useSyncExternalStore } from 'react';
import { call } from '../../../lib/call.ts';
import { mayPass, newId, once } from '../../../lib/idempotency.ts';

export interface Progress {
  work: 'deciding' | 'undoing';
  done: number;
  total: number;
}

let progress: Progress | undefined;
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Shows the progress. Meanwhile, leaving the page asks first. */
export function showProgress(next: Progress | undefined): void {
  progress = next;
  if (next) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useProgress(): Progress | undefined {
  return useSyncExternalStore(subscribe, () => progress);
}

/** Delays between attempts to send a part. */
const AGAIN_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Sends a further part. Repeats it after temporary errors, so that a busy moment does not end the work. */
export async function sendPart<T extends Route>(route: T, input: CallInput<T>): Promise<ResponseOf<T>> {
  const key = newId();
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      return await call(route, input, once(key));
    } catch (error) {
      if (!mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return call(route, input, once(key));
}
