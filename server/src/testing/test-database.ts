import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../db/client.ts';
import { TEMPLATE_DATABASE } from './global-setup.ts';

export interface TestDatabase extends Database {
  connection: { host: string; user: string; database: string };
  drop(): Promise<void>;
}

async function asOwner(sql: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), database: 'postgres' });
  await client.connect();
  await client.query(sql);
  await client.end();
}

/**
 * Waits for connections and locks longer than production, because a busy machine may pause a test for seconds. All other
 * timeouts are those of production.
 */
export const patient = { connectionTimeoutMillis: 20_000, lock_timeout: 10_000 };

/** Creates a migrated database. Pass `{}` for the timeouts of production. */
export async function createTestDatabase(waits: pg.PoolConfig = patient): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // File copy is 2.5 times as fast as WAL-logged copying.
  await asOwner(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE_DATABASE} STRATEGY FILE_COPY`);
  const connection = { ...inject('postgres'), database: name };
  const database = openDatabase({ ...connection, ...waits }, () => undefined);
  return {
    ...database,
    connection,
    async drop() {
      await database.pool.end();
      await asOwner(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}
