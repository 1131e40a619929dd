import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@zapdeck/server/db/embedded/embedded-postgres';
import { migrate } from '@zapdeck/server/db/migrate';
import { freePorts, type ServerProcess, startServerProcess } from '@zapdeck/server/testing/server-process';
import { temporaryFolder } from '@zapdeck/server/testing/temporary-folder';
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
    const filled = await fill(client);
    await client.query('VACUUM (FREEZE, ANALYZE)');
    await client.query('CHECKPOINT');
    await client.end();
    return filled;
  } finally {
    await postgres.stop();
    // What the disk has still to write would slow down what is measured.
    await promisify(execFile)('sync');
  }
}

/** Fills a new database in a folder of its own, and then starts it with the settings that the product has. */
export async function openWorld<Filled extends object>(
  fill: (client: pg.Client) => Promise<Filled>,
): Promise<World & Filled> {
  const folder = await temporaryFolder();
  try {
    const filled = await fillFolder(folder.path, fill);
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path, settings: LOG_SETTINGS });
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
