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

/** Waits far above what anything takes, for tests that crowd on the same rows on a machine that is busy. */
export const patient = { connectionTimeoutMillis: 60_000, lock_timeout: 60_000 };

/** What a test does by itself goes through the pool of its server: a busy machine may take longer than visitors would wait. */
const unhurried = { connectionTimeoutMillis: patient.connectionTimeoutMillis };

/**
 * A migrated database of its own, gone with `drop`. `waits` are the product's where they are given as nothing; else locks
 * wait as in the product, and connections as long as it takes.
 */
export async function createTestDatabase(waits: pg.PoolConfig = unhurried): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copied as files; block by block through the log it takes two and a half times as long.
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
