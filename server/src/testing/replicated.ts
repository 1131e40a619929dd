import { chown, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../db/client.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { migrate } from '../db/migrate.ts';
import { clusterFolder } from './cluster-folder.ts';
import { patient, type TestDatabase } from './test-database.ts';

const fast = { fsync: 'off', full_page_writes: 'off', shared_buffers: '32MB', wal_keep_size: '256MB' };

export interface TestReplica {
  url: string;
  query(sql: string): Promise<unknown>;
  pids(): Promise<number[]>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface ReplicatedDatabase {
  database: TestDatabase;
  replicas: TestReplica[];
  close(): Promise<void>;
}

const urlOf = ({ host, user, database }: EmbeddedPostgres['connection']): string =>
  `postgres://${user}@localhost/${database}?host=${host}`;

async function ask(connection: pg.ClientConfig, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function startReplica(primary: EmbeddedPostgres, settings: Record<string, string>) {
  const folder = await clusterFolder();
  const dataFolder = join(folder.path, 'postgres', 'data');
  const standby = join(dataFolder, 'standby.signal');
  await writeFile(standby, '');
  const { uid, gid } = await stat(dataFolder);
  await chown(standby, uid, gid);
  const { host, user } = primary.connection;
  const all = { ...fast, primary_conninfo: `host=${host} user=${user}`, ...settings };
  const start = () => startEmbeddedPostgres({ dataDir: folder.path, settings: all });
  let server = await start();
  const replica: TestReplica = {
    url: urlOf(server.connection),
    query: (sql) => ask(server.connection, sql),
    async pids() {
      const { rows } = await ask(
        server.connection,
        `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid
         UNION ALL SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()`,
      );
      return (rows as { pid: number }[]).map(({ pid }) => pid);
    },
    stop: () => server.stop(),
    async start() {
      server = await start();
    },
  };
  return { replica, remove: () => folder.remove() };
}

/** Starts a migrated primary and a replica for each of the settings. */
export async function startReplicated(
  replicas: readonly Record<string, string>[],
): Promise<ReplicatedDatabase> {
  const folder = await clusterFolder();
  const primary = await startEmbeddedPostgres({ dataDir: folder.path, settings: fast });
  const { connection } = primary;
  const followers = await Promise.all(replicas.map((settings) => startReplica(primary, settings)));
  await migrate(connection);
  const { db, pool } = openDatabase({ ...connection, ...patient }, () => undefined);
  return {
    database: { db, pool, connection, drop: async () => undefined },
    replicas: followers.map(({ replica }) => replica),
    async close() {
      await pool.end();
      for (const { replica, remove } of followers) {
        await replica.stop();
        await remove();
      }
      await primary.stop();
      await folder.remove();
    },
  };
}
