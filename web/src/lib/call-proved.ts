import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/route';
import { useSyncExternalStore } from 'react';
import { CallError, call } from './call.ts';

/** Ends the question with the answer whether the owner has proved who they are. */
export type EndQuestion = (isProved: boolean) => void;

let question: EndQuestion | undefined;
const listeners = new Set<() => void>();

function change(next: EndQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Asks through `ProofPrompt`. A second question ends the first one. */
function askForProof(): Promise<boolean> {
  question?.(false);
  return new Promise((resolve) => {
    change((isProved) => {
      change(undefined);
      resolve(isProved);
    });
  });
}

/** Returns the open question; undefined if there is none. */
export function useProofQuestion(): EndQuestion | undefined {
  return useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  );
}

/**
 * Makes a call that may need a new proof of who the owner is, and repeats it after the proof. The screen must contain
 * `ProofPrompt`. Rejects as `call` does, with `proof_needed` if the owner cancels.
 */
export async function callProved<T extends Route>(route: T, input: CallInput<T>): Promise<ResponseOf<T>> {
  try {
    return await call(route, input);
  } catch (error) {
    const isAsked = error instanceof CallError && error.code === 'proof_needed';
    if (!isAsked || !(await askForProof())) throw error;
    return call(route, input);
  }
}
