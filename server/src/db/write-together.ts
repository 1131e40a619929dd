import type { Db } from './client.ts';
import { isLockTimeout, isRolledBack } from './constraints.ts';

/** So many share a transaction at most. */
const SHARERS_MAX = 32;

/** A write about one app, which several transactions cannot change at once. */
interface Write<Item extends { appId: string }, Result> {
  /** Waits for the app, and for whatever else it needs. */
  alone: (db: Db, item: Item) => Promise<Result>;
  /**
   * One statement for all, as if one came after the other. It leaves out those that would have to wait, unless it is to
   * wait, and those that it can do nothing about; the results are by the items' places, from 1.
   */
  several: (db: Db, items: readonly Item[], waits: boolean) => Promise<ReadonlyMap<number, Result>>;
}

interface Sender<Item, Result> {
  item: Item;
  answer: (result: Result | PromiseLike<Result>) => void;
  fail: (error: unknown) => void;
}

/** Opens what one batch after the other is written through, and returns who adds to it. */
function openLane<Item extends { appId: string }, Result>(db: Db, write: Write<Item, Result>) {
  type Senders = Sender<Item, Result>[];
  const gathered: Senders = [];
  let isWriting = false;
  /** Those whose app is waited for, or who came alone, by app. */
  const waiting = new Map<string, Senders>();

  const sendAlone = async ({ item, answer }: Sender<Item, Result>): Promise<void> => {
    const result = write.alone(db, item);
    answer(result);
    await result.catch(() => undefined);
  };

  /** Returns those who were left out. */
  const sendTogether = async (senders: Senders, waits: boolean): Promise<Senders> => {
    const items = senders.map(({ item }) => item);
    try {
      const results = await write.several(db, items, waits);
      return senders.filter(({ answer }, index) => {
        const result = results.get(index + 1);
        if (result !== undefined) answer(result);
        return result === undefined;
      });
    } catch (error) {
      if (isRolledBack(error) && !(waits && isLockTimeout(error))) {
        // Whoever it was about is told; the others need not suffer for it.
        await Promise.all(senders.map(sendAlone));
      } else {
        // It may have been committed, or there is no use in trying again.
        for (const { fail } of senders) fail(error);
      }
      return [];
    }
  };

  const waitFor = async (appId: string, senders: Senders): Promise<void> => {
    waiting.set(appId, senders);
    // Those who were left out with it come along.
    await Promise.resolve();
    while (senders.length > 0) {
      const next = senders.splice(0, SHARERS_MAX);
      const left = next.length > 1 ? await sendTogether(next, true) : next;
      await Promise.all(left.map(sendAlone));
    }
    waiting.delete(appId);
  };

  const waitAlongside = (sender: Sender<Item, Result>): void => {
    const { appId } = sender.item;
    const others = waiting.get(appId);
    if (others) others.push(sender);
    else void waitFor(appId, [sender]);
  };

  const sendGathered = async (): Promise<void> => {
    while (gathered.length > 0) {
      const next = gathered.splice(0, SHARERS_MAX);
      const free = next.filter((sender) => {
        const isWaitedFor = waiting.has(sender.item.appId);
        if (isWaitedFor) waitAlongside(sender);
        return !isWaitedFor;
      });
      const isAlone = free.length === 1 && waiting.size === 0;
      const left = isAlone || free.length === 0 ? free : await sendTogether(free, false);
      for (const sender of left) waitAlongside(sender);
    }
    isWriting = false;
  };

  return (sender: Sender<Item, Result>): void => {
    gathered.push(sender);
    if (isWriting) return;
    isWriting = true;
    setImmediate(() => void sendGathered());
  };
}

/**
 * A write that shares a transaction with those that arrive while an earlier one is written, because most of a small
 * transaction's time goes to its commit. The answer is there once it is committed. Nobody waits when nothing is being
 * written, nor for an app that somebody else holds but those who need it; one that fails fails no other.
 */
export function writeTogether<Item extends { appId: string }, Result>(
  write: Write<Item, Result>,
): (db: Db, item: Item) => Promise<Result> {
  const lanes = new WeakMap<Db, (sender: Sender<Item, Result>) => void>();
  return (db, item) => {
    const send = lanes.get(db) ?? openLane(db, write);
    lanes.set(db, send);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    send({ item, answer: resolve, fail: reject });
    return promise;
  };
}
