import type { PgDatabase } from 'drizzle-orm/pg-core';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { ConnectionPool } from './connection-pool.ts';
import { markDatabaseError } from './database-away.ts';
import { DatabaseClient } from './database-client.ts';
import { closeSilent } from './silent-connections.ts';

/** The database or a transaction on it; functions that take one cannot tell the difference. */
export type Db = PgDatabase<NodePgQueryResultHKT>;

/** Connections that a process has at most. */
export const POOL_SIZE = 16;
/** Those of all workers of a node together: with what else connects, PostgreSQL's default of 100 is enough. */
const NODE_POOL_SIZE = 64;
/** A request that gets no connection in this time is refused with 503. */
const CONNECTION_WAIT_MS = 1_500;
/**
 * What the locks are made for, where a database may have another default of its own; and no compiling of plans, which
 * takes longer than any statement here and is on by default where PostgreSQL has it.
 */
const OPTIONS = '-c default_transaction_isolation=read\\ committed -c jit=off';
/**
 * Idle time after which a connection is closed. It outlasts the pauses of a few users: a new connection needs tens of
 * milliseconds to read the catalogue and to plan each statement.
 */
const IDLE_MS = 300_000;
/** So that whatever forgets quiet connections on the way to another machine does not forget ours. */
const KEEP_ALIVE_MS = 60_000;
/** Then it is replaced, with all that was ever prepared on it. */
const CONNECTION_LIFE_S = 3_600;
/** Shorter than the wait for a connection: who waits for a row gives the connection back before others are refused. */
const LOCK_WAIT_MS = 1_000;
/** Longer than any honest statement of a request. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** For work on a million apps, or on what a million people did. */
export const WORK_TIMEOUT_MS = 5 * 60_000;

export interface Database {
  db: Db;
  pool: ConnectionPool;
}

/** Connections for each of so many processes of a node. */
export function poolSizeOf(workers: number): number {
  return Math.min(POOL_SIZE, Math.floor(NODE_POOL_SIZE / workers));
}

/** Opens a pool; nothing is connected before the first query. `onError` hears of idle connections that break. */
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
  // On each client: the pool does not listen to a client in use, and an error event without a listener ends the process.
  pool.on('connect', (client) => client.on('error', (error) => onError(markDatabaseError(error))));
  pool.on('error', () => undefined);
  closeSilent(pool);
  return { db: drizzle(pool), pool };
}

/** The one row that a statement is known to return. Throws when there is none: that is a fault of ours. */
export function one<T>(rows: readonly (T | undefined)[]): T {
  const row = rows[0];
  if (row === undefined) throw new Error('Expected a row and got none');
  return row;
}
