import { waysToProve } from '@zapdeck/contract/sign-in/proof';
import type { CallInput, ResponseOf, Route } from '@zapdeck/contract/wire/route';
import { useSyncExternalStore } from 'react';
import { CallError, call } from './call.ts';

/** Ends the question with the answer whether the owner has proved who they are. */
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

/** Asks through `ProofPrompt`. Calls that need a proof at the same time share the question. */
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

/** Returns the open question; undefined if there is none. */
export function useProofQuestion(): EndQuestion | undefined {
  return useSyncExternalStore(
    subscribe,
    () => question,
    () => undefined,
  );
}

/**
 * Runs work that may need a new proof of who the owner is, and repeats it after the proof. The screen must contain
 * `ProofPrompt`. Rejects as the work does, with `proof_needed` if the owner cancels.
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

/** Makes a call that may need a new proof, as `withProof` does. */
export function callProved<T extends Route>(route: T, input: CallInput<T>): Promise<ResponseOf<T>> {
  return withProof(() => call(route, input));
}

/** Asks for a new proof if the last one is too old, before something that cannot be repeated. Returns whether there is one. */
export async function proveFirst(): Promise<boolean> {
  return (await call(waysToProve, {})).isProved || askForProof();
}
