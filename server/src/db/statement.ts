import { DrizzleQueryError } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { Db } from './client.ts';
import { clientOf } from './transaction.ts';

/** OIDs that `pg` does not export. */
const ARRAY_OF = { timestamp: 1115, date: 1182, timestamptz: 1185, interval: 1187, numeric: 1231 };

/** There must be few texts, because each is prepared on each connection. */
export interface Statement {
  text: string;
  values: unknown[];
}

/** Maximum number of named statements. An evicted one gets a new name, so connections may hold both. */
const NAMES_MAX = 200;
const names = new LRUCache<string, string>({ max: NAMES_MAX });
let named = 0;

function statementNameOf(text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  named += 1;
  const name = `zapdeck_${named}`;
  names.set(text, name);
  return name;
}

const TEXT_TYPES = new Set<number>([
  pg.types.builtins.TIMESTAMPTZ,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.DATE,
  pg.types.builtins.INTERVAL,
  ARRAY_OF.timestamp,
  ARRAY_OF.date,
  ARRAY_OF.timestamptz,
  ARRAY_OF.interval,
  ARRAY_OF.numeric,
]);
const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    TEXT_TYPES.has(id) ? (value: string) => value : pg.types.getTypeParser(id, format),
};

/** Runs a prepared statement. Timestamps and `bigint` stay text. Rejects with drizzle's error, which contains no values. */
export async function run<Row extends object>(db: Db, { text, values }: Statement): Promise<Row[]> {
  try {
    const { rows } = await clientOf(db).query<Row>({ name: statementNameOf(text), text, types }, values);
    return rows;
  } catch (error) {
    throw new DrizzleQueryError(text, values, error as Error);
  }
}
