import { useQuery } from '@tanstack/react-query';
import type { DeckCover } from '@zapdeck/contract/deck-list';
import { clearTaste, readTaste, setLess as setLessRoute, type Taste } from '@zapdeck/contract/taste';
import { useSyncExternalStore } from 'react';
import { call, isSessionChanged } from './call.ts';
import { callRepeatable, mayBeSentLater, mayPass, newId } from './idempotency.ts';
import { outboxOf } from './outbox.ts';
import { queryClient } from './query-client.ts';
import { serialQueue } from './serial-queue.ts';
import { knownUser, refreshSession } from './session.ts';

/** A change that the server has not confirmed: the app is avoided, or no longer. */
interface LessChange extends DeckCover {
  less: boolean;
  /** Differs from that of an equal change made earlier. */
  changeId: string;
}

/** Changes of a user that wait for a connection. Of several changes of one app, the last counts. */
export const tasteOutbox = outboxOf<LessChange>({
  name: 'taste',
  idOf: ({ id }) => id,
  isItem(value): value is LessChange {
    const { id, title, category, less, changeId } = value as Record<string, unknown>;
    return (
      [id, title, category, changeId].every((text) => typeof text === 'string') && typeof less === 'boolean'
    );
  },
});

const tasteKey = ['taste'] as const;

/** Returns the taste after the changes. */
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

const unsent = () => tasteOutbox(knownUser()?.id ?? '').unsent();

const query = {
  queryKey: tasteKey,
  queryFn: async () => afterChanges(await call(readTaste, {}), unsent()),
};

/** Returns the taste with changes that the server has not confirmed. Names the client, because the feed has no provider of it. */
export const useTaste = (isMember: boolean) => useQuery({ ...query, enabled: isMember }, queryClient);

const listeners = new Set<() => void>();

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns true if the member wants less like the app. Without a connection, only the changes of this device are known. */
export function useIsAvoided(appId: string): boolean {
  const { data } = useTaste(true);
  const unsentLess = useSyncExternalStore(onChange, () => unsent().find(({ id }) => id === appId)?.less);
  return unsentLess ?? data?.avoided.some(({ id }) => id === appId) ?? false;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: tasteKey });

/** Drops a change, unless a later change of the app has replaced it. */
function drop(userId: string, { id, changeId }: LessChange): void {
  const outbox = tasteOutbox(userId);
  if (outbox.unsent().some((item) => item.changeId === changeId)) outbox.drop(id);
}

async function send(userId: string, change: LessChange): Promise<void> {
  const { id, less, changeId } = change;
  const kept = tasteOutbox(userId)
    .unsent()
    .find((item) => item.id === id);
  // A later change, maybe of another tab, is sent on its own. Without storage, nothing is kept.
  if (kept && kept.changeId !== changeId) return;
  try {
    await callRepeatable(setLessRoute, { body: { appId: id, less, userId } });
  } catch (error) {
    if (!mayBeSentLater(error)) drop(userId, change);
    throw error;
  }
  drop(userId, change);
}

/** Requests wait for each other, so that the server gets the changes in their order. */
const sendInOrder = serialQueue();

/**
 * Asks for less like the app, or takes it back, at once on this device. Returns `later` if it waits for a connection, and
 * `ignored` if another user has signed in. Rejects if the server has refused it.
 */
export async function setLess(
  userId: string,
  { id, title, category, picture, colour }: DeckCover,
  less: boolean,
): Promise<'saved' | 'later' | 'ignored'> {
  if (knownUser()?.id !== userId) return 'ignored';
  const change = { id, title, category, picture, colour, less, changeId: newId() };
  tasteOutbox(userId).keep(change);
  queryClient.setQueryData<Taste>(tasteKey, (taste) => taste && afterChanges(taste, [change]));
  for (const listener of listeners) listener();
  try {
    await sendInOrder(() => send(userId, change));
    void refresh();
    return 'saved';
  } catch (error) {
    if (mayPass(error)) return 'later';
    void refresh();
    if (!isSessionChanged(error)) throw error;
    void refreshSession();
    return 'ignored';
  }
}

/** Sends the changes that wait for a connection, up to the first that has to wait longer. Drops those that are refused. */
export async function sendUnsentTaste(userId: string): Promise<void> {
  const { unsent: kept } = tasteOutbox(userId);
  if (kept().length === 0) return;
  await sendInOrder(async () => {
    for (const change of kept()) {
      try {
        await send(userId, change);
      } catch (error) {
        if (mayBeSentLater(error)) return;
      }
    }
    void refresh();
  });
}

/** Deletes the taste. Drops the changes that waited for a connection. */
export async function forgetTaste(userId: string): Promise<void> {
  const earlier = tasteOutbox(userId).unsent();
  await sendInOrder(async () => {
    await callRepeatable(clearTaste, { body: { userId } });
    for (const change of earlier) drop(userId, change);
  });
  await refresh();
}
