import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

export interface ListPage<T> {
  items: T[];
  total: number;
}

/** Returns a LIKE pattern for texts that contain this text. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

const ROWS_AT_ONCE = 500;

/** Yields a list in batches. Each statement starts after the last row, so a slow reader holds no connection. */
export async function* batchesBehind<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  rowsAtOnce = ROWS_AT_ONCE,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last, rowsAtOnce);
    if (rows.length > 0) yield rows;
    last = rows.length < rowsAtOnce ? undefined : rows.at(-1);
  } while (last);
}

interface KeysetPosition {
  createdAt: Date;
  id: string;
}

interface Unfiltered<Row> {
  where(condition: SQL | undefined): {
    orderBy(...columns: SQL[]): { limit(rows: number): PromiseLike<Row[]> };
  };
}

interface WholeList<Row, Item> {
  select: (db: Db) => Unfiltered<Row>;
  table: Readonly<Record<keyof KeysetPosition, PgColumn>>;
  condition: SQL | undefined;
  db: Db;
  placeOf: (row: Row) => KeysetPosition;
  present: (rows: Row[]) => Item[] | Promise<Item[]>;
}

export async function* inBatches<Row, Item>({
  select,
  table,
  condition,
  db,
  placeOf,
  present,
}: WholeList<Row, Item>): AsyncGenerator<Item[]> {
  const batches = batchesBehind(async (last: Row | undefined, limit) => {
    const place = last && placeOf(last);
    const isBehind =
      place && sql`(${table.createdAt}, ${table.id}) < (${place.createdAt}::timestamptz, ${place.id}::uuid)`;
    return select(db)
      .where(and(condition, isBehind))
      .orderBy(desc(table.createdAt), desc(table.id))
      .limit(limit);
  });
  for await (const rows of batches) yield await present(rows);
}

/** Reads a paged list to its end, in batches. */
export function inPages<Item>(
  read: (page: { limit: number; offset: number }) => Promise<ListPage<Item>>,
  rowsAtOnce = ROWS_AT_ONCE,
): AsyncGenerator<Item[]> {
  let offset = 0;
  return batchesBehind(async (_last: Item | undefined, limit) => {
    const { items } = await read({ limit, offset });
    offset += items.length;
    return items;
  }, rowsAtOnce);
}
