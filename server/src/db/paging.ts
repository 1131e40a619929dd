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
 * A whole list, newest first, batch by batch: each is a statement of its own that begins behind the last row, so that no
 * connection waits for a slow reader and nothing is counted past. What comes meanwhile stands before its beginning.
 */
export async function* inBatches<Row>(
  table: Readonly<Record<keyof Place, PgColumn>>,
  read: (page: { isBehind: SQL | undefined; limit: number }) => Promise<Row[]>,
  placeOf: (row: Row) => Place,
): AsyncGenerator<Row[]> {
  let last: Row | undefined;
  do {
    const place = last && placeOf(last);
    const isBehind =
      place && sql`(${table.createdAt}, ${table.id}) < (${place.createdAt}::timestamptz, ${place.id}::uuid)`;
    const rows = await read({ isBehind, limit: ROWS_AT_ONCE });
    if (rows.length > 0) yield rows;
    last = rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1);
  } while (last);
}
