import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { withinMinute } from '../testing/eventually.ts';
import type { Ledger } from '../testing/ledger.ts';
import { type LoneNode, startLoneNode } from '../testing/lone-node.ts';
import { expectSoundPool } from '../testing/pool-state.ts';
import { startServerProcess } from '../testing/server-process.ts';
import { moreAcknowledged, withstand } from '../testing/withstand.ts';

/** Set by the environment: `NODE_KILLS=100 DATABASE_KILLS=50`. */
const NODE_KILLS = Number(process.env['NODE_KILLS'] ?? 3);
const DATABASE_KILLS = Number(process.env['DATABASE_KILLS'] ?? 3);
const TEST_MS = 3_600_000;
const BETWEEN = 30;

let dataDir: string;
let postgres: EmbeddedPostgres;
let node: LoneNode;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  const folder = await clusterFolder();
  closing.push(() => folder.remove());
  dataDir = folder.path;
  await startPostgres();
  node = await startLoneNode(postgres.connection);
  closing.push(() => node.process.end());
}, TEST_MS);
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

async function startPostgres(): Promise<void> {
  const started = await startEmbeddedPostgres({ dataDir });
  closing.push(() => started.stop());
  postgres = started;
}

async function killNode(ledger: Ledger): Promise<void> {
  await node.process.end('SIGKILL');
  node.process = await startServerProcess(node.env);
  await moreAcknowledged(ledger, BETWEEN);
}

async function killDatabase(ledger: Ledger): Promise<void> {
  const [pid] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
  await postgres.ended;
  await startPostgres();
  await moreAcknowledged(ledger, BETWEEN);
}

test.each([
  { what: 'a node', kills: NODE_KILLS, kill: killNode },
  { what: 'its database', kills: DATABASE_KILLS, kill: killDatabase },
])(
  'kill -9 of $what, $kills times, loses no acknowledged write',
  async ({ what, kills, kill }) => {
    const target = { ...node.target, callsEveryRoute: true };
    await withstand(target, node.appIds, `kill -9 of ${what}, ${kills} times`, async (ledger) => {
      for (let killed = 0; killed < kills; killed += 1) await kill(ledger);
    });
    await expectSoundPool(node.process);
  },
  TEST_MS,
);

test(
  'withstand detects a stored row whose response was 503',
  async () => {
    const { target, appIds } = node;
    const failing = withstand(target, appIds, 'a false 503', async (ledger) => {
      // Longer than a request waits for a lock.
      await target.query('BEGIN; LOCK TABLE reports IN EXCLUSIVE MODE; SELECT pg_sleep(3); COMMIT');
      await withinMinute(() => expect(ledger.denied.size).toBeGreaterThan(0));
      await target.query(
        `INSERT INTO reports (id, app_id, reported_by, reason)
         SELECT gen_random_uuid(), app_id, reported_by, $1 FROM reports LIMIT 1`,
        [[...ledger.denied][0]],
      );
    });
    await expect(failing).rejects.toThrow(/a false 503: expected/);
  },
  TEST_MS,
);

test(
  'withstand detects a lost report',
  async () => {
    const { target, appIds } = node;
    const failing = withstand(target, appIds, 'a lost report', async () => {
      await target.query('DELETE FROM reports WHERE id = (SELECT id FROM reports LIMIT 1)');
    });
    await expect(failing).rejects.toThrow(/a lost report: expected/);
  },
  TEST_MS,
);
