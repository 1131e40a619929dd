import type { Db } from './client.ts';
import { isLockTimeout, isRolledBack } from './constraints.ts';

/** So many share a transaction at most. */
const SHARERS_MAX = 32;

interface SharedWrite<Item, Result> {
  /** The row that only one transaction at a time can change. */
  rowOf: (item: Item) => string;
  /**
   * One statement for all, as if one came after the other; what became of each, in their order. Unless it is to wait, it
   * leaves out those whose rows somebody else holds: undefined.
   */
  write: (db: Db, items: readonly Item[], waits: boolean) => Promise<readonly (Result | undefined)[]>;
}

interface Waiter<Item, Result> {
  item: Item;
  answer: (result: Result) => void;
  fail: (error: unknown) => void;
}

/** The queue of those whose rows nobody is known to hold; the others are named after their row. */
const FREE = '';

function openQueues<Item, Result>(db: Db, { rowOf, write }: SharedWrite<Item, Result>) {
  type Queue = Waiter<Item, Result>[];
  const queues = new Map<string, Queue>();

  const enter = (name: string, waiter: Waiter<Item, Result>): void => {
    const queue = queues.get(name) ?? [];
    queue.push(waiter);
    if (queues.has(name)) return;
    queues.set(name, queue);
    setImmediate(() => void writeAll(name, queue));
  };

  const writeAll = async (name: string, queue: Queue): Promise<void> => {
    while (queue.length > 0) await writeShared(name, queue.splice(0, SHARERS_MAX), queue);
    queues.delete(name);
  };

  const writeShared = async (name: string, sharers: Queue, behind: Queue): Promise<void> => {
    const items = sharers.map(({ item }) => item);
    try {
      const results = await write(db, items, name !== FREE);
      for (const [index, waiter] of sharers.entries()) {
        const result = results[index];
        if (result === undefined) enter(rowOf(waiter.item), waiter);
        else waiter.answer(result);
      }
    } catch (error) {
      if (isLockTimeout(error)) {
        // Those behind would wait in vain for the same.
        for (const { fail } of [...sharers, ...behind.splice(0)]) fail(error);
      } else if (isRolledBack(error) && sharers.length > 1) {
        for (const waiter of sharers) await writeShared(name, [waiter], behind);
      } else {
        for (const { fail } of sharers) fail(error);
      }
    }
  };

  return (waiter: Waiter<Item, Result>): void => {
    const row = rowOf(waiter.item);
    enter(queues.has(row) ? row : FREE, waiter);
  };
}

/**
 * A write that shares a transaction with those that arrive while an earlier one is written, because most of a small
 * transaction's time goes to its commit. The answer is there once it is committed. Nobody waits for a row that somebody
 * else holds but those who need it. Those who wait for the same row are refused together when it is not free in time; else
 * one that fails fails no other.
 */
export function shareCommit<Item, Result>(
  shared: SharedWrite<Item, Result>,
): (db: Db, item: Item) => Promise<Result> {
  const opened = new WeakMap<Db, (waiter: Waiter<Item, Result>) => void>();
  return (db, item) => {
    const add = opened.get(db) ?? openQueues(db, shared);
    opened.set(db, add);
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    add({ item, answer: resolve, fail: reject });
    return promise;
  };
}
