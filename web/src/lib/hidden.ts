import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import {
  type Hidden,
  hiddenKinds,
  hide,
  isSameHidden,
  type ListedHidden,
  listHidden,
  showAgain,
} from '@zapdeck/contract/hidden';
import { call, isSessionChanged } from './call.ts';
import { callRepeatable, mayBeSentLater, mayPass } from './idempotency.ts';
import { hiddenName, type NamedHidden } from './hidden-name.ts';
import { notifyError } from './notify-error.ts';
import { outboxOf } from './outbox.ts';
import { queryClient } from './query-client.ts';
import { serialQueue } from './serial-queue.ts';
import { knownUser, onTakeover, refreshSession } from './session.ts';

/** A change that the server has not confirmed: hidden, or shown again. */
export interface HiddenChange extends NamedHidden {
  isHidden: boolean;
}

const idOf = ({ kind, value }: Hidden) => `${kind} ${value}`;

const STORED = 'hidden';

/** Changes of a user that wait for a connection. Of several changes of one value, the last counts. */
export const hiddenOutbox = outboxOf<HiddenChange>({
  name: STORED,
  idOf,
  isItem(value): value is HiddenChange {
    const { kind, value: text, name, isHidden } = value as Record<string, unknown>;
    const isKnown = hiddenKinds.some((known) => known === kind);
    const isNamed = name === null || typeof name === 'string';
    return isKnown && isNamed && typeof text === 'string' && typeof isHidden === 'boolean';
  },
});

const hiddenKey = ['hidden'] as const;
/** Changes since the page was loaded, until the list of the server contains them. */
const underWay = new Map<string, HiddenChange>();
onTakeover((isSamePerson) => {
  if (!isSamePerson) underWay.clear();
});

type Listener = (change: HiddenChange | undefined) => void;
const listeners = new Set<Listener>();

/** Returns the list after the changes. */
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

const unconfirmed = () => [...hiddenOutbox(knownUser()?.id ?? '').unsent(), ...underWay.values()];

const query = {
  queryKey: hiddenKey,
  queryFn: async () => afterChanges(await call(listHidden, {}), unconfirmed()),
  // The feed reads the list without a subscription. Without it, cards that are hidden would come back.
  gcTime: Number.POSITIVE_INFINITY,
};

/** Returns what the user hides, with changes that the server has not confirmed. */
export const useHidden = () => useQuery(query, queryClient);

/** Returns what the user hides, as far as this tab knows. */
export const knownHidden = (): readonly ListedHidden[] =>
  afterChanges(queryClient.getQueryData<readonly ListedHidden[]>(hiddenKey) ?? [], unconfirmed());

/** Reads the list again. A list that does not load is read again by the next component that shows it. */
const refreshList = () =>
  queryClient.fetchQuery({ ...query, staleTime: 0, retry: false }).then(
    () => undefined,
    () => undefined,
  );

function apply(item: HiddenChange): void {
  underWay.set(idOf(item), item);
  queryClient.setQueryData<readonly ListedHidden[]>(hiddenKey, (list) => list && afterChanges(list, [item]));
  for (const listener of listeners) listener(item);
}

/** Requests wait for each other, so that the server gets the changes in their order. */
const sendInOrder = serialQueue();

async function send(userId: string, item: HiddenChange): Promise<void> {
  const { kind, value, isHidden } = item;
  const outbox = hiddenOutbox(userId);
  const kept = () => outbox.unsent().find((other) => isSameHidden(other, item));
  const isLast = () =>
    (underWay.get(idOf(item)) ?? item) === item && (kept()?.isHidden ?? isHidden) === isHidden;
  const forget = () => {
    if (underWay.get(idOf(item)) === item) underWay.delete(idOf(item));
  };
  // The outbox has a later change of another tab, which that tab sends.
  if (!isLast()) return forget();
  try {
    await callRepeatable(isHidden ? hide : showAgain, { body: { kind, value, userId } });
  } catch (error) {
    if (mayBeSentLater(error) || !isLast()) {
      // From now on the outbox decides, because other tabs change it too. Without storage, only this tab knows the change.
      if (kept()) forget();
      throw error;
    }
    outbox.drop(idOf(item));
    apply({ ...item, isHidden: !isHidden });
    underWay.delete(idOf(item));
    throw error;
  }
  if (!isLast()) return forget();
  outbox.drop(idOf(item));
  await refreshList();
  forget();
}

/**
 * Hides from the decks of the user, or shows again, at once on this device. Returns `later` if it waits for a connection, and
 * `ignored` if another user has signed in. Rejects if the server has refused it.
 */
export async function setHidden(
  userId: string,
  { kind, value, name }: NamedHidden,
  isHidden: boolean,
): Promise<'saved' | 'later' | 'ignored'> {
  if (knownUser()?.id !== userId) return 'ignored';
  const item = { kind, value, name, isHidden };
  hiddenOutbox(userId).keep(item);
  apply(item);
  try {
    await sendInOrder(() => send(userId, item));
    return 'saved';
  } catch (error) {
    if (mayPass(error)) return 'later';
    if (!isSessionChanged(error)) throw error;
    void refreshSession();
    return 'ignored';
  }
}

/** Sends the changes that wait for a connection, up to the first that has to wait longer. Shows which ones are refused. */
export async function sendUnsentHidden(userId: string): Promise<void> {
  if (hiddenOutbox(userId).unsent().length === 0) return;
  await sendInOrder(async () => {
    for (const item of hiddenOutbox(userId).unsent()) {
      try {
        await send(userId, item);
      } catch (error) {
        if (mayBeSentLater(error)) return;
        const name = hiddenName(item);
        const title = item.isHidden ? t`${name} is not hidden` : t`${name} is still hidden`;
        notifyError(error, { action: 'hide', title, text: t`Please try again.` });
      }
    }
  });
}

/** Calls the listener with each change of this tab, and with undefined after a change of another tab. */
export function onHiddenChange(listener: Listener): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    const user = knownUser();
    // Another tab has stored a change, or the server has confirmed it.
    if (user && key === `zapdeck.${STORED}.${user.id}`) void refreshList().then(() => listener(undefined));
  };
  listeners.add(listener);
  addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', onStorage);
  };
}
