import { LRUCache } from 'lru-cache';
import type { Db } from './client.ts';
import { run, type Statement, unplanned, type Use } from './statement.ts';

/** So many share a statement at most: one of many would keep a single processor of PostgreSQL's busy, and all waiting. */
const SHARERS_MAX = 16;

/**
 * A read that one statement does for all who ask in the same turn of the event loop, because a round trip costs more
 * than most reads: the busier a node is, the more it saves, and nobody waits for it. Each statement begins after
 * everybody asked whom it answers. `load` returns what it found in the order of the keys; when it fails, it fails them all.
 */
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

/** A statement whose values can be handed over as text, and have their types in the text. */
export interface SharedStatement extends Statement {
  values: (string | number | null)[];
}

type Values = SharedStatement['values'];

function requireShareable(value: unknown): Values[number] {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  throw new TypeError(`A shared statement takes texts, numbers and NULL, not ${typeof value}`);
}

/** Writes a statement as `write` does; throws for a value that cannot be handed over as text. */
export function writeShared(text: (use: Use) => string): SharedStatement {
  const values: Values = [];
  return { text: text((value) => `$${values.push(requireShareable(value))}`), values };
}

type Numbered = { no: number };

/** The statement for several at once, each with a row of the values that it has for itself. */
function forSeveral(text: string, rows: readonly Values[]): Statement {
  const columns = (rows[0] ?? []).map((_value, index) => `v${index + 1}`);
  const lists = columns.map((_name, index) => unplanned(`$${index + 1}::text[]`));
  return {
    text: `SELECT asked.no::int, found.* FROM unnest(${lists.join(', ')}) WITH ORDINALITY AS asked (${columns.join(', ')}, no)
      CROSS JOIN LATERAL (${text.replaceAll(/\$(?=\d)/g, 'asked.v')}) AS found`,
    values: columns.map((_name, index) => rows.map((values) => values[index])),
  };
}

/** More statements than are in use at a time. */
const TEXTS_MAX = 200;
const shared = new LRUCache<string, (db: Db, values: Values) => Promise<Numbered | undefined>>({
  max: TEXTS_MAX,
});

/** The one row of the statement, or undefined when it finds none, read together for all who ask for the same text. */
export async function readShared<Row extends object>(
  db: Db,
  { text, values }: SharedStatement,
): Promise<Row | undefined> {
  const read =
    shared.get(text) ??
    sharedRead(async (on: Db, rows: readonly Values[]) => {
      const found = await run<Row & Numbered>(on, forSeveral(text, rows));
      const byNumber = new Map(found.map((row) => [row.no, row]));
      return rows.map((_values, index) => byNumber.get(index + 1));
    });
  shared.set(text, read);
  return (await read(db, values)) as Row | undefined;
}

/** The same for a statement that may take long, so that nobody else waits for it. */
export async function readAlone<Row extends object>(
  db: Db,
  { text, values }: SharedStatement,
): Promise<Row | undefined> {
  return (await run<Row>(db, forSeveral(text, [values])))[0];
}
