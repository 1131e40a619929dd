import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** One page of a list, and how long the whole list is. */
export interface ListPage<T> {
  items: T[];
  total: number;
}

/** The pattern that ILIKE matches wherever the text stands, with nothing in it read as a wildcard. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Where a row stands in the order of creation. */
interface Place {
  createdAt: Date;
  id: string;
}

/** So many rows of a file are in memory at a time. */
const ROWS_AT_ONCE = 500;

/**
 * A whole list, batch by batch: each is a statement of its own that begins behind the last row, so that no connection waits
 * for a slow reader and nothing is counted past. What comes meanwhile and stands before its beginning is left out.
 */
export async function* batchesBehind<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const rows = await read(last, ROWS_AT_ONCE);
    if (rows.length > 0) yield rows;
    last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
  } while (last);
}

/** The same for a list in the order of creation, newest first. */
export function inBatches<Row>(
  table: Readonly<Record<keyof Place, PgColumn>>,
  read: (page: { isBehind: SQL | undefined; limit: number }) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row[]> {
  return batchesBehind((last: Row | undefined, limit) => {
    const place = last && placeOf(last);
    const isBehind =
      place && sql`(${table.createdAt}, ${table.id}) < (${place.createdAt}::timestamptz, ${place.id}::uuid)`;
    return read({ isBehind, limit });
  });
}

/** The same for a list that is short, as people add to it by hand: page by page, as on its screen. */
export function inPages<Item>(
  read: (page: { limit: number; offset: number }) => Promise<ListPage<Item>>,
): AsyncGenerator<Item[]> {
  let offset = 0;
  return batchesBehind(async (_last: Item | undefined, limit) => {
    const { items } = await read({ limit, offset });
    offset += items.length;
    return items;
  });
}
