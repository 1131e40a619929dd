import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  hiddenKinds,
  hide,
  isSameHidden,
  type ListedHidden,
  listHidden,
  showAgain,
} from '@zapdeck/contract/feed/hidden';
import { call } from '../call.ts';
import { hiddenName, type NamedHidden } from '../hidden-name.ts';
import { notifyError } from '../notify-error.ts';
import { createQueue, type Outcome, outcomeOf, type Queue } from './queue.ts';
import { queryClient } from '../query-client.ts';
import { knownUser } from '../session.ts';

/** A change that the server has not confirmed. */
export interface HiddenChange extends NamedHidden {
  isHidden: boolean;
}

const hiddenKey = ['hidden'] as const;

type Listener = (change: HiddenChange | undefined) => void;
const listeners = new Set<Listener>();

export function afterChanges(
  list: readonly ListedHidden[],
  changes: Iterable<HiddenChange>,
): readonly ListedHidden[] {
  let changed = list;
  for (const { isHidden, ...item } of changes) {
    const rest = changed.filter((other) => !isSameHidden(other, item));
    if (!isHidden) changed = rest;
    else if (rest.length === changed.length)
      changed = [{ ...item, createdAt: new Date().toISOString() }, ...rest];
  }
  return changed;
}

/** Unconfirmed changes. Of several changes of one value, the last counts. */
export const hiddenQueue: Queue<HiddenChange, unknown> = createQueue<HiddenChange, unknown>({
  name: 'hidden',
  idOf: ({ kind, value }) => `${kind} ${value}`,
  isItem(item): item is HiddenChange {
    const { kind, value, name, isHidden } = item as Record<string, unknown>;
    const isKnown = hiddenKinds.some((known) => known === kind);
    const isNamed = name === null || typeof name === 'string';
    return isKnown && isNamed && typeof value === 'string' && typeof isHidden === 'boolean';
  },
  laneOf: () => '',
  atOnce: 1,
  send: (userId, { kind, value, isHidden }) =>
    call(isHidden ? hide : showAgain, { body: { kind, value, userId } }, { repeats: true }),
  onStored: () => refreshList(),
  onFailed(change, isKept) {
    if (!isKept) apply({ ...change, isHidden: !change.isHidden });
  },
});

const unconfirmed = () => hiddenQueue.waiting(knownUser()?.id ?? '');

const query = {
  queryKey: hiddenKey,
  queryFn: async () => afterChanges(await call(listHidden, {}), unconfirmed()),
  // The feed reads the list without a subscription. If it were dropped, hidden cards would come back.
  gcTime: Number.POSITIVE_INFINITY,
};

/** Returns what the user hides, including unconfirmed changes. */
export const useHidden = () => useQuery(query, queryClient);

/** Returns what the user hides, as far as this tab knows. */
export const knownHidden = (): readonly ListedHidden[] =>
  afterChanges(queryClient.getQueryData<readonly ListedHidden[]>(hiddenKey) ?? [], unconfirmed());

const refreshList = () =>
  queryClient.fetchQuery({ ...query, staleTime: 0, retry: false }).then(
    () => undefined,
    () => undefined,
  );

function apply(change: HiddenChange): void {
  queryClient.setQueryData<readonly ListedHidden[]>(
    hiddenKey,
    (list) => list && afterChanges(list, [change]),
  );
  for (const listener of listeners) listener(change);
}

/**
 * Hides or shows again, at once on this device. Returns `later` without a connection, or `ignored` if another user has
 * signed in. Rejects if the server refuses.
 */
export async function setHidden(
  userId: string,
  { kind, value, name }: NamedHidden,
  isHidden: boolean,
): Promise<Outcome> {
  if (knownUser()?.id !== userId) return 'ignored';
  const change = { kind, value, name, isHidden };
  const sent = hiddenQueue.submit(userId, change);
  apply(change);
  return outcomeOf(sent);
}

/** Sends the changes that wait for a connection. */
export async function sendHidden(userId: string): Promise<void> {
  await hiddenQueue.sendAll(userId, (change, error) => {
    const name = hiddenName(change);
    const title = change.isHidden ? t`Couldn’t hide ${name}` : t`Couldn’t show ${name} again`;
    notifyError(error, { action: 'hide', title });
  });
}

/** Calls the listener with each change of this tab, and with undefined for changes of other tabs. */
export function onHiddenChange(listener: Listener): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const user = knownUser();
    // Another tab has stored a change, or the server has confirmed it.
    if (user && key === hiddenQueue.storageKey(user.id)) void refreshList().then(() => listener(undefined));
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
