import { LRUCache } from 'lru-cache';
import type { Db } from './client.ts';
import { run } from './statement.ts';

/** Maximum number of reads per statement. A larger statement would occupy one PostgreSQL process while all calls wait. */
const SHARERS_MAX = 16;

/** Batches the calls of one turn of the event loop into one statement. `load` keeps the order of the keys. */
export function sharedRead<Key, Value>(
  load: (db: Db, keys: readonly Key[]) => Promise<readonly Value[]>,
): (db: Db, key: Key) => Promise<Value> {
  const gathering = new WeakMap<Db, { keys: Key[]; values: Promise<readonly Value[]> }>();
  const gather = (db: Db) => {
    const keys: Key[] = [];
    const { promise, resolve } = Promise.withResolvers<readonly Value[]>();
    const batch = { keys, values: promise };
    setImmediate(() => {
      if (gathering.get(db) === batch) gathering.delete(db);
      resolve(load(db, keys));
    });
    gathering.set(db, batch);
    return batch;
  };
  return async (db, key) => {
    const { keys, values } = gathering.get(db) ?? gather(db);
    const place = keys.push(key) - 1;
    if (keys.length === SHARERS_MAX) gathering.delete(db);
    return (await values)[place] as Value;
  };
}

export interface SharedStatement {
  text: string;
  asked: Readonly<Record<string, unknown>>;
}

async function readRows<Row extends object>(
  db: Db,
  text: string,
  calls: readonly SharedStatement['asked'][],
): Promise<(Row | undefined)[]> {
  const values = [JSON.stringify(calls.map((asked, no) => ({ no, ...asked })))];
  const byNumber = new Map(
    (await run<Row & { no: number }>(db, { text, values })).map((row) => [row.no, row]),
  );
  return calls.map((_asked, no) => byNumber.get(no));
}

const TEXTS_MAX = 200;
const shared = new LRUCache<string, (db: Db, asked: SharedStatement['asked']) => Promise<object | undefined>>(
  {
    max: TEXTS_MAX,
  },
);

/** Returns the row of this call. */
export async function readShared<Row extends object>(
  db: Db,
  { text, asked }: SharedStatement,
): Promise<Row | undefined> {
  const read =
    shared.get(text) ??
    sharedRead<SharedStatement['asked'], object | undefined>((on, calls) => readRows(on, text, calls));
  shared.set(text, read);
  return (await read(db, asked)) as Row | undefined;
}

/** Does not batch: a slow statement would delay others. */
export async function readAlone<Row extends object>(
  db: Db,
  { text, asked }: SharedStatement,
): Promise<Row | undefined> {
  return (await readRows<Row>(db, text, [asked]))[0];
}
