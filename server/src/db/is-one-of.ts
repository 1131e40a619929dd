import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Returns an SQL condition with one parameter for all values, because drizzle needs 20 µs per parameter. */
export function isOneOf(column: PgColumn, values: Iterable<string>): SQL {
  return sql`${column} = ANY(${sql.param([...values])})`;
}
