import type { Db } from './client.ts';
import { isLockTimeout, isRolledBack } from './constraints.ts';

const SHARERS_MAX = 32;

interface SharedWrite<Item, Result> {
  rowOf: (item: Item) => string;
  /** Writes all items in one statement. Returns undefined for items with locked rows, unless `waits`. */
  write: (db: Db, items: readonly Item[], waits: boolean) => Promise<readonly (Result | undefined)[]>;
}

interface Waiter<Item, Result> {
  item: Item;
  answer: (result: Result) => void;
  fail: (error: unknown) => void;
}

/** Queue of items without known row locks. Other queues are named after their row. */
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

/** Batches items that arrive during a commit. A failure rejects its item, and a lock timeout all items of that row. */
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
