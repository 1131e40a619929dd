import pg from 'pg';
import { newId } from '../db/columns.ts';
import type { Target } from './write-once.ts';
import { freePorts, type ServerProcess, startServerProcess } from './server-process.ts';

const APPS = 40;

export type Connection = { host: string; user: string; database: string };

/** Returns the database URL of a server on this Unix socket. */
export const urlOf = ({ host, user, database }: Connection): string =>
  `postgres://${user}@localhost/${database}?host=${host}`;

/** Runs a query on a new connection. */
export async function ask<Row extends object>(
  connection: pg.ClientConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(connection);
  // The server may be killed; the query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

export async function addApps(query: Target['query']): Promise<string[]> {
  const owner = newId();
  await query(`INSERT INTO users (id, email) VALUES ($1, 'owner@zaps.test')`, [owner]);
  const rows = await query<{ id: string }>(
    `INSERT INTO apps (id, title, description, url, submitted_by, status, frame_checked_at)
     SELECT gen_random_uuid(), 'T', 'D', 'https://' || gen_random_uuid() || '.example.org/', $1, 'approved', now()
     FROM generate_series(1, $2) RETURNING id`,
    [owner, APPS],
  );
  return rows.map(({ id }) => id);
}

export interface LoneNode {
  process: ServerProcess;
  env: Record<string, string>;
  target: Target;
  appIds: string[];
}

/** Starts a node on an external database, with apps. */
export async function startLoneNode(
  connection: Connection,
  env: Record<string, string> = {},
): Promise<LoneNode> {
  const { port, demoPort } = await freePorts();
  const all = {
    PORT: String(port),
    DEMO_PORT: String(demoPort),
    DEMO: 'off',
    RATE_LIMIT: 'off',
    DATABASE_URL: urlOf(connection),
    ...env,
  };
  const process = await startServerProcess(all);
  const query: Target['query'] = (sql, values) => ask(connection, sql, values);
  const target = { urls: [process.url], origin: process.url, query };
  return { process, env: all, target, appIds: await addApps(query) };
}
