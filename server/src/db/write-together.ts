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
   * wait, and those that it can do nothing about; the results are by the items' places, from 1. Not to wait means to
   * give up at once, with PostgreSQL's error, where waiting can't be seen in advance.
   */
  several: (db: Db, items: readonly Item[], waits: boolean) => Promise<ReadonlyMap<number, Result>>;
}

/** Somebody who waits for the answer to their item. */
interface Waiter<Item, Result> {
  item: Item;
  answer: (result: Result | PromiseLike<Result>) => void;
  fail: (error: unknown) => void;
}

/** Opens what one batch after the other is written through, and returns who adds to it. */
function openLane<Item extends { appId: string }, Result>(db: Db, write: Write<Item, Result>) {
  type Waiters = Waiter<Item, Result>[];
  const gathered: Waiters = [];
  let isWriting = false;
  /** Those whose app is waited for, who came alone, or whose batch was undone, by app. */
  const besides = new Map<string, Waiters>();

  const writeAlone = async ({ item, answer }: Waiter<Item, Result>): Promise<void> => {
    const result = write.alone(db, item);
    answer(result);
    await result.catch(() => undefined);
  };

  /** Returns those who were left out: all, when PostgreSQL undid it because of one of them. */
  const writeSeveral = async (waiters: Waiters, behind?: Waiters): Promise<Waiters> => {
    const items = waiters.map(({ item }) => item);
    try {
      const results = await write.several(db, items, behind !== undefined);
      return waiters.filter(({ answer }, index) => {
        const result = results.get(index + 1);
        if (result !== undefined) answer(result);
        return result === undefined;
      });
    } catch (error) {
      const hasWaited = behind !== undefined && isLockTimeout(error);
      if (isRolledBack(error) && !hasWaited) return waiters;
      // It may have been committed, or what was waited for in vain is what all behind would wait for.
      for (const { fail } of waiters) fail(error);
      if (hasWaited) for (const { fail } of behind.splice(0)) fail(error);
      return [];
    }
  };

  const writeBeside = async (appId: string, waiters: Waiters): Promise<void> => {
    besides.set(appId, waiters);
    // Those who were left out with it come along.
    await Promise.resolve();
    while (waiters.length > 0) {
      const next = waiters.splice(0, SHARERS_MAX);
      const left = next.length > 1 ? await writeSeveral(next, waiters) : next;
      // One after the other, as they came.
      for (const waiter of left) await writeAlone(waiter);
    }
    besides.delete(appId);
  };

  const stepAside = (waiter: Waiter<Item, Result>): void => {
    const { appId } = waiter.item;
    const others = besides.get(appId);
    if (others) others.push(waiter);
    else void writeBeside(appId, [waiter]);
  };

  const writeGathered = async (): Promise<void> => {
    while (gathered.length > 0) {
      const next = gathered.splice(0, SHARERS_MAX);
      const free = next.filter((waiter) => {
        const isWaitedFor = besides.has(waiter.item.appId);
        if (isWaitedFor) stepAside(waiter);
        return !isWaitedFor;
      });
      const isAlone = free.length === 1 && besides.size === 0;
      const left = isAlone || free.length === 0 ? free : await writeSeveral(free);
      for (const waiter of left) stepAside(waiter);
    }
    isWriting = false;
  };

  return (waiter: Waiter<Item, Result>): void => {
    gathered.push(waiter);
    if (isWriting) return;
    isWriting = true;
    setImmediate(() => void writeGathered());
  };
}

/**
 * A write that shares a transaction with those that arrive while an earlier one is written, because most of a small
 * transaction's time goes to its commit. The answer is there once it is committed. Nobody waits when nothing is being
 * written, nor long for an app that somebody else holds but those who need it; one that fails fails no other.
 */
export function writeTogether<Item extends { appId: string }, Result>(
  write: Write<Item, Result>,
): (db: Db, item: Item) => Promise<Result> {
  const lanes = new WeakMap<Db, (waiter: Waiter<Item, Result>) => void>();
  return (db, item) => {
    const add = lanes.get(db) ?? openLane(db, write);
    lanes.set(db, add);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    add({ item, answer: resolve, fail: reject });
    return promise;
  };
}
