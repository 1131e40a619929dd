import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { holdLock, SCHEMA_LOCK } from './advisory-locks.ts';
import { isLockTimeout } from './constraints.ts';
import { DatabaseClient } from './database-client.ts';
import { VERSION } from './version.ts';

const WORKS_FROM = /^-- works from (\d+\.\d+\.\d+)$/m;
const TAKES_AWAY = /\b(DROP (TABLE|COLUMN|TYPE|FUNCTION|CONSTRAINT)|RENAME|SET NOT NULL|SET DATA TYPE)\b/i;

/** Returns the version in the line `-- works from` of a migration, or null. */
function worksFromOf(sql: string): string | null {
  return WORKS_FROM.exec(sql)?.[1] ?? null;
}

/** Returns true if the SQL removes something without a line `-- works from`. */
export function takesAwayUnsaid(sql: string): boolean {
  return TAKES_AWAY.test(sql) && worksFromOf(sql) === null;
}

const isLater = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) > 0;

interface Ran {
  version: string;
  worksFrom: string | null;
}

function ofLater<T extends Ran>(files: Iterable<T>, version: string): T[] {
  return [...files].filter((file) => isLater(file.version, version));
}

function refusalOf(later: readonly Ran[], version: string): string | undefined {
  const refusing = later.filter(({ worksFrom }) => worksFrom !== null && isLater(worksFrom, version));
  const [last] = refusing.sort((one, other) =>
    isLater(one.worksFrom ?? '', other.worksFrom ?? '') ? -1 : 1,
  );
  return (
    last &&
    `This is Zapdeck ${version}, and ${last.version} has changed the database so that it takes ${last.worksFrom} or newer: start such a version, or restore the backup from before the upgrade into an empty database.`
  );
}

interface LockHolder {
  pid: number;
  name: string;
  since: Date | null;
  holds: string[];
}

const HOLDERS_MAX = 5;

export async function readLockHolders(client: pg.Client, forMs: number): Promise<LockHolder[]> {
  const { rows } = await client.query<LockHolder>(
    `SELECT pid, coalesce(nullif(application_name, ''), nullif(backend_type, ''), 'unknown') AS name,
       xact_start AS since, array_agg(DISTINCT coalesce(relname || ' (' || mode || ')', 'the lock of the schema')) AS holds
     FROM pg_locks JOIN pg_stat_activity USING (pid)
       LEFT JOIN pg_class ON pg_class.oid = relation AND relkind IN ('r', 'p') AND relnamespace = current_schema()::regnamespace
     WHERE granted AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND (pg_class.oid IS NOT NULL OR (locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1))
       AND (xact_start IS NULL OR xact_start <= clock_timestamp() - make_interval(secs => $2 / 1000.0))
     GROUP BY pid, application_name, backend_type, xact_start ORDER BY xact_start NULLS LAST, pid LIMIT $3`,
    [SCHEMA_LOCK, forMs, HOLDERS_MAX],
  );
  return rows;
}

export function describeHolder({ pid, name, since, holds }: LockHolder): string {
  const time = since === null ? '' : ` since ${since.toISOString().replace('T', ' ').slice(0, 19)} UTC`;
  return `process ${pid} (${name}), in a transaction${time}, holds ${holds.join(', ')}`;
}

export const BASELINE = 'migrations/0061_baseline.sql';
const LAST_REPLACED = 'migrations/0061_early_cards.sql';
const STEP_BETWEEN = '28ab0b02';

export const olderThanBaseline = {
  database: `The database was made by a version before 0.3.0, and nothing was changed. Start version 0.3.0 (commit ${STEP_BETWEEN}) on it once, then this version.`,
  backup: `The backup was made by a version before 0.3.0. Restore it with version 0.3.0 (commit ${STEP_BETWEEN}), then start this version on that database.`,
};

const isReplaced = ({ path }: { path: string }) =>
  path.startsWith('migrations/') && path !== BASELINE && path <= LAST_REPLACED;

/** Replaces old migrations by the baseline. Returns undefined if they end before the baseline. */
export function sinceBaseline<T extends { path: string }>(
  migrations: readonly T[],
  baseline: T,
): T[] | undefined {
  const later = migrations.filter((migration) => !isReplaced(migration));
  if (later.length === migrations.length) return later;
  return migrations.some(({ path }) => path === LAST_REPLACED) ? [baseline, ...later] : undefined;
}

interface SchemaFile {
  path: string;
  sql: string;
}

export interface SchemaFiles {
  migrations: SchemaFile[];
  functions: SchemaFile[];
}

interface AppliedFile extends Ran {
  path: string;
  hash: string;
}

/** No start can use the database. The operator sees the message. */
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

/** Short, because all other statements queue behind a lock of a whole table. */
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

/** Runs missing migrations and functions. The client must hold the lock of the schema until its transaction ends. */
export async function applySchema(client: pg.Client, files: SchemaFiles, version = VERSION): Promise<void> {
  await holdLock(drizzle(client), 'schema');
  const applied = await readApplied(client);
  // An older node must not restore its functions beside newer nodes.
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

/** Migrates in one transaction, one node at a time. Throws TablesInUse, or UnusableSchema also for a newer database. */
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
