/** Nobody could take a place in time. */
export class NoSlot extends Error {
  override name = 'NoSlot';
}

interface SlotLimits {
  total: number;
  /** Of the total, for one key. */
  perKey: number;
  /** More than so many waiters are turned away at once. */
  waiting: number;
}

interface Waiter {
  key: string;
  start: () => void;
}

export interface Slots {
  /** Runs the work once there is a place for its key. Rejects with NoSlot when the signal ends the wait first. */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** So many things at once in all and for each key; who waits is served in order, but never behind another key's crowd. */
export function createSlots({ total, perKey, waiting }: SlotLimits): Slots {
  const busy = new Map<string, number>();
  const queue: Waiter[] = [];
  let running = 0;

  const hasPlace = (key: string) => running < total && (busy.get(key) ?? 0) < perKey;
  const take = (key: string) => {
    running += 1;
    busy.set(key, (busy.get(key) ?? 0) + 1);
  };
  const release = (key: string) => {
    running -= 1;
    const left = (busy.get(key) ?? 1) - 1;
    if (left === 0) busy.delete(key);
    else busy.set(key, left);
    const next = queue.findIndex((waiter) => hasPlace(waiter.key));
    if (next !== -1) queue.splice(next, 1)[0]?.start();
  };

  const acquire = (key: string, signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (signal.aborted) return reject(new NoSlot());
      if (hasPlace(key)) {
        take(key);
        return resolve();
      }
      if (queue.length >= waiting) return reject(new NoSlot());
      const giveUp = () => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(new NoSlot());
      };
      const waiter = {
        key,
        start: () => {
          signal.removeEventListener('abort', giveUp);
          take(key);
          resolve();
        },
      };
      queue.push(waiter);
      signal.addEventListener('abort', giveUp, { once: true });
    });

  return {
    async run(key, signal, work) {
      await acquire(key, signal);
      try {
        return await work();
      } finally {
        release(key);
      }
    },
  };
}
