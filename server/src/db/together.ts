import type { Db } from './client.ts';

/**
 * A read that one statement does for all who ask in the same turn of the event loop, because a round trip costs more
 * than most reads: the busier a node is, the more it saves, and nobody waits for it. Each statement begins after
 * everybody asked whom it answers. `load` returns what it found in the order of the keys; when it fails, it fails them all.
 */
export function together<Key, Value>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  const gathering = new WeakMap<Db, { keys: Key[]; values: Promise<readonly Value[]> }>();
  const gather = (db: Db) => {
    const keys: Key[] = [];
    const { promise, resolve } = Promise.withResolvers<readonly Value[]>();
    setImmediate(() => {
      gathering.delete(db);
      resolve(load(db, keys));
    });
    const batch = { keys, values: promise };
    gathering.set(db, batch);
    return batch;
  };
  return async (db, key) => {
    const { keys, values } = gathering.get(db) ?? gather(db);
    const place = keys.push(key) - 1;
    return (await values)[place] as Value;
  };
}
