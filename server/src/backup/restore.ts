import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { applySchema, hashOf, readSchemaFiles, type SchemaFiles } from '../db/migrate.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { BackupEnd, BackupHeader, BackupReader, TableEnd, UnusableBackup } from './archive.ts';
import type { Progress, Source } from './backup.ts';
import { COPY_SETTINGS, copyInto, copyOutOf, type KeptTable, readTables } from './tables.ts';

/** The database holds something already; the message tells the operator. */
export class DatabaseInUse extends Error {
  override name = 'DatabaseInUse';
}

/** What had made the schema of the backup, but for functions: without them no trigger counts what is read in. */
function schemaOf({ migrations, version }: BackupHeader, files: SchemaFiles): SchemaFiles {
  const ours = new Map(files.migrations.map((file) => [file.path, hashOf(file)]));
  if (!migrations.every(({ path, hash }) => ours.get(path) === hash)) {
    throw new UnusableBackup(
      `The backup was made by Zapdeck ${version}, whose schema this version does not know: restore with that version or a later one.`,
    );
  }
  const made = new Set(migrations.map(({ path }) => path));
  return { migrations: files.migrations.filter(({ path }) => made.has(path)), functions: [] };
}

async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') LIMIT 1`,
  );
  if (rows.length === 0) return;
  throw new DatabaseInUse(
    `The database is not empty (it has a table "${rows[0]?.name}"): restore into a new DATA_DIR, or into an empty database.`,
  );
}

/** Takes away the indexes that no constraint needs; returns how to make them again, all at once, which is far quicker. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Reads a table in and says what came; the hash is of what the file has. */
async function readIn(client: pg.Client, table: KeptTable, reader: BackupReader): Promise<TableEnd> {
  const hash = createHash('sha256');
  const into = client.query(copyFrom(copyInto(table)));
  await pipeline(
    reader.rows(),
    async function* (pieces: AsyncIterable<Buffer>) {
      for await (const piece of pieces) {
        hash.update(piece);
        yield piece;
      }
    },
    into,
  );
  return { table: table.table, rows: into.rowCount, sha256: hash.digest('hex') };
}

/** The hash of what the database has of a table now. */
async function hashStored(client: pg.Client, table: KeptTable): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of client.query(copyTo(copyOutOf(table))) as AsyncIterable<Buffer>)
    hash.update(piece);
  return hash.digest('hex');
}

function requireEqual(read: TableEnd, told: TableEnd, storedHash: string): void {
  if (read.table !== told.table || read.rows !== told.rows || read.sha256 !== told.sha256) {
    throw new UnusableBackup(
      `The backup is damaged: the rows of "${told.table}" are not those that were written.`,
    );
  }
  if (storedHash !== told.sha256)
    throw new Error(`The database stored other rows of "${told.table}" than were written.`);
}

async function readAll(
  client: pg.Client,
  reader: BackupReader,
  { header, jobs, onProgress }: { header: BackupHeader; jobs: JobQueue; onProgress: Progress },
): Promise<void> {
  const known = new Map((await readTables(client)).map((table) => [table.table, table]));
  const tables = header.tables.map(({ table, columns }) => {
    const found = known.get(table);
    if (!found || found.columns.toSorted().join() !== columns.toSorted().join())
      throw new UnusableBackup(`The backup is damaged: its table "${table}" is not as its version makes it.`);
    return { ...found, columns };
  });
  // What the schema itself brings is in the backup too.
  await client.query(`TRUNCATE ${tables.map(({ table }) => `"${table}"`).join(', ')} CASCADE`);
  const indexes = await dropIndexes(client);
  let rows = 0;
  for (const table of tables) {
    const read = await readIn(client, table, reader);
    requireEqual(read, await reader.said(TableEnd), await hashStored(client, table));
    rows += read.rows;
    onProgress({ rows, rowsEstimated: header.rowsEstimated, table: table.table });
  }
  const { waiting } = await reader.said(BackupEnd);
  await jobs.resume(drizzle(client), waiting);
  for (const index of indexes) await client.query(index);
  for (const { name, value } of header.sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [name, value ?? 1, value !== null]);
}

/**
 * Reads a backup into an empty database, of any PostgreSQL from 15 on: all of it, each table checked by its number of
 * rows and their hash as they are stored, and the schema brought up to date, or nothing. Throws UnusableBackup and
 * DatabaseInUse.
 */
export async function restoreBackup(
  { connection, jobs }: Source,
  path: string,
  onProgress: Progress = () => undefined,
): Promise<void> {
  const reader = new BackupReader(path);
  const client = new pg.Client({ ...connection, application_name: 'zapdeck restore' });
  client.on('error', () => undefined);
  try {
    const header = await reader.said(BackupHeader);
    const files = readSchemaFiles();
    const schema = schemaOf(header, files);
    await client.connect();
    await refuseUnlessEmpty(client);
    await jobs.open();
    await client.query(`BEGIN; ${COPY_SETTINGS}`);
    await applySchema(client, schema);
    await readAll(client, reader, { header, jobs, onProgress });
    await applySchema(client, files);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end();
    await reader.close();
  }
}
