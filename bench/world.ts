import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@zapdeck/server/db/embedded/embedded-postgres';
import { migrate } from '@zapdeck/server/db/migrate';
import { freePorts, type ServerProcess, startServerProcess } from '@zapdeck/server/testing/server-process';
import { type TemporaryFolder, temporaryFolder } from '@zapdeck/server/testing/temporary-folder';
import pg from 'pg';

/** For filling only. A clean shutdown then writes everything to disk. */
const FILL_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '8GB',
  autovacuum: 'off',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
};
/** Marks a kept database as filled and describes it. */
const FILLED = 'filled.json';

/** A filled database with the product's settings. */
export interface World {
  connection: EmbeddedPostgres['connection'];
  client: pg.Client;
  startServer(): Promise<ServerProcess>;
  close(): Promise<void>;
}

async function fillFolder<Filled>(
  dataDir: string,
  fill: (client: pg.Client) => Promise<Filled>,
): Promise<Filled> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings: FILL_SETTINGS });
  try {
    await migrate(postgres.connection);
    const client = new pg.Client(postgres.connection);
    await client.connect();
    try {
      const filled = await fill(client);
      await client.query('VACUUM (FREEZE, ANALYZE)');
      await client.query('CHECKPOINT');
      return filled;
    } finally {
      await client.end();
    }
  } finally {
    await postgres.stop();
    // Pending writes would slow down the measurement.
    await promisify(execFile)('sync');
  }
}

/** Opens a temporary folder, or one that is kept. */
export async function openFolder(keepIn?: string): Promise<TemporaryFolder> {
  if (keepIn === undefined) return temporaryFolder();
  // PostgreSQL may run as another user.
  await mkdir(keepIn, { recursive: true, mode: 0o755 });
  return { path: keepIn, remove: () => Promise.resolve() };
}

/**
 * Fills a new database and restarts it with the product's settings. With `keepIn`, the database is kept and the next
 * run only migrates it.
 */
export async function openWorld<Filled extends object>(
  fill: (client: pg.Client) => Promise<Filled>,
  keepIn?: string,
): Promise<World & Filled> {
  const folder = await openFolder(keepIn);
  try {
    const known = await readFile(join(folder.path, FILLED), 'utf8').catch(() => null);
    const filled = known === null ? await fillFolder(folder.path, fill) : (JSON.parse(known) as Filled);
    if (keepIn !== undefined && known === null) {
      await writeFile(join(keepIn, `${FILLED}.new`), JSON.stringify(filled));
      await rename(join(keepIn, `${FILLED}.new`), join(keepIn, FILLED));
    }
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path });
    await migrate(postgres.connection);
    const { host, user, database } = postgres.connection;
    const client = new pg.Client(postgres.connection);
    await client.connect();
    return {
      ...filled,
      connection: postgres.connection,
      client,
      async startServer() {
        const { port, demoPort } = await freePorts();
        return startServerProcess({
          PORT: String(port),
          DEMO_PORT: String(demoPort),
          DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
          DEMO: 'off',
          RATE_LIMIT: 'off',
          TRUSTED_PROXIES: '127.0.0.1',
        });
      },
      async close() {
        await client.end();
        await postgres.stop();
        await folder.remove();
      },
    };
  } catch (error) {
    await folder.remove();
    throw error;
  }
}
