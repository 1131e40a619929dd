import type { Db } from './client.ts';
import { run, type Statement, unplanned } from './statement.ts';

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

type Values = Statement['values'];
type Placed = { no: number };

/** The statement for several at once, each with a row of the values that it has for itself. */
function forEach(text: string, rows: readonly Values[]): Statement {
  const columns = (rows[0] ?? []).map((_value, index) => `v${index + 1}`);
  const lists = columns.map((_name, index) => unplanned(`$${index + 1}::text[]`));
  return {
    text: `SELECT asked.no::int, found.* FROM unnest(${lists.join(', ')}) WITH ORDINALITY AS asked (${columns.join(', ')}, no)
      CROSS JOIN LATERAL (${text.replaceAll(/\$(?=\d)/g, 'asked.v')}) AS found`,
    values: columns.map((_name, index) => rows.map((values) => values[index])),
  };
}

/** More than a node has unless somebody tries out settings for a long time; what comes after is run by itself. */
const SHARED_MAX = 200;
const shared = new Map<string, (db: Db, values: Values) => Promise<Placed | undefined>>();

/**
 * The one row of the statement, or undefined when it finds none, read together for all who ask for the same text in the
 * same turn. Its values are texts, numbers or null, and have their types in the text, because they are handed over as
 * text.
 */
export async function runShared<Row extends object>(
  db: Db,
  { text, values }: Statement,
): Promise<Row | undefined> {
  const known = shared.get(text);
  if (!known && shared.size >= SHARED_MAX) return (await run<Row>(db, { text, values }))[0];
  const read =
    known ??
    together(async (on: Db, rows: readonly Values[]) => {
      const found = await run<Row & Placed>(on, forEach(text, rows));
      const byPlace = new Map(found.map((row) => [row.no, row]));
      return rows.map((_values, index) => byPlace.get(index + 1));
    });
  shared.set(text, read);
  return (await read(db, values)) as Row | undefined;
}
