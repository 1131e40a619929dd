import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { ConnectionPool } from './connection-pool.ts';
import { markDatabaseError } from './database-away.ts';
import { DatabaseClient } from './database-client.ts';
import { closeSilent } from './silent-connections.ts';

export type Db = PgDatabase<NodePgQueryResultHKT>;

export const POOL_SIZE = 16;
/** Maximum of all workers of a node, so that PostgreSQL's default of 100 is enough. */
const NODE_POOL_SIZE = 64;
const CONNECTION_WAIT_MS = 1_500;
const BULK_LEAST = 2;
export const BULK_WAIT_MS = 60_000;
/** The isolation level that locks expect. No JIT, because it takes longer than any statement. */
const OPTIONS = '-c default_transaction_isolation=read\\ committed -c jit=off';
/** Maximum idle time. A new connection takes tens of milliseconds to read the catalogue and plan statements. */
const IDLE_MS = 300_000;
const KEEP_ALIVE_MS = 60_000;
const CONNECTION_LIFE_S = 3_600;
/** Shorter than the wait for a connection, so that waits for rows do not use up the pool. */
const LOCK_WAIT_MS = 1_000;
const STATEMENT_TIMEOUT_MS = 15_000;
export const WORK_TIMEOUT_MS = 5 * 60_000;

export interface Database {
  db: Db;
  pool: ConnectionPool;
}

/** Returns the numbers of connections of a process: for people, and a quarter for bulk work. */
export function poolSizesOf(workers: number): { people: number; bulk: number } {
  const size = Math.min(POOL_SIZE, Math.floor(NODE_POOL_SIZE / workers));
  const bulk = Math.max(BULK_LEAST, Math.floor(size / 4));
  return { people: size - bulk, bulk };
}

/** Connects on the first query. Calls `onError` when an idle connection breaks. */
export function openDatabase(connection: pg.PoolConfig, onError: (error: Error) => void): Database {
  const pool = new ConnectionPool({
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    application_name: 'zapdeck',
    maxLifetimeSeconds: CONNECTION_LIFE_S,
    options: OPTIONS,
    Client: DatabaseClient,
    ...connection,
  });
  // Connections in use need their own listener, because an error event without one ends the process.
  pool.on('connect', (client) => client.on('error', (error) => onError(markDatabaseError(error))));
  pool.on('error', () => undefined);
  closeSilent(pool);
  return { db: drizzle(pool), pool };
}

/** Returns the first row. Throws if there is none. */
export function one<T>(rows: readonly (T | undefined)[]): T {
  const row = rows[0];
  if (row === undefined) throw new Error('Expected a row and got none');
  return row;
}
