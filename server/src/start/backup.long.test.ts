import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { reachEmbeddedPostgres } from '../db/embedded/reach.ts';
import { openDatabase } from '../db/client.ts';
import { users } from '../db/schema/users.table.ts';
import { newId } from '../db/columns.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

const COMMAND = fileURLToPath(new URL('../../dist/backup.js', import.meta.url));
const run = promisify(execFile);

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function command(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
  try {
    return {
      code: 0,
      ...(await run(process.execPath, [COMMAND, ...args], { env: { ...process.env, ...env } })),
    };
  } catch (error) {
    return error as Outcome;
  }
}

let external: TestDatabase;
let externalEnv: Record<string, string>;
let folder: TemporaryFolder;
let dataDir: TemporaryFolder;
beforeAll(async () => {
  external = await createTestDatabase();
  await external.db.insert(users).values({ id: newId(), email: 'kept@example.org' });
  const { host, user } = inject('postgres');
  externalEnv = { DATABASE_URL: `postgres://${user}@localhost/${external.connection.database}?host=${host}` };
  folder = await temporaryFolder();
  dataDir = await clusterFolder();
});
afterAll(async () => {
  await external.drop();
  await folder.remove();
  await dataDir.remove();
});

test('moves a database of DATABASE_URL into a data folder, and never overwrites it', async () => {
  const path = join(folder.path, 'zapdeck.backup');
  const embedded = { DATA_DIR: dataDir.path };
  expect(await command(externalEnv, 'backup', path)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('keep it safe') as string,
  });
  expect(await command(embedded, 'restore', path)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Everything is restored') as string,
  });
  const reached = await reachEmbeddedPostgres(dataDir.path);
  const { db, pool } = openDatabase(reached.connection, () => undefined);
  expect(await db.select({ email: users.email }).from(users)).toEqual([{ email: 'kept@example.org' }]);

  expect(await command(embedded, 'restore', path)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is running on this DATA_DIR') as string,
  });
  expect(await command(embedded, 'backup', join(folder.path, 'again'))).toMatchObject({ code: 0 });
  await pool.end();
  await reached.release();
  expect(await command(embedded, 'restore', path)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not empty') as string,
  });
});

test('leaves no file after a signal', async () => {
  const lock = await external.pool.connect();
  await lock.query('BEGIN; LOCK TABLE apps IN ACCESS EXCLUSIVE MODE');
  const child = execFile(process.execPath, [COMMAND, 'backup', join(folder.path, 'ended')], {
    env: { ...process.env, ...externalEnv },
  });
  const ended = once(child, 'exit');
  await vi.waitUntil(async () => {
    const { rows } = await external.pool.query(
      `SELECT FROM pg_stat_activity WHERE application_name = 'zapdeck backup' AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  }, 60_000);
  child.kill('SIGTERM');
  expect(await ended).toEqual([143, null]);
  await lock.query('ROLLBACK');
  lock.release();
  expect((await readdir(folder.path)).filter((name) => name.startsWith('ended'))).toEqual([]);
});

test.each([
  ['postgres://user@localhost/x?host=/nowhere', /cannot be reached.*ENOENT/],
  ['postgres://user@127.0.0.1:1/x', /cannot be reached.*ECONNREFUSED/],
])('explains an unreachable database: %s', async (url, words) => {
  const { code, stderr } = await command({ DATABASE_URL: url }, 'backup', join(folder.path, 'none'));
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain(' at ');
  expect(code).toBe(1);
});

test.each([
  [[], /npm run backup -- FILE/],
  [['backup', '/nowhere/at/all'], /cannot be used \(ENOENT\)/],
  [['restore', COMMAND], /not a backup of Zapdeck/],
])('explains %j', async (args, words) => {
  const { code, stderr } = await command(externalEnv, ...args);
  expect(stderr).toMatch(words);
  expect(stderr).not.toContain(' at ');
  expect(code).toBe(1);
});
