import { useQuery } from '@tanstack/react-query';
import type { DeckCover } from '@zapdeck/contract/feed/deck-list';
import { clearTaste, readTaste, setLess as setLessRoute, type Taste } from '@zapdeck/contract/feed/taste';
import { useSyncExternalStore } from 'react';
import { call } from '../call.ts';
import { createQueue, type Outcome, outcomeOf, type Queue } from './queue.ts';
import { queryClient } from '../query-client.ts';
import { knownUser } from '../session.ts';

interface LessChange extends DeckCover {
  less: boolean;
}

const tasteKey = ['taste'] as const;

function afterChanges(taste: Taste, changes: readonly LessChange[]): Taste {
  let { leads, avoided } = taste;
  for (const { less, ...app } of changes) {
    const isKnown = avoided.some(({ id }) => id === app.id);
    if (less) leads = leads.filter(({ id }) => id !== app.id);
    if (less && !isKnown) avoided = [{ ...app, createdAt: new Date().toISOString() }, ...avoided];
    if (!less) avoided = avoided.filter(({ id }) => id !== app.id);
  }
  return { ...taste, leads, avoided };
}

const refresh = () => queryClient.invalidateQueries({ queryKey: tasteKey });

/** Unconfirmed changes. Of several changes of one app, the last counts. */
export const tasteQueue: Queue<LessChange, unknown> = createQueue<LessChange, unknown>({
  name: 'taste',
  idOf: ({ id }) => id,
  isItem(value): value is LessChange {
    const { id, title, category, less } = value as Record<string, unknown>;
    return [id, title, category].every((text) => typeof text === 'string') && typeof less === 'boolean';
  },
  laneOf: () => '',
  atOnce: 1,
  send: (userId, { id, less }) =>
    call(setLessRoute, { body: { appId: id, less, userId } }, { repeats: true }),
  onStored: () => void refresh(),
  onFailed: (_, isKept) => void (isKept || refresh()),
});

const waiting = () => tasteQueue.waiting(knownUser()?.id ?? '');

const query = {
  queryKey: tasteKey,
  queryFn: async () => afterChanges(await call(readTaste, {}), waiting()),
};

/** Returns the taste with unconfirmed changes. Names the client, because the feed has no provider. */
export const useTaste = (isMember: boolean) => useQuery({ ...query, enabled: isMember }, queryClient);

/** Returns true if the member wants less like the app. Offline, only changes of this device are known. */
export function useIsAvoided(appId: string): boolean {
  const { data } = useTaste(true);
  const unsentLess = useSyncExternalStore(
    tasteQueue.subscribe,
    () => waiting().find(({ id }) => id === appId)?.less,
  );
  return unsentLess ?? data?.avoided.some(({ id }) => id === appId) ?? false;
}

/**
 * Asks for less like the app or undoes it, at once on this device. Returns `later` without a connection, or `ignored` if
 * another user has signed in. Rejects if the server refuses.
 */
export async function setLess(
  userId: string,
  { id, title, category, picture, colour }: DeckCover,
  less: boolean,
): Promise<Outcome> {
  if (knownUser()?.id !== userId) return 'ignored';
  const change = { id, title, category, picture, colour, less };
  const sent = tasteQueue.submit(userId, change);
  queryClient.setQueryData<Taste>(tasteKey, (taste) => taste && afterChanges(taste, [change]));
  return outcomeOf(sent);
}

/** Sends waiting changes. Drops refused ones. */
export async function sendTaste(userId: string): Promise<void> {
  await tasteQueue.sendAll(userId, () => undefined);
}

/** Deletes the taste and the waiting changes. */
export async function forgetTaste(userId: string): Promise<void> {
  const earlier = tasteQueue.waiting(userId);
  await tasteQueue.inLane(userId, '', async () => {
    await call(clearTaste, { body: { userId } }, { repeats: true });
    for (const change of earlier) tasteQueue.drop(userId, change);
  });
  await refresh();
}
