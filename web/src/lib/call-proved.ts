import { waysToProve } from '@zapdeck/contract/sign-in/proof';
import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import { useSyncExternalStore } from 'react';
import { CallError, call } from './call.ts';

/** Ends the question. `isProved` says whether the owner has proved their identity. */
export type EndQuestion = (isProved: boolean) => void;

let question: EndQuestion | undefined;
let answer: Promise<boolean> | undefined;
const listeners = new Set<() => void>();

function change(next: EndQuestion | undefined): void {
  question = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls that need a proof at the same time share the question. */
function askForProof(): Promise<boolean> {
  answer ??= new Promise((resolve) => {
    change((isProved) => {
      answer = undefined;
      change(undefined);
      resolve(isProved);
    });
  });
  return answer;
}

/** Returns the open question, or undefined. */
export function useProofQuestion(): EndQuestion | undefined {
  return useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  );
}

/**
 * Runs work, and repeats it after a new proof of identity if it needs one. The screen must contain `ProofPrompt`. Rejects
 * like the work, or with `proof_needed` if the owner cancels.
 */
export async function withProof<Out>(work: () => Promise<Out>): Promise<Out> {
  try {
    return await work();
  } catch (error) {
    const isAsked = error instanceof CallError && error.code === 'proof_needed';
    if (!isAsked || !(await askForProof())) throw error;
    return work();
  }
}

/** Makes a call like `withProof`. */
export function callProved<T extends Route>(route: T, input: CallInput<T>): Promise<ResponseOf<T>> {
  return withProof(() => call(route, input));
}

/** Asks for a new proof if the last one is too old, before work that cannot be repeated. Returns false if there is none. */
export async function proveFirst(): Promise<boolean> {
  return (await call(waysToProve, {})).isProved || askForProof();
}
