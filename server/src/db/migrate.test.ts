import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { holdLock } from './advisory-locks.ts';
import {
  describeHolder,
  readLockHolders,
  migrate,
  readSchemaFiles,
  type SchemaFiles,
  TablesInUse,
  UnusableSchema,
  takesAwayUnsaid,
} from './migrate.ts';
import { ask, baseline, describeSchema, emptyDatabases, FILLING } from './migrate.fixture.ts';

const place = emptyDatabases();

const tables = () =>
  ask(
    place.database,
    `SELECT tablename AS text FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_files' ORDER BY 1`,
  );

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of await tables()) {
    const [count] = await ask(place.database, `SELECT count(*) AS text FROM ${table}`);
    counts[table] = Number(count);
  }
  return counts;
}

/** The files of this version, with one more migration and one more function. */
function withMore(more: { migration?: string; function?: string }): SchemaFiles {
  const { migrations, functions } = readSchemaFiles();
  if (more.migration) migrations.push({ path: 'migrations/9999_more.sql', sql: more.migration });
  if (more.function) functions.push({ path: 'functions/answer.sql', sql: more.function });
  return { migrations, functions };
}

const answering = (number: number) =>
  `CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS 'SELECT ${number}'`;
const answer = () => ask(place.database, 'SELECT answer()::text AS text');
/** Changes with each `CREATE OR REPLACE`. */
const replacedBy = () => ask(place.database, `SELECT xmin AS text FROM pg_proc WHERE proname = 'answer'`);

test('migrates a filled baseline to the same schema as an empty one', async () => {
  await migrate(place.connection, baseline);
  await place.database.query(FILLING);
  const before = await countRows();
  expect(Object.entries(before).filter(([, rows]) => rows === 0)).toEqual([]);

  await migrate(place.connection);

  const after = await countRows();
  for (const table of Object.keys(after).filter((name) => name in before)) {
    expect.soft(after[table], table).toBe(before[table]);
    await place.database.query(`DO $$ DECLARE col name; BEGIN
      SELECT attname INTO col FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped LIMIT 1;
      EXECUTE format('UPDATE ${table} SET %I = %I', col, col);
    END $$`);
  }
  const fresh = await createTestDatabase();
  expect(await describeSchema(place.database)).toEqual(await describeSchema(fresh.pool));
  await fresh.drop();
});

test('changes nothing if rows violate a migration', async () => {
  await migrate(place.connection, baseline);
  await place.database.query(FILLING);
  const before = await describeSchema(place.database);
  const migration = `CREATE TABLE mottos (motto text); ALTER TABLE apps ADD COLUMN motto text NOT NULL`;

  await expect(migrate(place.connection, withMore({ migration }))).rejects.toThrow(
    'migrations/9999_more.sql failed',
  );

  expect(await describeSchema(place.database)).toEqual(before);
  expect(await ask(place.database, 'SELECT path AS text FROM schema_files')).toEqual([
    'migrations/0061_baseline.sql',
  ]);
});

test('creates functions from their files, but only if they have changed', async () => {
  await migrate(place.connection, withMore({ function: answering(1) }));
  const replaced = await replacedBy();
  await migrate(place.connection, withMore({ function: answering(1) }));
  expect([await answer(), await replacedBy()]).toEqual([['1'], replaced]);
  await migrate(place.connection, withMore({ function: answering(2) }));
  expect(await answer()).toEqual(['2']);
  // A function that a migration dropped is created when its file comes back.
  await migrate(place.connection, withMore({ migration: 'DROP FUNCTION answer' }));
  await migrate(place.connection, withMore({ migration: 'DROP FUNCTION answer', function: answering(2) }));
  expect(await answer()).toEqual(['2']);
});

test('an older node does not restore its functions', async () => {
  await migrate(place.connection, withMore({ function: answering(1) }), '1.9.0');
  await migrate(place.connection, withMore({ function: answering(2) }), '1.10.0');
  await migrate(place.connection, withMore({ function: answering(1) }), '1.9.0');
  expect(await answer()).toEqual(['2']);
});

test('an older version works on a newer schema, unless a migration names a later minimum version', async () => {
  const told = (migration: string) => withMore({ migration, function: answering(2) });
  const start = (files: SchemaFiles, version: string) => migrate(place.connection, files, version);
  await start(withMore({ function: answering(1) }), '1.9.0');
  await start(told('ALTER TABLE apps ADD COLUMN mood text'), '1.10.0');
  await start(withMore({ function: answering(1) }), '1.9.0');
  expect(await answer()).toEqual(['2']);

  const later = told('ALTER TABLE apps ADD COLUMN mood text');
  const sql = '-- works from 1.10.0\nALTER TABLE apps DROP COLUMN mood;';
  later.migrations.push({ path: 'migrations/99999_less.sql', sql });
  await start(later, '1.11.0');
  const before = await describeSchema(place.database);
  await start(told('ALTER TABLE apps ADD COLUMN mood text'), '1.10.0');
  for (const version of ['1.9.0', '1.2.0', '0.3.0']) {
    await expect(start(withMore({ function: answering(1) }), version)).rejects.toThrow(
      `This is Zapdeck ${version}, and 1.11.0 has changed the database so that it takes 1.10.0 or newer: start such a version, or restore the backup`,
    );
  }
  expect(await describeSchema(place.database)).toEqual(before);
  await start(later, '1.12.0');
});

describe('a database of earlier migrations', () => {
  const record = async (...names: string[]) => {
    await migrate(place.connection, baseline);
    await place.database.query(FILLING);
    await place.database.query(
      `WITH gone AS (DELETE FROM schema_files) INSERT INTO schema_files (path, hash, version) SELECT path, 'h', '0.3.0' FROM unnest($1::text[]) AS path`,
      [names.map((name) => `migrations/${name}.sql`)],
    );
  };
  const recorded = () => ask(place.database, 'SELECT path AS text FROM schema_files ORDER BY 1');

  test('continues from the baseline if version 0.3.0 has run', async () => {
    await record('0000_baseline', '0060_takebacks_of_accounts', '0061_early_cards');
    await migrate(place.connection);
    const fresh = await createTestDatabase();
    expect(await recorded()).toEqual(
      await ask(fresh.pool, 'SELECT path AS text FROM schema_files ORDER BY 1'),
    );
    expect(await describeSchema(place.database)).toEqual(await describeSchema(fresh.pool));
    await fresh.drop();
    await migrate(place.connection);
  });

  test('rejects an earlier version, names the version to install in between, and changes nothing', async () => {
    await record('0000_baseline', '0060_takebacks_of_accounts');
    const before = [await describeSchema(place.database), await recorded()];
    await expect(migrate(place.connection)).rejects.toThrow(
      'The database was made by a version before 0.3.0, and nothing was changed. Start version 0.3.0 (commit 28ab0b02) on it once, then this version.',
    );
    expect([await describeSchema(place.database), await recorded()]).toEqual(before);
  });
});

test('a migration that removes something names the first version that works without it', () => {
  for (const { path, sql } of readSchemaFiles().migrations) expect(takesAwayUnsaid(sql), path).toBe(false);
  for (const sql of [
    'DROP FUNCTION a()',
    'ALTER TABLE a RENAME COLUMN b TO c',
    'alter table a drop column b',
  ]) {
    expect(takesAwayUnsaid(sql)).toBe(true);
    expect(takesAwayUnsaid(`-- works from 1.10.0\n${sql}`)).toBe(false);
  }
});

test('rejects a migration that was changed after it was applied', async () => {
  await migrate(place.connection, withMore({ migration: 'SELECT 1' }));
  await expect(migrate(place.connection, withMore({ migration: 'SELECT 2' }))).rejects.toThrow(
    /^migrations\/9999_more.sql has changed/,
  );
});

test('rejects a database older than the baseline', async () => {
  await place.database.query(
    'CREATE TABLE apps (id uuid); CREATE SCHEMA drizzle; CREATE TABLE drizzle.__drizzle_migrations ()',
  );
  await expect(migrate(place.connection)).rejects.toThrow(UnusableSchema);
  expect(await tables()).toEqual(['apps']);
});

test('waits only briefly for a backup, and blocks no readers', async () => {
  await migrate(place.connection);
  const backup = new pg.Client({ ...place.connection, application_name: 'nightly dump' });
  const reader = new pg.Client(place.connection);
  await Promise.all([backup.connect(), reader.connect()]);
  const files = withMore({ migration: 'ALTER TABLE apps ADD COLUMN motto text' });
  try {
    await backup.query('BEGIN; LOCK TABLE apps IN ACCESS SHARE MODE');
    const refusal = await migrate(place.connection, files).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TablesInUse);
    const { rows } = await backup.query<{ pid: number; since: Date }>(
      'SELECT pg_backend_pid() AS pid, now() AS since',
    );
    const since = rows[0]?.since.toISOString().slice(11, 19);
    expect((refusal as Error).message).toMatch(
      new RegExp(
        `process ${rows[0]?.pid} \\(nightly dump\\), in a transaction since \\S+ ${since} UTC, holds apps \\(AccessShareLock\\)`,
      ),
    );
    // No session waits behind it, or this would wait too.
    await reader.query(`SET lock_timeout = '5s'`);
    await reader.query('SELECT FROM apps');
    await backup.query('COMMIT');
    await migrate(place.connection, files);
    await reader.query('SELECT motto FROM apps');
  } finally {
    await Promise.all([backup.end(), reader.end()]);
  }
});

test('names a session that holds the schema lock, and none without the lock', async () => {
  const other = new pg.Client({ ...place.connection, application_name: 'another node' });
  const idle = new pg.Client(place.connection);
  await Promise.all([other.connect(), idle.connect()]);
  try {
    await other.query('BEGIN');
    await holdLock(drizzle(other), 'schema');
    await idle.query('BEGIN; SELECT 1');
    expect((await readLockHolders(place.database, 0)).map(describeHolder)).toEqual([
      expect.stringMatching(
        /^process \d+ \(another node\), in a transaction since .* holds the lock of the schema$/,
      ),
    ]);
  } finally {
    await Promise.all([other.end(), idle.end()]);
  }
});
