import type { App } from '@zapdeck/contract/apps/apps';
import type { VoteMode, VoteType } from '@zapdeck/contract/feed/votes';
import { useMemo, useSyncExternalStore } from 'react';
import { outboxOf, type OutboxKind } from './outbox.ts';

/*
 * A guest's likes become votes once the guest has an account. The device stores the newest 200. This module does not load
 * the code that sends votes.
 */

/** A vote as a target state instead of a toggle, so that it can be sent several times. */
export interface VoteChange {
  appId: string;
  title: string;
  voteType: VoteType;
  mode: Exclude<VoteMode, 'toggle'>;
}

export const voteKind: OutboxKind<VoteChange> = {
  name: 'votes',
  idOf: ({ appId }) => appId,
  isItem(value): value is VoteChange {
    const { appId, title, voteType, mode } = value as Record<string, unknown>;
    const isVote = (voteType === 'up' || voteType === 'down') && (mode === 'cast' || mode === 'retract');
    return isVote && typeof appId === 'string' && typeof title === 'string';
  },
};

const likes = outboxOf(voteKind);
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
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

/** Returns the guest's likes, oldest first. */
export const savedLikes = (userId: string): readonly VoteChange[] => likes(userId).unsent();

export const isSavedLike = (userId: string, appId: string): boolean =>
  savedLikes(userId).some((like) => like.appId === appId);

export function saveLike(userId: string, { id, title }: Pick<App, 'id' | 'title'>): void {
  likes(userId).keep({ appId: id, title, voteType: 'up', mode: 'cast' });
  notify();
}

export function removeSavedLike(userId: string, appId: string): void {
  likes(userId).drop(appId);
  notify();
}

/** Returns the ids of apps that the guest likes, newest first, and follows changes. */
export function useSavedLikes(userId: string): string[] {
  const read = () =>
    savedLikes(userId)
      .map(({ appId }) => appId)
      .toReversed()
      .join();
  const ids = useSyncExternalStore(subscribe, read, () => '');
  return useMemo(() => (ids === '' ? [] : ids.split(',')), [ids]);
}
