import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { VERSION } from '../db/version.ts';
import { one } from '../db/client.ts';
import type { JobQueue } from '../jobs/queue.ts';
import { type BackupEnd, type BackupHeader, commentOf, ROWS_END, type TableEnd } from './archive.ts';
import { COPY_SETTINGS, copyInto, copyOutOf, estimateRows, type KeptTable, readTables } from './tables.ts';

/** Whose rows, and what waits in its queue. */
export interface Source {
  connection: pg.ClientConfig;
  jobs: JobQueue;
}

/** Told now and then: how many rows are done, of about how many. */
export type Progress = (done: { rows: number; rowsEstimated: number; table: string }) => void;

async function describe(client: pg.Client, tables: readonly KeptTable[]): Promise<BackupHeader> {
  const migrations = await client.query<{ path: string; hash: string }>(
    `SELECT path, hash FROM schema_files WHERE path LIKE 'migrations/%' ORDER BY path`,
  );
  const sequences = await client.query<{ name: string; value: string | null }>(
    `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences WHERE schemaname = 'public'`,
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

async function* pieces(
  client: pg.Client,
  jobs: JobQueue,
  onProgress: Progress,
): AsyncGenerator<Buffer | string> {
  const tables = await readTables(client);
  const header = await describe(client, tables);
  yield commentOf(header);
  let rows = 0;
  for (const table of tables) {
    yield `${copyInto(table)};\n`;
    const hash = createHash('sha256');
    const copied = client.query(copyTo(copyOutOf(table)));
    for await (const piece of copied as AsyncIterable<Buffer>) {
      hash.update(piece);
      yield piece;
    }
    yield ROWS_END;
    const tableEnd: TableEnd = { table: table.table, rows: copied.rowCount, sha256: hash.digest('hex') };
    yield commentOf(tableEnd);
    rows += tableEnd.rows;
    onProgress({ rows, rowsEstimated: header.rowsEstimated, table: table.table });
  }
  const end: BackupEnd = { complete: true, waiting: await jobs.waiting(drizzle(client)) };
  yield commentOf(end);
}

/** As it would be after a power cut too. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes all that the database holds, as it is at one moment, into a new file that only its owner may read, while
 * everybody goes on using it. The file is there when it is whole, and not before. Fails with EEXIST where there is a file
 * of the name.
 */
export async function writeBackup(
  { connection, jobs }: Source,
  path: string,
  onProgress: Progress = () => undefined,
): Promise<void> {
  const client = new pg.Client({ ...connection, application_name: 'zapdeck backup' });
  client.on('error', () => undefined);
  // Of its own, so that no file from before lends it its rights.
  const unfinished = `${path}.${randomUUID()}.part`;
  await client.connect();
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${COPY_SETTINGS}`);
    await pipeline(
      Readable.from(pieces(client, jobs, onProgress), { objectMode: true }),
      createZstdCompress(),
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600 }),
    );
    await sync(unfinished);
    // Unlike renaming, this overwrites nobody's file.
    await link(unfinished, path);
    await sync(dirname(path));
  } finally {
    await client.end();
    await rm(unfinished, { force: true });
  }
}
