import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { DatabaseClient } from '../db/database-client.ts';
import { holdLock } from '../db/advisory-locks.ts';
import {
  BASELINE,
  olderThanBaseline,
  sinceBaseline,
  applySchema,
  hashOfFile,
  readSchemaFiles,
  type SchemaFiles,
} from '../db/migrate.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { BackupEnd, BackupHeader, BackupReader, TableEnd, UnusableBackup } from './archive.ts';
import type { Course, BackupSource, Progress } from './backup.ts';
import { COPY_SETTINGS, copyInto, copyOutOf, type TableHead, quoted, readTables } from './tables.ts';
import { createTally } from './tally.ts';

export class DatabaseNotEmpty extends Error {
  override name = 'DatabaseNotEmpty';
}

const REMOVAL_WAIT = '10s';

/** Excludes functions, because triggers must not count restored rows. */
function schemaFilesOf({ migrations, version }: BackupHeader, files: SchemaFiles): SchemaFiles {
  const ours = new Map(files.migrations.map((file) => [file.path, hashOfFile(file)]));
  const kept = sinceBaseline(migrations, { path: BASELINE, hash: ours.get(BASELINE) ?? '' });
  if (!kept) throw new UnusableBackup(olderThanBaseline.backup);
  if (!kept.every(({ path, hash }) => ours.get(path) === hash)) {
    throw new UnusableBackup(
      `The backup was made by Zapdeck ${version}, whose schema this version does not know: restore with that version or a later one.`,
    );
  }
  const made = new Set(kept.map(({ path }) => path));
  return { migrations: files.migrations.filter(({ path }) => made.has(path)), functions: [] };
}

async function refuseUnlessEmpty(client: pg.Client, jobs: JobQueue): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') LIMIT 1`,
  );
  const [table] = rows;
  const waiting = table ? [] : await jobs.readWaiting(drizzle(client));
  if (!table && waiting.length === 0) return;
  const found = table ? `it has a table "${table.name}"` : `${waiting.length} jobs wait in its queue`;
  throw new DatabaseNotEmpty(
    `The database is not empty (${found}): restore into a new DATA_DIR, or into an empty database.`,
  );
}

/** Removes the queue of a failed restore, unless a server already uses the database. */
async function removeQueue({ connection, jobs }: BackupSource): Promise<void> {
  const client = new DatabaseClient(connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query(`BEGIN; SET LOCAL lock_timeout = '${REMOVAL_WAIT}'`);
    // A server migrates under this lock before it uses the queue.
    await holdLock(drizzle(client), 'schema');
    await refuseUnlessEmpty(client, jobs);
    await jobs.uninstall(drizzle(client));
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

/** Drops indexes and references and returns statements that create them. Creating them at the end is faster. */
async function dropIndexesAndReferences(client: pg.Client): Promise<string[]> {
  const references = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, format('%I', conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint
     WHERE contype = 'f' AND conparentid = 0 AND connamespace = current_schema()::regnamespace`,
  );
  for (const { table, name } of references.rows)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
     WHERE relnamespace = current_schema()::regnamespace AND NOT relispartition
       AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  );
  for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
  return [
    // PostgreSQL writes ONLY for a partitioned index, which would exclude the partitions.
    ...rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON ')),
    ...references.rows.map(
      ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`,
    ),
  ];
}

function matchTables(header: BackupHeader, made: readonly TableHead[]): Map<string, TableHead> {
  const inBackup = new Map(header.tables.map(({ table, columns }) => [table, columns]));
  return new Map(
    made.map((ours) => {
      const columns = inBackup.get(ours.table);
      if (columns?.toSorted().join() !== ours.columns.toSorted().join())
        throw new UnusableBackup(
          `The backup is damaged: its table "${ours.table}" does not match the schema of its version.`,
        );
      return [ours.table, { ...ours, columns }];
    }),
  );
}

async function requireEqual(
  client: pg.Client,
  table: TableHead,
  read: TableEnd,
  told: TableEnd,
): Promise<void> {
  if (read.table !== told.table || read.rows !== told.rows || read.sha256 !== told.sha256) {
    throw new UnusableBackup(
      `The backup is damaged: the rows of "${told.table}" differ from those that were written.`,
    );
  }
  const stored = createTally(table.table);
  await pipeline(stored.through(client.query(copyTo(copyOutOf(table)))), drain());
  if (stored.end().sha256 !== told.sha256)
    throw new Error(`The database stored other rows of "${told.table}" than were written.`);
}

const drain = () => new Writable({ write: (_piece, _encoding, done) => done() });

interface Reading {
  header: BackupHeader;
  jobs: JobQueue;
  onProgress: Progress;
}

async function readRows(client: pg.Client, reader: BackupReader, reading: Reading): Promise<Restored> {
  const { header, jobs, onProgress } = reading;
  const ours = matchTables(header, await readTables(client));
  await client.query(`TRUNCATE ${[...ours.keys()].map(quoted).join(', ')} CASCADE`);
  const toMake = await dropIndexesAndReferences(client);
  let rows = 0;
  for (const { table } of header.tables) {
    const into = ours.get(table);
    const read = createTally(table, (done) =>
      onProgress({ rows: rows + done, rowsEstimated: header.rowsEstimated, table }),
    );
    await pipeline(read.through(reader.rows()), into ? client.query(copyFrom(copyInto(into))) : drain());
    const told = await reader.said(TableEnd);
    if (into) await requireEqual(client, into, read.end(), told);
    rows += told.rows;
  }
  const { waiting } = await reader.said(BackupEnd);
  await reader.end();
  const jobsLeftOut = await jobs.enqueueWaiting(drizzle(client), waiting);
  for (const statement of toMake) await client.query(statement);
  for (const { name, value } of header.sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [name, value ?? 1, value !== null]);
  const tablesLeftOut = header.tables.flatMap(({ table }) => (ours.has(table) ? [] : [table]));
  return { tablesLeftOut, jobsLeftOut: jobsLeftOut.length };
}

interface Restored {
  tablesLeftOut: string[];
  jobsLeftOut: number;
}

/** Restores into an empty database. Changes nothing if it fails. Throws UnusableBackup or DatabaseNotEmpty. */
export async function restoreBackup(
  { connection, jobs }: BackupSource,
  path: string,
  { onProgress = () => undefined, signal }: Course = {},
): Promise<Restored> {
  const reader = new BackupReader(path);
  const client = new DatabaseClient({ ...connection, application_name: 'zapdeck restore' });
  client.on('error', () => undefined);
  signal?.addEventListener('abort', () => void client.end());
  let installedQueue = false;
  let isRestored = false;
  try {
    const header = await reader.said(BackupHeader);
    const files = readSchemaFiles();
    const schema = schemaFilesOf(header, files);
    await client.connect();
    await refuseUnlessEmpty(client, jobs);
    installedQueue = !(await jobs.isInstalled());
    // Uses other connections, so this transaction must not hold locks yet.
    await jobs.open();
    await client.query(`BEGIN; ${COPY_SETTINGS}`);
    await holdLock(drizzle(client), 'schema');
    await refuseUnlessEmpty(client, jobs);
    await applySchema(client, schema);
    const restored = await readRows(client, reader, { header, jobs, onProgress });
    await applySchema(client, files);
    await client.query('COMMIT');
    isRestored = true;
    await client.query('ANALYZE');
    return restored;
  } finally {
    await client.end();
    await reader.close();
    if (installedQueue && !isRestored) await removeQueue({ connection, jobs }).catch(() => undefined);
  }
}
