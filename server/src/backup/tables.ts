import type pg from 'pg';
import { one } from '../db/client.ts';

/** Tables that are recomputed after a restore. */
export const NOT_KEPT = ['hands', 'known_words', 'schema_files', 'search_documents'];

export const COPY_SETTINGS = [
  ['statement_timeout', '0'],
  ['lock_timeout', '0'],
  ['idle_in_transaction_session_timeout', '0'],
  ['DateStyle', 'ISO'],
  ['TimeZone', 'UTC'],
  ['extra_float_digits', '1'],
  ['synchronize_seqscans', 'off'],
  ['enable_indexscan', 'off'],
  ['enable_indexonlyscan', 'off'],
  ['max_parallel_workers_per_gather', '0'],
]
  .map(([name, value]) => `SET LOCAL ${name} = ${value}`)
  .join('; ');

export interface TableHead {
  table: string;
  columns: string[];
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

export function copyInto({ table, columns }: TableHead): string {
  return `COPY ${quoted(table)} (${columns.map(quoted).join(', ')}) FROM stdin`;
}

export function copyOutOf({ table, columns }: TableHead): string {
  return `COPY (SELECT ${columns.map(quoted).join(', ')} FROM ${quoted(table)}) TO STDOUT`;
}

interface ColumnRow {
  table: string;
  column: string;
}

/** Returns the tables, referenced ones first. */
export async function readTables(client: pg.Client): Promise<TableHead[]> {
  const { rows } = await client.query<ColumnRow>(
    `SELECT c.relname AS table, a.attname AS column
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
       AND a.attgenerated = '' AND c.relname <> ALL ($1)
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')
     ORDER BY c.relname, a.attnum`,
    [NOT_KEPT],
  );
  const references = await client.query<{ from: string; to: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS from, confrelid::regclass::text AS to
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema()::regnamespace AND conrelid <> confrelid`,
  );
  const left = new Set(rows.map(({ table }) => table));
  const inOrder: string[] = [];
  while (left.size > 0) {
    const free = [...left].filter(
      (table) => !references.rows.some(({ from, to }) => from === table && left.has(to)),
    );
    if (free.length === 0)
      throw new Error(`The tables ${[...left].join(', ')} refer to each other in a circle`);
    for (const table of free) left.delete(table);
    inOrder.push(...free);
  }
  return inOrder.map((table) => ({
    table,
    columns: rows.filter((row) => row.table === table).map(({ column }) => column),
  }));
}

export async function estimateRows(client: pg.Client, tables: readonly TableHead[]): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    `SELECT coalesce(sum(greatest(reltuples, 0)), 0)::float8 AS rows FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relname = ANY ($1)`,
    [tables.map(({ table }) => table)],
  );
  return one(rows).rows;
}
