import pLimit from 'p-limit';

export class NoSlot extends Error {
  override name = 'NoSlot';
}

interface SlotLimits {
  total: number;
  perKey: number;
  waiting: number;
}

interface Slots {
  /** Rejects with NoSlot if too many callers wait, or if the signal aborts first. */
  run<T>(key: string, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

/** Creates slots. Waiting work of one key does not delay other keys. */
export function createSlots({ total, perKey, waiting }: SlotLimits): Slots {
  const limit = pLimit(total);
  const keys = new Map<string, { limit: typeof limit; entries: number }>();
  let entries = 0;
  let eligible = 0;

  const enter = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const key = keys.get(name) ?? { limit: pLimit(perKey), entries: 0 };
    const isFree = key.entries < perKey && eligible < total;
    if (!isFree && entries - Math.min(eligible, total) >= waiting) throw new NoSlot();
    keys.set(name, key);
    if (key.entries < perKey) eligible += 1;
    key.entries += 1;
    entries += 1;
    try {
      return await key.limit(() => limit(work));
    } finally {
      entries -= 1;
      key.entries -= 1;
      if (key.entries < perKey) eligible -= 1;
      if (key.entries === 0) keys.delete(name);
    }
  };

  return {
    async run(key, signal, work) {
      if (signal.aborted) throw new NoSlot();
      const { promise: abortedWait, reject } = Promise.withResolvers<never>();
      const stopWaiting = () => reject(new NoSlot());
      signal.addEventListener('abort', stopWaiting, { once: true });
      const started = enter(key, async () => {
        signal.removeEventListener('abort', stopWaiting);
        if (signal.aborted) throw new NoSlot();
        return work();
      });
      return Promise.race([started, abortedWait]);
    },
  };
}
