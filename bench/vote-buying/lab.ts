import { type Database, openDatabase } from '@zapdeck/server/db/client';
import { startEmbeddedPostgres } from '@zapdeck/server/db/embedded/embedded-postgres';
import { migrate } from '@zapdeck/server/db/migrate';
import pg from 'pg';
import { openFolder } from '../world.ts';

/** Nothing has to outlast the simulation. Autovacuum would change plans while it runs. */
const FAST = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '512MB',
  max_wal_size: '4GB',
  max_connections: '200',
};
/** No statement of the simulation is too slow. */
const PATIENT = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
  connectionTimeoutMillis: 300_000,
};

/** A PostgreSQL with databases that can be copied. */
export interface Lab {
  /** Creates a database with the schema of the product. */
  create(name: string): Promise<Database>;
  connect(name: string): Database;
  /** Works on a copy of a database that has no connections, and drops the copy. */
  onCopy<Result>(from: string, name: string, work: (copy: Database) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Opens a PostgreSQL in a new folder, or in one that is kept. */
export async function openLab(keepIn?: string): Promise<Lab> {
  const folder = await openFolder(keepIn);
  const postgres = await startEmbeddedPostgres({ dataDir: folder.path, settings: FAST });
  const asOwner = async (sql: string) => {
    const client = new pg.Client(postgres.connection);
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  };
  const connect = (name: string) =>
    openDatabase({ ...postgres.connection, ...PATIENT, database: name }, () => undefined);
  return {
    connect,
    async create(name) {
      await asOwner(`CREATE DATABASE ${name}`);
      await migrate({ ...postgres.connection, database: name });
      return connect(name);
    },
    async onCopy(from, name, work) {
      // A run that was cut short leaves its copies in a kept folder.
      await asOwner(`DROP DATABASE IF EXISTS ${name}`);
      await asOwner(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`);
      const copy = connect(name);
      try {
        return await work(copy);
      } finally {
        await copy.pool.end();
        // Waits for connections that are being closed. Ending them instead would be an error for their clients.
        await asOwner(`DROP DATABASE ${name}`);
      }
    },
    async close() {
      await postgres.stop();
      await folder.remove();
    },
  };
}
