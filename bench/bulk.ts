import type pg from 'pg';

interface Dropped {
  drop: string;
  restore: string;
}

/** Indexes of tables. With keys, only those that no foreign key references. */
const INDEXES_SQL = `SELECT
    CASE WHEN own.conname IS NULL THEN format('DROP INDEX %s', index.indexrelid::regclass)
      ELSE format('ALTER TABLE %s DROP CONSTRAINT %I', index.indrelid::regclass, own.conname) END AS drop,
    CASE WHEN own.conname IS NULL THEN pg_get_indexdef(index.indexrelid)
      ELSE format('ALTER TABLE %s ADD CONSTRAINT %I %s', index.indrelid::regclass, own.conname,
        pg_get_constraintdef(own.oid)) END AS restore
  FROM pg_index AS index
    LEFT JOIN pg_constraint AS own ON own.conindid = index.indexrelid AND own.contype IN ('p', 'u')
  WHERE index.indrelid = ANY ($1::regclass[]) AND ($2 OR own.conname IS NULL)
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE contype = 'f' AND conindid = index.indexrelid)
  ORDER BY index.indexrelid`;

/**
 * Drops the indexes of tables during the work and creates them again, because sorting once is faster. `andKeys`
 * includes unique indexes.
 */
export async function withoutIndexes(
  client: pg.ClientBase,
  { tables, andKeys }: { tables: readonly string[]; andKeys: boolean },
  work: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<Dropped>(INDEXES_SQL, [tables, andKeys]);
  for (const { drop } of rows) await client.query(drop);
  await work();
  for (const { restore } of rows) await client.query(restore);
}
