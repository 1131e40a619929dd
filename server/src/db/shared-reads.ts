import { LRUCache } from 'lru-cache';
import type { Db } from './client.ts';
import { run, type Statement, unplanned, type Use } from './statement.ts';

/**
 * Maximum number of reads per statement. A larger statement would occupy one PostgreSQL process while all calls wait.
 */
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

/** A statement whose values can be passed as text. Its SQL casts them to their types. */
export interface SharedStatement extends Statement {
  values: (string | number | null)[];
}

type StatementValues = SharedStatement['values'];

function requireShareable(value: unknown): StatementValues[number] {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`A shared statement takes texts, numbers and NULL, not ${typeof value}`);
}

export function writeShared(text: (use: Use) => string): SharedStatement {
  const values: StatementValues = [];
  return { text: text((value) => `$${values.push(requireShareable(value))}`), values };
}

type Numbered = { no: number };

function forSeveral(text: string, rows: readonly StatementValues[]): Statement {
  const columns = (rows[0] ?? []).map((_value, index) => `v${index + 1}`);
  const lists = columns.map((_name, index) => unplanned(`$${index + 1}::text[]`));
  return {
    text: `SELECT asked.no::int, found.* FROM unnest(${lists.join(', ')}) WITH ORDINALITY AS asked (${columns.join(', ')}, no)
      CROSS JOIN LATERAL (${text.replaceAll(/\$(?=\d)/g, 'asked.v')}) AS found`,
    values: columns.map((_name, index) => rows.map((values) => values[index])),
  };
}

const TEXTS_MAX = 200;
const shared = new LRUCache<string, (db: Db, values: StatementValues) => Promise<Numbered | undefined>>({
  max: TEXTS_MAX,
});

export async function readShared<Row extends object>(
  db: Db,
  { text, values }: SharedStatement,
): Promise<Row | undefined> {
  const read =
    shared.get(text) ??
    sharedRead(async (on: Db, rows: readonly StatementValues[]) => {
      const found = await run<Row & Numbered>(on, forSeveral(text, rows));
      const byNumber = new Map(found.map((row) => [row.no, row]));
      return rows.map((_values, index) => byNumber.get(index + 1));
    });
  shared.set(text, read);
  return (await read(db, values)) as Row | undefined;
}

/** Does not batch: a slow statement would delay others. */
export async function readAlone<Row extends object>(
  db: Db,
  { text, values }: SharedStatement,
): Promise<Row | undefined> {
  return (await run<Row>(db, forSeveral(text, [values])))[0];
}
