import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../db/client.ts';
import { newId } from '../db/columns.ts';
import { migrate, readSchemaFiles } from '../db/migrate.ts';
import { accountMails } from '../features/auth/account-mails.ts';
import { defineJob } from '../jobs/job.ts';
import { createJobQueue } from '../jobs/queue.ts';
import { allJobs } from '../start/all-jobs.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { type BackupSource, writeBackup } from './backup.ts';
import { restoreBackup } from './restore.ts';
import { readTables } from './tables.ts';

const FILLING = readFileSync(new URL('../testing/filled-baseline.sql', import.meta.url), 'utf8');
/** Characters that COPY escapes, or that could end its data. */
const ODD_TEXTS = ['\\.', '\n\\.\n', 'a\tb\r\nc\\n\\', '', '\\N', 'é 字 🎈 \u2028', 'x'.repeat(300_000)];

interface TestPlace extends BackupSource, Database {
  name: string;
}

let owner: pg.Client;
let folder: TemporaryFolder;
let whole: string;
let filled: TestPlace;
const places: TestPlace[] = [];

async function openPlace(): Promise<TestPlace> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await owner.query(`CREATE DATABASE ${name}`);
  const connection = { ...inject('postgres'), database: name };
  const database = openDatabase(connection, () => undefined);
  const jobs = createJobQueue(database.pool, allJobs, { isWorker: false, onError: () => undefined });
  const place = { ...database, name, connection, jobs };
  places.push(place);
  return place;
}

/** A database with unusual rows in every table, and a waiting mail. */
async function openFilled(): Promise<TestPlace> {
  const place = await openPlace();
  const schema = readSchemaFiles();
  // Before the triggers exist, which would count it twice.
  await migrate(place.connection, { migrations: schema.migrations.slice(0, 1), functions: [] });
  await place.pool.query(FILLING);
  await migrate(place.connection, schema);
  await place.jobs.open();
  await place.pool.query(
    `INSERT INTO failing_purges (name, since) VALUES ('guests', now());
     INSERT INTO settings (id, kind, values) VALUES (gen_random_uuid(), 'legal/terms/en', '{"text": "Be kind."}');
     CREATE TABLE deck_pages_20260131 PARTITION OF deck_pages FOR VALUES IN ('2026-01-31');
     INSERT INTO decks SELECT gen_random_uuid(), id, 'best', 'normal', false, day, day
       FROM users, unnest('{2026-01-31,2026-02-01}'::date[]) AS day;
     INSERT INTO deck_pages SELECT id, day, 1, '{}', '', started_at FROM decks ON CONFLICT DO NOTHING;
     INSERT INTO deal_totals SELECT '2026-01-31', id, 'f', 1 FROM apps`,
  );
  for (const odd of ODD_TEXTS)
    await place.pool.query(
      `INSERT INTO error_logs SELECT (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'message', $1::text))).*
       FROM error_logs e LIMIT 1`,
      [odd],
    );
  await place.jobs.enqueue(place.db, accountMails, { kind: 'verify', userId: newId() });
  return place;
}

async function readAll({ pool }: TestPlace): Promise<Record<string, unknown[]>> {
  const client = new pg.Client(pool.options);
  await client.connect();
  const all: Record<string, unknown[]> = {};
  for (const { table, columns } of await readTables(client)) {
    const { rows } = await client.query<{ row: string }>(
      `SELECT row(${columns.map((column) => `"${column}"`).join(', ')})::text AS row FROM "${table}" ORDER BY 1`,
    );
    all[table] = rows.map(({ row }) => row);
  }
  await client.end();
  return all;
}

async function close({ jobs, pool, name }: TestPlace): Promise<void> {
  await jobs.stop();
  await pool.end();
  await owner.query(`DROP DATABASE ${name} WITH (FORCE)`);
}

beforeAll(async () => {
  owner = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await owner.connect();
  folder = await temporaryFolder();
  filled = await openFilled();
  places.splice(0);
  whole = join(folder.path, 'whole.backup');
  await writeBackup(filled, whole);
});
afterEach(async () => {
  for (const place of places.splice(0)) await close(place);
});
afterAll(async () => {
  await close(filled);
  await owner.end();
  await folder.remove();
});

describe('a restored backup', () => {
  test('has all rows and waiting mails, and continues sequences', async () => {
    const [before, after] = [filled, await openPlace()];
    const path = join(folder.path, 'told.backup');
    const told: number[] = [];
    await writeBackup(before, path, { onProgress: ({ rows }) => told.push(rows) });
    await restoreBackup(after, path);

    const rows = await readAll(after);
    expect(rows).toEqual(await readAll(before));
    expect(Object.entries(rows).filter(([, { length }]) => length === 0)).toEqual([]);
    expect(told.at(-1)).toBe(Object.values(rows).flat().length);
    expect(await after.jobs.readWaiting(after.db)).toEqual(await before.jobs.readWaiting(before.db));
    expect(await after.jobs.readWaiting(after.db)).toHaveLength(1);

    // A restore does not create partitions of days. Pages go into the default partition.
    const indexes = `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE 'deck_pages_2%' ORDER BY 1`;
    expect((await after.pool.query(indexes)).rows).toEqual((await before.pool.query(indexes)).rows);
    const constraints = `SELECT conrelid::regclass::text AS table, conname, pg_get_constraintdef(oid) AS def, convalidated
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE 'deck_pages_2%'
       ORDER BY 1, 2`;
    expect((await after.pool.query(constraints)).rows).toEqual((await before.pool.query(constraints)).rows);
    const applied = 'SELECT path, hash FROM schema_files ORDER BY 1';
    expect((await after.pool.query(applied)).rows).toEqual((await before.pool.query(applied)).rows);
    await migrate(after.connection);
    const approve = `UPDATE apps SET status = 'approved' WHERE status <> 'approved' RETURNING approval_no`;
    expect((await after.pool.query(approve)).rows).toEqual((await before.pool.query(approve)).rows);
  });

  test('continues from the baseline after version 0.3.0', async () => {
    const [after, other] = [await openPlace(), await openPlace()];
    const path = join(folder.path, 'earlier.backup');
    const earlier = ['0000_baseline', '0060_takebacks_of_accounts', '0061_early_cards'];
    const header = zstdDecompressSync(await readFile(whole)).toString('latin1');
    const listed = earlier.map((name) => `{"path":"migrations/${name}.sql","hash":"1"}`).join(',');
    const text = header.replace(/\{"path":"migrations\/0061_baseline.sql","hash":"\w+"\}/, listed);
    expect(text).not.toBe(header);
    await writeFile(path, zstdCompressSync(Buffer.from(text, 'latin1')));
    await restoreBackup(after, path);
    await restoreBackup(other, whole);
    expect(await readAll(after)).toEqual(await readAll(other));
    await migrate(after.connection);
  });

  test('is a consistent snapshot, even during writes', async () => {
    const [before, after] = [filled, await openPlace()];
    const path = join(folder.path, 'moment.backup');
    const over = new AbortController();
    const write = (count: number) =>
      before.pool.query(
        `WITH one AS (UPDATE settings SET version = ${count} WHERE kind = 'algorithm') UPDATE users SET last_name = '${count}'`,
      );
    await write(0);
    const writer = (async () => {
      for (let count = 1; !over.signal.aborted; count += 1) await write(count);
    })();
    await writeBackup(before, path);
    over.abort();
    await writer;
    await restoreBackup(after, path);
    const { rows } = await after.pool.query<{ version: string; name: string }>(
      `SELECT DISTINCT version::text AS version, last_name AS name FROM settings, users WHERE kind = 'algorithm'`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.name).toBe(rows[0]?.version);
  });
});

describe('a rejected backup or restore leaves no data', () => {
  type Spoil = (file: Buffer) => Buffer;
  const edited =
    (from: string | RegExp, to: string): Spoil =>
    (file) => {
      const text = zstdDecompressSync(file).toString('latin1');
      expect(text).toMatch(from);
      return zstdCompressSync(Buffer.from(text.replace(from, to), 'latin1'));
    };
  const later = '"migrations":[{"path":"migrations/0999_x.sql","hash":"1"},';
  const faults: [string, Spoil, RegExp][] = [
    ['a file that is cut off', (file) => file.subarray(0, -2_000), /incomplete/],
    ['a file without its last line', edited(/-- \{"complete.*\n/, ''), /incomplete/],
    ['a row that is missing', edited(/(FROM stdin;\n).*\n/, '$1'), /damaged/],
    ['a file with more behind its end', edited(/$/, '-- {}\n'), /continues/],
    ['a row that was changed', edited('Ada', 'Ida'), /damaged/],
    ['something else', () => randomBytes(1_000), /not a backup/],
    ['another text', () => zstdCompressSync(Buffer.from('SELECT 1;\n')), /not a backup/],
    ['one of a later version', edited('"migrations":[', later), /later one/],
    [
      'one from before the baseline',
      edited('0061_baseline', '0060_takebacks_of_accounts'),
      /commit 28ab0b02/,
    ],
  ];

  test.each(faults)('rejects %s', async (_what, spoil, message) => {
    const after = await openPlace();
    const path = join(folder.path, 'spoiled.backup');
    await writeFile(path, spoil(await readFile(whole)));
    await expect(restoreBackup(after, path)).rejects.toThrow(message);
    const { rows } = await after.pool.query(
      `SELECT nspname FROM pg_namespace WHERE nspname = 'jobs' UNION ALL
       SELECT tablename FROM pg_tables WHERE schemaname = 'public'`,
    );
    expect(rows).toEqual([]);
    await restoreBackup(after, whole);
  });

  test('rejects a database that is not empty', async () => {
    const held = await readAll(filled);
    await expect(restoreBackup(filled, whole)).rejects.toThrow(/not empty/);
    expect(await readAll(filled)).toEqual(held);
  });

  test('rejects a queue with waiting jobs', async () => {
    const after = await openPlace();
    await after.jobs.open();
    await after.jobs.enqueue(after.db, accountMails, { kind: 'verify', userId: newId() });
    await expect(restoreBackup(after, whole)).rejects.toThrow(/not empty \(1 jobs wait/);
  });

  test('rejects a database without Zapdeck', async () => {
    const path = join(folder.path, 'nothing');
    await expect(writeBackup(await openPlace(), path)).rejects.toThrow(/nothing to back up/);
    expect(await readdir(folder.path)).not.toContain('nothing');
  });

  test('rejects an existing file and a missing folder', async () => {
    const path = join(folder.path, 'taken');
    await writeFile(path, 'mine');
    await expect(writeBackup(filled, path)).rejects.toThrow(/EEXIST/);
    expect(await readFile(path, 'utf8')).toBe('mine');
    await expect(writeBackup(filled, join(folder.path, 'no/folder'))).rejects.toThrow(/ENOENT/);
    expect((await readdir(folder.path)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});

test('excludes foreign tables and unknown jobs, and names them', async () => {
  const [before, after] = [await openFilled(), await openPlace()];
  const strange = 'their own';
  await before.pool.query(`CREATE TABLE "${strange}" AS SELECT generate_series(1, 3) AS n`);
  const later = defineJob({ ...accountMails, name: 'of-a-later-version' });
  const laterJobs = createJobQueue(before.pool, [later], { isWorker: false, onError: () => undefined });
  await laterJobs.open();
  await laterJobs.enqueue(before.db, later, { kind: 'verify', userId: newId() });
  await laterJobs.stop();
  const path = join(folder.path, 'strangers.backup');
  await writeBackup(before, path);
  expect(await restoreBackup(after, path)).toEqual({ tablesLeftOut: [strange], jobsLeftOut: 1 });
  const { [strange]: _none, ...ours } = await readAll(before);
  expect(await readAll(after)).toEqual(ours);
  expect(await after.jobs.readWaiting(after.db)).toHaveLength(1);
});

test('a backup file is readable only for its owner', async () => {
  expect((await stat(whole)).mode & 0o777).toBe(0o600);
});
