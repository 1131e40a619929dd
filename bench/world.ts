import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@zapdeck/server/db/embedded/embedded-postgres';
import { migrate } from '@zapdeck/server/db/migrate';
import { freePorts, type ServerProcess, startServerProcess } from '@zapdeck/server/testing/server-process';
import { type TemporaryFolder, temporaryFolder } from '@zapdeck/server/testing/temporary-folder';
import pg from 'pg';

/** For the filling alone, which nobody needs to survive; it ends with a clean stop and everything on the disk. */
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
/** Where PostgreSQL writes the statements of those roles that have them logged. */
const LOG_NAME = 'statements';
/** Says, in a folder that is kept, that its database is filled, and with what. */
const FILLED = 'filled.json';
const LOG_SETTINGS = {
  logging_collector: 'on',
  log_destination: 'jsonlog',
  log_directory: 'log',
  log_filename: LOG_NAME,
  log_rotation_age: '0',
  log_rotation_size: '0',
};

/** A filled database as the product runs it, and what is needed to measure a server on it. */
export interface World {
  connection: EmbeddedPostgres['connection'];
  client: pg.Client;
  /** For files of a run. */
  folder: string;
  /** PostgreSQL's log, one JSON object a line. */
  statementsFile: string;
  /** Starts a server that uses the database in this role, by default the one that owns it. */
  startServer(role?: string): Promise<ServerProcess>;
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
    // What the disk has still to write would slow down what is measured.
    await promisify(execFile)('sync');
  }
}

/** A folder that stays, with the database that an earlier run has filled there to its end, if one has. */
async function keptFolder(path: string): Promise<TemporaryFolder & { filled: string | null }> {
  // PostgreSQL's user enters it where that is another one.
  await mkdir(path, { recursive: true, mode: 0o755 });
  const filled = await readFile(join(path, FILLED), 'utf8').catch(() => null);
  return { path, filled, remove: () => Promise.resolve() };
}

/**
 * Fills a new database in a folder of its own, and then starts it with the settings that the product has. With `keepIn`
 * in that folder, which stays: the next run finds it filled, and brings its schema up to date.
 */
export async function openWorld<Filled extends object>(
  fill: (client: pg.Client) => Promise<Filled>,
  keepIn?: string,
): Promise<World & Filled> {
  const folder =
    keepIn === undefined ? { ...(await temporaryFolder()), filled: null } : await keptFolder(keepIn);
  try {
    const filled =
      folder.filled === null ? await fillFolder(folder.path, fill) : (JSON.parse(folder.filled) as Filled);
    if (keepIn !== undefined && folder.filled === null) {
      await writeFile(join(keepIn, `${FILLED}.new`), JSON.stringify(filled));
      await rename(join(keepIn, `${FILLED}.new`), join(keepIn, FILLED));
    }
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path, settings: LOG_SETTINGS });
    await migrate(postgres.connection);
    const { host, user, database } = postgres.connection;
    const client = new pg.Client(postgres.connection);
    await client.connect();
    const { rows } = await client.query<{ folder: string }>(
      `SELECT current_setting('data_directory') AS folder`,
    );
    return {
      ...filled,
      connection: postgres.connection,
      client,
      folder: folder.path,
      statementsFile: join(rows[0]?.folder ?? '', 'log', `${LOG_NAME}.json`),
      async startServer(role = user) {
        const { port, demoPort } = await freePorts();
        return startServerProcess({
          PORT: String(port),
          DEMO_PORT: String(demoPort),
          DATABASE_URL: `postgres://${role}@localhost/${database}?host=${host}`,
          DEMO: 'off',
          RATE_LIMIT: 'off',
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
