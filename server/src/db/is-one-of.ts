import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** SQL condition with one parameter for all values: drizzle needs 20 µs for each parameter. */
export function isOneOf(column: PgColumn, values: Iterable<string>): SQL {
  return sql`${column} = ANY(${sql.param([...values])})`;
}
