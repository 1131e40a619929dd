import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { DatabaseClient } from '../db/database-client.ts';
import { to as copyTo } from 'pg-copy-streams';
import { VERSION } from '../db/version.ts';
import { one } from '../db/client.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type BackupEnd, type BackupHeader, commentOf, ROWS_END } from './archive.ts';
import {
  COPY_SETTINGS,
  copyInto,
  copyOutOf,
  estimateRows,
  type TableHead,
  quoted,
  readTables,
} from './tables.ts';
import { createTally } from './tally.ts';

export interface BackupSource {
  connection: pg.ClientConfig;
  jobs: JobQueue;
}

export interface Course {
  onProgress?: Progress;
  signal?: AbortSignal;
}

export class NothingToBackUp extends Error {
  override name = 'NothingToBackUp';
  override message = 'The database has no data of Zapdeck yet. There is nothing to back up.';
}

export type Progress = (done: { rows: number; rowsEstimated: number; table: string }) => void;

async function describeBackup(client: pg.Client, tables: readonly TableHead[]): Promise<BackupHeader> {
  const migrations = await client.query<{ path: string; hash: string }>(
    `SELECT path, hash FROM schema_files WHERE path LIKE 'migrations/%' ORDER BY path`,
  );
  const sequences = await client.query<{ name: string; value: string | null }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = current_schema()`,
  );
  const about = await client.query<{ now: Date; version: string }>(
    `SELECT now(), current_setting('server_version') AS version`,
  );
  const { now, version } = one(about.rows);
  return {
    zapdeckBackup: 1,
    version: VERSION,
    madeAt: now.toISOString(),
    postgres: version,
    migrations: migrations.rows,
    tables: tables.map(({ table, columns }) => ({ table, columns })),
    sequences: sequences.rows,
    rowsEstimated: await estimateRows(client, tables),
  };
}

/** Locks the shape of tables before the snapshot, because a recalculation swaps two columns. */
async function lockTables(client: pg.Client): Promise<TableHead[]> {
  const known = await readTables(client);
  if (!known.some(({ table }) => table === 'apps')) throw new NothingToBackUp();
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${COPY_SETTINGS}`);
  await client.query(`LOCK TABLE ${known.map(({ table }) => quoted(table)).join(', ')} IN ACCESS SHARE MODE`);
  return readTables(client);
}

async function* pieces(
  client: pg.Client,
  jobs: JobQueue,
  onProgress: Progress,
): AsyncGenerator<Buffer | string> {
  const tables = await lockTables(client);
  const header = await describeBackup(client, tables);
  yield commentOf(header);
  let rows = 0;
  for (const table of tables) {
    yield `${copyInto(table)};\n`;
    const tally = createTally(table.table, (done) =>
      onProgress({ rows: rows + done, rowsEstimated: header.rowsEstimated, table: table.table }),
    );
    yield* tally.through(client.query(copyTo(copyOutOf(table))));
    yield ROWS_END;
    const tableEnd = tally.end();
    yield commentOf(tableEnd);
    rows += tableEnd.rows;
  }
  const end: BackupEnd = { complete: true, waiting: await jobs.readWaiting(drizzle(client)) };
  yield commentOf(end);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Writes a backup while the server may run. The file appears when complete. Throws NothingToBackUp or EEXIST. */
export async function writeBackup(
  { connection, jobs }: BackupSource,
  path: string,
  { onProgress = () => undefined, signal }: Course = {},
): Promise<void> {
  const client = new DatabaseClient({ ...connection, application_name: 'zapdeck backup' });
  client.on('error', () => undefined);
  // A new file does not inherit permissions of an earlier one.
  const unfinished = `${path}.${randomUUID()}.part`;
  signal?.addEventListener('abort', () => void client.end());
  await client.connect();
  try {
    await pipeline(
      Readable.from(pieces(client, jobs, onProgress), { objectMode: true }),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
    );
    await sync(unfinished);
    // Unlike a rename, a link never overwrites a file.
    await link(unfinished, path);
    await sync(dirname(path));
  } finally {
    await client.end();
    await rm(unfinished, { force: true });
  }
}
