import { waysToProve } from '@zapdeck/contract/sign-in/proof';
import { useSyncExternalStore } from 'react';
import { call, onProofNeeded } from './call.ts';

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

/** Calls that need a proof at the same time share the question. Returns false on a screen without `ProofPrompt`. */
async function askForProof(): Promise<boolean> {
  if (listeners.size === 0) return false;
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

/** Asks for a new proof if the last one is too old, before work that cannot be repeated. Returns false if there is none. */
export async function proveFirst(): Promise<boolean> {
  return (await call(waysToProve, {})).isProved || askForProof();
}

onProofNeeded(askForProof);
