import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { moreAcknowledged, withstand } from '../testing/withstand.ts';
import { ask, type Connection, startLoneNode, urlOf } from '../testing/lone-node.ts';
import { POSTGRES_15, startPostgres15 } from '../testing/postgres-15.ts';
import { freePorts, startServerProcess } from '../testing/server-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TEST_MS = 300_000;
const PEOPLE = 2_000;
const WRITES = 300;
/** Tables whose rows must be equal on both sides. */
const TABLES = [
  'users',
  'sessions',
  'votes',
  'reports',
  'seen_apps',
  'user_app_interactions',
  'idempotency_keys',
];
/** Column with a transaction id, which differs between servers. */
const SERVER_SPECIFIC = 'seen_xid';
const run = promisify(execFile);

const hasPostgres15 = existsSync(POSTGRES_15);
if (!hasPostgres15) process.stdout.write(`skipped: there is no ${POSTGRES_15} (Debian: postgresql-15)\n`);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

/** Returns number and hash of the rows of each table, and a hash of the apps. */
async function contentOf(connection: Connection): Promise<object[]> {
  const hashes = TABLES.map(
    (table) => `SELECT '${table}' AS name, count(*)::int AS rows,
      md5(string_agg(row::text, E'\\n' ORDER BY row::text COLLATE "C")) AS hash
      FROM (SELECT to_jsonb(t) - '${SERVER_SPECIFIC}' AS row FROM ${table} AS t) AS rows`,
  );
  const apps = `SELECT 'apps', count(*)::int,
    md5(string_agg(concat_ws(' ', id, title, url, upvotes, downvotes, views), E'\\n' ORDER BY id)) FROM apps`;
  return ask(connection, [...hashes, apps].join(' UNION ALL '));
}

const command = (name: 'backup' | 'restore', file: string, env: Record<string, string>) =>
  run(process.execPath, ['server/dist/backup.js', name, file], {
    cwd: ROOT,
    env: { ...process.env, ...env },
  });

test.runIf(hasPostgres15)(
  'restores a backup of PostgreSQL 15 into the embedded PostgreSQL 18',
  async () => {
    const folder = await temporaryFolder();
    closing.push(() => folder.remove());
    const older = await startPostgres15(folder.path, {});
    closing.push(() => older.stop());
    const {
      process: node,
      target,
      appIds,
    } = await startLoneNode(older.connection, { DATA_DIR: folder.path });
    await withstand(target, appIds, 'work on PostgreSQL 15', (ledger) => moreAcknowledged(ledger, WRITES));
    await target.query(
      `WITH people AS (INSERT INTO users (id, email) SELECT gen_random_uuid(), n || '@zaps.test'
         FROM generate_series(1, $1) AS n RETURNING id)
       INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
       SELECT people.id, apps.id, now() FROM people, (SELECT id FROM apps ORDER BY id LIMIT 10) AS apps`,
      [PEOPLE],
    );
    expect(await node.end()).toBe(0);
    const before = await contentOf(older.connection);

    const file = join(folder.path, 'zapdeck.backup');
    await command('backup', file, { DATABASE_URL: urlOf(older.connection) });
    const dataDir = join(folder.path, 'embedded');
    await command('restore', file, { DATABASE_URL: '', DATA_DIR: dataDir });

    const { port, demoPort } = await freePorts();
    const env = { PORT: String(port), DEMO_PORT: String(demoPort), DEMO: 'off', RATE_LIMIT: 'off' };
    const newer = await startServerProcess({ ...env, DATA_DIR: dataDir });
    closing.push(() => newer.end());
    const connection = { host: join(dataDir, 'postgres/run'), user: 'zapdeck', database: 'postgres' };
    const versionOf = (of: Connection) =>
      ask<{ version: number }>(of, `SELECT current_setting('server_version_num')::int / 10000 AS version`);
    expect([await versionOf(older.connection), await versionOf(connection)]).toEqual([
      [{ version: 15 }],
      [{ version: 18 }],
    ]);
    expect(await contentOf(connection)).toEqual(before);
    const onNewer = {
      urls: [newer.url],
      origin: newer.url,
      query: <Row extends object>(sql: string, values?: unknown[]) => ask<Row>(connection, sql, values),
    };
    await withstand(onNewer, appIds, 'work on the restored database', (ledger) =>
      moreAcknowledged(ledger, WRITES),
    );
  },
  TEST_MS,
);
