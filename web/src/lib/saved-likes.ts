import { useMemo, useSyncExternalStore } from 'react';
import { voteOutbox } from './vote-outbox.ts';

/*
 * Likes of a guest. The device keeps the newest 200 of them, as votes that are cast once the guest has an account.
 */

export interface SavedLike {
  appId: string;
  title: string;
}

const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** Returns the guest's likes, oldest first. */
export function savedLikes(userId: string): SavedLike[] {
  return voteOutbox(userId).unsent();
}

export function isSavedLike(userId: string, appId: string): boolean {
  return savedLikes(userId).some((like) => like.appId === appId);
}

export function saveLike(userId: string, { appId, title }: SavedLike): void {
  voteOutbox(userId).keep({ appId, title, voteType: 'up', mode: 'cast' });
  notify();
}

export function removeSavedLike(userId: string, appId: string): void {
  voteOutbox(userId).drop(appId);
  notify();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // Another tab may change them too.
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Returns the ids of the apps that the guest likes, newest first, and follows each change. */
export function useSavedLikes(userId: string): string[] {
  const read = () =>
    savedLikes(userId)
      .map(({ appId }) => appId)
      .toReversed()
      .join();
  const ids = useSyncExternalStore(subscribe, read, () => '');
  return useMemo(() => (ids === '' ? [] : ids.split(',')), [ids]);
}
