import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withinMinute } from '../testing/eventually.ts';
import { readConfig } from '../start/read-config.ts';
import { startServer } from '../start/start-server.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { freePorts } from '../testing/server-process.ts';
import type { TemporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './client.ts';
import { inTransaction } from './transaction.ts';
import { missingDurability } from './durability.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';

let folder: TemporaryFolder;
let postgres: EmbeddedPostgres;
let admin: pg.Client;
beforeAll(async () => {
  folder = await clusterFolder();
  postgres = await startEmbeddedPostgres({ dataDir: folder.path });
  admin = new pg.Client(postgres.connection);
  admin.on('error', () => undefined);
  await admin.connect();
});
afterAll(async () => {
  await admin.end().catch(() => undefined);
  await postgres.stop();
  await folder.remove();
});

async function missing(): Promise<string[]> {
  const { pool } = openDatabase(postgres.connection, () => undefined);
  try {
    return await missingDurability(pool);
  } finally {
    await pool.end();
  }
}

test('finds each setting that could lose an acknowledged write', async () => {
  expect(await missing()).toEqual([]);
  // Set for the role, which overrides the command line.
  await admin.query('ALTER ROLE zapdeck SET synchronous_commit = off');
  expect(await missing()).toEqual(['synchronous_commit']);
  await admin.query('ALTER ROLE zapdeck RESET synchronous_commit');
  for (const name of ['fsync', 'full_page_writes']) {
    const unsafe = await clusterFolder();
    const other = await startEmbeddedPostgres({ dataDir: unsafe.path, settings: { [name]: 'off' } });
    const { pool } = openDatabase(other.connection, () => undefined);
    expect(await missingDurability(pool)).toEqual([name]);
    await pool.end();
    await other.stop();
    await unsafe.remove();
  }
});

test('does not cancel a commit that waits for a standby longer than the statement timeout', async () => {
  const { db, pool } = openDatabase({ ...postgres.connection, statement_timeout: 2_000 }, () => undefined);
  await admin.query('CREATE TABLE kept (id int)');
  await admin.query(`ALTER SYSTEM SET synchronous_standby_names = 'absent'`);
  await admin.query('SELECT pg_reload_conf()');
  await withinMinute(async () => {
    const { rows } = await admin.query('SHOW synchronous_standby_names');
    expect(rows).toEqual([{ synchronous_standby_names: 'absent' }]);
  });
  // The checkpointer applies the setting for all sessions. Until then, a commit does not wait.
  await admin.query('CHECKPOINT');
  let isSettled = false;
  const writes = Promise.all([
    inTransaction(db, (tx) => tx.execute(sql`INSERT INTO kept VALUES (1)`)),
    db.execute(sql`INSERT INTO kept VALUES (2)`),
  ]).finally(() => (isSettled = true));
  // Both wait for the standby, twice as long as the statement timeout.
  await withinMinute(async () => {
    const { rowCount } = await admin.query(
      `SELECT FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND now() - xact_start > interval '4 seconds'`,
    );
    expect(rowCount).toBe(2);
  });
  expect(isSettled).toBe(false);
  await admin.query('SET synchronous_commit = local');
  await admin.query('ALTER SYSTEM RESET synchronous_standby_names');
  await admin.query('SELECT pg_reload_conf()');
  await writes;
  await expect(pool.query('SELECT pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
  await pool.end();
});

test('startServer rejects an embedded database that is not durable', async () => {
  await admin.query('ALTER ROLE zapdeck SET synchronous_commit = off');
  await admin.end();
  await postgres.stop();
  const { port, demoPort } = await freePorts();
  const config = readConfig({
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    DATA_DIR: folder.path,
    DEMO: 'off',
    LOG_LEVEL: 'silent',
  });
  const started = startServer(config, { webFolder: folder.path, say: () => undefined });
  await expect(started).rejects.toThrow('The database runs without synchronous_commit');
});
