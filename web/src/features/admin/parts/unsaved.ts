import { useSyncExternalStore } from 'react';
import { onTakeover } from '../../../lib/session.ts';

/* Unsaved drafts of the Config forms. They survive a change of tab or screen. Leaving the page asks first. */

const drafts = new Map<string, object>();
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function tell(): void {
  if (drafts.size > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

onTakeover(() => {
  if (drafts.size === 0) return;
  drafts.clear();
  tell();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the draft of a form and its setter. Null deletes the draft. */
export function useDraft<T extends object>(name: string): [T | undefined, (draft: T | null) => void] {
  const draft = useSyncExternalStore(subscribe, () => drafts.get(name) as T | undefined);
  const change = (next: T | null) => {
    if (next) drafts.set(name, next);
    else drafts.delete(name);
    tell();
  };
  return [draft, change];
}

/** Deletes the draft after a save. If it has changed since, it is kept, and `rebase` puts it on what is stored now. */
export function forgetSavedDraft<T extends object>(
  name: string,
  saved: T | undefined,
  rebase: (later: T) => T = (later) => later,
): void {
  const draft = drafts.get(name) as T | undefined;
  if (saved === undefined || draft === undefined) return;
  if (draft === saved) drafts.delete(name);
  else drafts.set(name, rebase(draft));
  tell();
}

/** Returns true if any form has a draft. */
export function useUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => drafts.size > 0);
}
