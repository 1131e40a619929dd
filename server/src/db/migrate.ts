import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { holdLock } from './advisory-locks.ts';
import { BASELINE, olderThanBaseline, sinceBaseline } from './baseline.ts';
import { isLockTimeout } from './constraints.ts';
import { DatabaseClient } from './database-client.ts';
import { describeHolder, type LockHolder, readLockHolders } from './lock-holders.ts';
import { VERSION } from './version.ts';
import { ofLater, type Ran, refusalOf, worksFromOf } from './works-from.ts';

interface SchemaFile {
  path: string;
  sql: string;
}

export interface SchemaFiles {
  migrations: SchemaFile[];
  /** Functions and triggers. Run whenever their text has changed. */
  functions: SchemaFile[];
}

interface AppliedFile extends Ran {
  path: string;
  hash: string;
}

/** No start can use the database. The message is shown to the operator. */
export class UnusableSchema extends Error {}

export class TablesInUse extends Error {
  constructor(cause: unknown, holders: readonly LockHolder[]) {
    const who = holders.map(describeHolder).join('; ');
    super(
      `The schema cannot be brought up to date, because another transaction uses it${who && `: ${who}`}. Nothing has changed yet. Try again once that transaction has ended; to end it, run SELECT pg_terminate_backend(PROCESS) in the database.`,
      { cause },
    );
  }
}

/** Short, because all others queue behind a lock of a whole table. */
const TABLE_WAIT_MS = 200;
const SCHEMA_WAIT_MS = 15_000;

function sqlFilesIn(folder: URL, prefix: string): SchemaFile[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => ({ path: `${prefix}/${name}`, sql: readFileSync(new URL(name, folder), 'utf8') }));
}

export function readSchemaFiles(): SchemaFiles {
  return {
    migrations: sqlFilesIn(new URL('../../migrations/', import.meta.url), 'migrations'),
    functions: sqlFilesIn(new URL('./functions/', import.meta.url), 'functions'),
  };
}

export const hashOfFile = ({ sql }: SchemaFile) => createHash('sha256').update(sql).digest('hex');

async function readApplied(client: pg.Client): Promise<Map<string, AppliedFile>> {
  const { rows } = await client.query<{ is_known: boolean; is_filled: boolean }>(
    `SELECT to_regclass('schema_files') IS NOT NULL AS is_known, to_regclass('apps') IS NOT NULL AS is_filled`,
  );
  if (rows[0]?.is_known) {
    const applied = await client.query<AppliedFile>(
      'SELECT path, hash, version, works_from AS "worksFrom" FROM schema_files',
    );
    return new Map(applied.rows.map((file) => [file.path, file]));
  }
  if (rows[0]?.is_filled)
    throw new UnusableSchema(
      'The database has a table "apps" that this Zapdeck did not make, but one from before its first release or another program, so that no migration leads on from it: set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    );
  await client.query(`CREATE TABLE schema_files (
    path text PRIMARY KEY, hash text NOT NULL, version text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now(),
    works_from text)`);
  return new Map();
}

async function apply(client: pg.Client, file: SchemaFile, version: string): Promise<void> {
  await client.query(file.sql).catch((error: unknown) => {
    throw new Error(`${file.path} failed`, { cause: error });
  });
  await client.query(
    `INSERT INTO schema_files (path, hash, version, works_from) VALUES ($1, $2, $3, $4)
      ON CONFLICT (path) DO UPDATE SET hash = excluded.hash, version = excluded.version, applied_at = now()`,
    [file.path, hashOfFile(file), version, worksFromOf(file.sql)],
  );
}

/** Records the baseline in a database of version 0.3.0. */
async function replaceByBaseline(
  client: pg.Client,
  applied: Map<string, AppliedFile>,
  { migrations }: SchemaFiles,
  version: string,
): Promise<void> {
  const file = migrations.find(({ path }) => path === BASELINE);
  if (!file || applied.size === 0) return;
  const ran = [...applied.values()];
  const baseline = { path: BASELINE, hash: hashOfFile(file), version, worksFrom: null };
  const kept = sinceBaseline(ran, baseline);
  if (!kept) throw new UnusableSchema(olderThanBaseline.database);
  if (!kept.includes(baseline)) return;
  const replaced = ran.filter((one) => !kept.includes(one)).map(({ path }) => path);
  await client.query('DELETE FROM schema_files WHERE path = ANY ($1)', [replaced]);
  await client.query('INSERT INTO schema_files (path, hash, version) VALUES ($1, $2, $3)', [
    BASELINE,
    baseline.hash,
    version,
  ]);
  for (const path of replaced) applied.delete(path);
  applied.set(BASELINE, baseline);
}

/** The client holds the lock of the schema to the end of its transaction. */
export async function applySchema(client: pg.Client, files: SchemaFiles, version = VERSION): Promise<void> {
  await holdLock(drizzle(client), 'schema');
  const applied = await readApplied(client);
  // An older node beside newer ones must not restore its functions.
  const later = ofLater(applied.values(), version);
  const refusal = refusalOf(later, version);
  if (refusal !== undefined) throw new UnusableSchema(refusal);
  if (later.length > 0) return;
  await replaceByBaseline(client, applied, files, version);
  for (const file of files.migrations) {
    const known = applied.get(file.path);
    if (known === undefined) await apply(client, file, version);
    else if (known.hash !== hashOfFile(file))
      throw new UnusableSchema(
        `${file.path} has changed since this database was made with it; what is to change goes into a migration of its own.`,
      );
  }
  for (const file of files.functions) {
    if (applied.get(file.path)?.hash !== hashOfFile(file)) await apply(client, file, version);
  }
  await client.query(`DELETE FROM schema_files WHERE path LIKE 'functions/%' AND path <> ALL ($1)`, [
    files.functions.map(({ path }) => path),
  ]);
}

/** All or nothing; one node at a time. Throws TablesInUse, and UnusableSchema also if this version is too old. */
export async function migrate(
  connection: pg.ClientConfig,
  files = readSchemaFiles(),
  version = VERSION,
): Promise<void> {
  const client = new DatabaseClient(connection);
  client.on('error', () => undefined);
  await client.connect();
  let waitMs = SCHEMA_WAIT_MS;
  try {
    await client.query(`BEGIN; SET LOCAL lock_timeout = ${waitMs}`);
    await holdLock(drizzle(client), 'schema');
    waitMs = TABLE_WAIT_MS;
    await client.query(`SET LOCAL lock_timeout = ${waitMs}`);
    await applySchema(client, files, version);
    await client.query('COMMIT');
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    await client.query('ROLLBACK');
    throw new TablesInUse(error, await readLockHolders(client, waitMs));
  } finally {
    await client.end();
  }
}
