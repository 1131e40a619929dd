import { isSessionChanged } from '../call.ts';
import { mayBeSentLater, mayPass, newId } from '../idempotency.ts';
import { knownUser, onTakeover, refreshSession } from '../session.ts';
import { outboxOf, type OutboxKind, storageKey } from './outbox.ts';

/** A stored change. A later change of the same id has another `changeId`. */
type Stored<C> = C & { changeId?: string };

export interface QueueKind<C extends object, R> extends OutboxKind<C> {
  /** Changes of one lane are sent one after another. */
  laneOf: (change: C) => string;
  atOnce: number;
  /** Must be idempotent, because a change is sent again if its response was lost. */
  send: (userId: string, change: C) => Promise<R>;
  /** Called once the server has stored the newest change of an id, before it is dropped. */
  onStored: (change: C, response: R) => void | Promise<void>;
  /** Called if the newest change of an id has failed. `isKept` says whether it is sent again later. */
  onFailed: (change: C, isKept: boolean) => void;
}

export interface Queue<C extends object, R> {
  /** Returns the unconfirmed changes, oldest first. */
  waiting: (userId: string) => C[];
  /**
   * Stores the change and sends it in its turn, or the newer change of the same id that has replaced it. Rejects with the
   * error of the request.
   */
  submit: (userId: string, change: C) => Promise<void>;
  keep: (userId: string, change: C) => void;
  drop: (userId: string, change: C) => void;
  /** Sends waiting changes. Passes refused ones to `onRefused`. Returns stored changes with their responses. */
  sendAll: (userId: string, onRefused: (change: C, error: unknown) => void) => Promise<[C, R][]>;
  /** Runs work between two requests of a lane. */
  inLane: <T>(userId: string, lane: string, work: () => Promise<T>) => Promise<T>;
  /** Storage key of the user's changes. Other tabs get events with it. */
  storageKey: (userId: string) => string;
  /** Returns the ids of changes that this tab is sending. */
  underWay: () => ReadonlySet<string>;
  /** Calls the listener when a change is stored, sent or dropped, in any tab. */
  subscribe: (listener: () => void) => () => void;
}

/** Requests of each lane. Used where the browser has no locks (plain http). Tabs then do not wait for each other. */
const lanes = new Map<string, Promise<unknown>>();

function withLaneLock<T>(lane: string, work: () => Promise<T>): Promise<T> {
  if (navigator.locks) return navigator.locks.request(lane, work) as Promise<T>;
  const run = (lanes.get(lane) ?? Promise.resolve()).then(work, work);
  lanes.set(lane, run);
  return run;
}

/** Creates a queue of changes. It is stored on the device per user, and tabs send it in turn. */
export function createQueue<C extends object, R>(kind: QueueKind<C, R>): Queue<C, R> {
  const { name, idOf } = kind;
  const outbox = outboxOf<Stored<C>>({
    name,
    idOf,
    isItem: (value): value is Stored<C> => kind.isItem(value),
  });
  const turns = new Map<string, number>();
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  onTakeover(() => turns.clear());

  const newest = (userId: string, id: string) =>
    outbox(userId)
      .unsent()
      .find((change) => idOf(change) === id);
  const isNewest = (userId: string, change: Stored<C>) =>
    newest(userId, idOf(change))?.changeId === change.changeId;
  const drop = (userId: string, change: Stored<C>) => {
    if (!isNewest(userId, change)) return;
    outbox(userId).drop(idOf(change));
    notify();
  };
  const keep = (userId: string, change: C) => {
    outbox(userId).keep({ ...change, changeId: newId() });
    notify();
  };
  const inLane: Queue<C, R>['inLane'] = (userId, lane, work) =>
    withLaneLock(`zapdeck.${name}.${userId}.${lane}`, work);
  /** Returns true if the change is the newest of its id, and its user is still signed in. */
  const isShown = (userId: string, change: Stored<C>) =>
    isNewest(userId, change) && knownUser()?.id === userId;

  const send = async (userId: string, id: string): Promise<[C, R] | undefined> => {
    const change = newest(userId, id);
    // It was sent by an earlier turn or another tab, or undone by the user.
    if (!change) return undefined;
    try {
      const response = await kind.send(userId, change);
      if (isShown(userId, change)) await kind.onStored(change, response);
      drop(userId, change);
      return [change, response];
    } catch (error) {
      const isKept = mayBeSentLater(error);
      const shown = isShown(userId, change);
      if (!isKept) drop(userId, change);
      if (shown) kind.onFailed(change, isKept);
      throw error;
    }
  };

  const sendInTurn = async (userId: string, change: C): Promise<[C, R] | undefined> => {
    const id = idOf(change);
    turns.set(id, (turns.get(id) ?? 0) + 1);
    notify();
    try {
      return await inLane(userId, kind.laneOf(change), () => send(userId, id));
    } finally {
      const left = (turns.get(id) ?? 1) - 1;
      if (left === 0) turns.delete(id);
      else turns.set(id, left);
      notify();
    }
  };

  return {
    waiting: (userId) => outbox(userId).unsent(),
    async submit(userId, change) {
      keep(userId, change);
      await sendInTurn(userId, change);
    },
    keep,
    drop,
    async sendAll(userId, onRefused) {
      const stored: [C, R][] = [];
      const waiting = outbox(userId)
        .unsent()
        .filter((change) => !turns.has(idOf(change)));
      const sendEach = async () => {
        for (let change = waiting.shift(); change; change = waiting.shift()) {
          try {
            const sent = await sendInTurn(userId, change);
            if (sent) stored.push(sent);
          } catch (error) {
            if (mayBeSentLater(error)) waiting.length = 0;
            else onRefused(change, error);
          }
        }
      };
      await Promise.all(Array.from({ length: kind.atOnce }, sendEach));
      return stored;
    },
    inLane,
    storageKey: (userId) => storageKey(name, userId),
    underWay: () => new Set(turns.keys()),
    subscribe(listener) {
      listeners.add(listener);
      addEventListener('storage', listener);
      return () => {
        listeners.delete(listener);
        removeEventListener('storage', listener);
      };
    },
  };
}

/** Result of a change: stored, waiting for a connection, or dropped because another user has signed in. */
export type Outcome = 'saved' | 'later' | 'ignored';

/** Returns the result of a submitted change. Rejects if the server has refused it. */
export async function outcomeOf(submitted: Promise<unknown>): Promise<Outcome> {
  try {
    await submitted;
    return 'saved';
  } catch (error) {
    if (mayPass(error)) return 'later';
    if (!isSessionChanged(error)) throw error;
    void refreshSession();
    return 'ignored';
  }
}
