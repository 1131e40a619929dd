import { useSyncExternalStore } from 'react';
import { onTakeover } from '../../../lib/session.ts';

/*
 * What was typed into the forms of the Config tab and not saved. It is kept here and not in the forms, so that looking
 * something up on another tab or screen costs nothing; only leaving the page itself would, and that asks first.
 */

const drafts = new Map<string, object>();
const listeners = new Set<() => void>();

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

function tell(): void {
  if (drafts.size > 0) addEventListener('beforeunload', warn);
  else removeEventListener('beforeunload', warn);
  for (const listener of listeners) listener();
}

onTakeover(() => {
  drafts.clear();
  tell();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What is typed and unsaved in the form of that name, if anything, and the way to change it; null forgets it. */
export function useDraft<T extends object>(name: string): [T | undefined, (draft: T | null) => void] {
  const draft = useSyncExternalStore(subscribe, () => drafts.get(name) as T | undefined);
  const change = (next: T | null) => {
    if (next) drafts.set(name, next);
    else drafts.delete(name);
    tell();
  };
  return [draft, change];
}

/** Forgets the draft after it was saved, unless it has changed since. */
export function forgetSavedDraft(name: string, saved: object | undefined): void {
  if (saved === undefined || drafts.get(name) !== saved) return;
  drafts.delete(name);
  tell();
}

/** Whether anything is unsaved. */
export function useUnsaved(): boolean {
  return useSyncExternalStore(subscribe, () => drafts.size > 0);
}
