import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import { useSyncExternalStore } from 'react';
import { callOnce, mayPass, newId } from '../../../lib/idempotency.ts';

/** A decision or an undo of more apps than one request takes. */
export interface Progress {
  work: 'deciding' | 'undoing';
  done: number;
  total: number;
}

let progress: Progress | undefined;
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

/** Shows the progress. While there is some, leaving the page asks first. */
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

/** Delays between the tries of a part. */
const AGAIN_AFTER_MS = [1_000, 2_000, 4_000, 8_000, 16_000];

/** Sends a part that follows another one. Repeats it after temporary errors, so that one busy moment does not end the work. */
export async function sendPart<T extends Route>(route: T, input: CallInput<T>): Promise<ResponseOf<T>> {
  const key = newId();
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      return await callOnce(route, input, key);
    } catch (error) {
      if (!mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
  return callOnce(route, input, key);
}
