import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { addApps, ask, startLoneNode } from '../testing/lone-node.ts';
import { freePorts, startServerProcess, waitUntilOk } from '../testing/server-process.ts';
import { type SmallDisk, smallDisk } from '../testing/small-disk.ts';
import { withstand } from '../testing/withstand.ts';

const TEST_MS = 180_000;
const DISK_MB = 220;
const FULL_MS = 3_000;
const REFILL_MS = 100;
/** Twice the size of a WAL file. */
const LOG_MB = 32;

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stdout.write('skipped: without root there is no disk to fill up\n');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

async function newDisk(): Promise<SmallDisk> {
  const disk = await smallDisk(DISK_MB, inject('emptyCluster'));
  closing.push(() => disk.remove());
  return disk;
}

async function startOn(disk: SmallDisk): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir: disk.path });
  closing.push(() => postgres.stop());
  return postgres;
}

const logOf = (disk: SmallDisk) => readFile(join(disk.path, 'postgres/postgres.log'), 'utf8');

/**
 * Fills the disk, and then PostgreSQL's log until there is no room for its next file, which ends the server. Uses a
 * connection opened before, because a full disk may refuse new ones long before the log is full.
 */
async function overflow(disk: SmallDisk, connection: EmbeddedPostgres['connection']): Promise<void> {
  const megabyte = `SELECT pg_logical_emit_message(false, 'full-disk', repeat('x', 1000000))`;
  const client = new pg.Client(connection);
  const lost = once(client, 'error');
  // The error message of the server and the closed connection are two errors.
  client.on('error', () => undefined);
  await client.connect();
  await disk.fill();
  for (let written = 0; written < LOG_MB; written += 1) {
    const isWritten = await client.query(megabyte).then(
      () => true,
      () => false,
    );
    if (!isWritten) {
      await lost;
      return;
    }
  }
  throw new Error('There was room for all of the log');
}

describe.runIf(isRoot)('a full disk', { timeout: TEST_MS }, () => {
  test('rejects writes to tables until there is room', async () => {
    const disk = await newDisk();
    const { connection } = await startOn(disk);
    const { process: node, target, appIds } = await startLoneNode(connection);
    closing.push(() => node.end());
    const { statuses } = await withstand(target, appIds, 'no disk space for tables, for 3 s', async () => {
      // Also fills the space that PostgreSQL frees in the meantime.
      for (const until = performance.now() + FULL_MS; performance.now() < until; await delay(REFILL_MS))
        await disk.fill();
      await disk.clear();
    });
    expect(await logOf(disk)).toContain('could not extend file');
    expect(statuses[503]).toBeGreaterThan(0);
  });

  test('loses nothing when the operator’s PostgreSQL stops without room for its log and is restarted', async () => {
    const disk = await newDisk();
    const postgres = await startOn(disk);
    const { process: node, target, appIds } = await startLoneNode(postgres.connection);
    closing.push(() => node.end());
    await withstand(target, appIds, 'no disk space for PostgreSQL’s log', async () => {
      await overflow(disk, postgres.connection);
      await postgres.ended;
      expect((await fetch(`${node.url}/healthz`)).status).toBe(200);
      await disk.clear();
      await startOn(disk);
      await waitUntilOk(`${node.url}/readyz`);
    });
  });

  test('ends with a message when the embedded PostgreSQL has no room for its log, and loses nothing', async () => {
    const disk = await newDisk();
    const { port, demoPort } = await freePorts();
    const env = {
      PORT: String(port),
      DEMO_PORT: String(demoPort),
      DEMO: 'off',
      RATE_LIMIT: 'off',
      DATA_DIR: disk.path,
    };
    const first = await startServerProcess(env);
    closing.push(() => first.end());
    const connection = { host: join(disk.path, 'postgres/run'), user: 'zapdeck', database: 'postgres' };
    const query = (sql: string, values?: unknown[]) => ask<never>(connection, sql, values);
    const target = { urls: [first.url], origin: first.url, query };
    const appIds = await addApps(query);
    await withstand(target, appIds, 'no disk space for the embedded PostgreSQL’s log', async () => {
      await overflow(disk, connection);
      expect(await first.ended()).toBe(1);
      await disk.fill();
      await expect(startServerProcess(env)).rejects.toThrow(/The disk of .* is full/);
      await disk.clear();
      const again = await startServerProcess(env);
      closing.push(() => again.end());
    });
  });
});
