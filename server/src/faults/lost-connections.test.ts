import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { type CuttingProxy, startCuttingProxy } from '../testing/cutting-proxy.ts';
import { withinMinute } from '../testing/eventually.ts';
import type { Ledger } from '../testing/ledger.ts';
import { type LoneNode, startLoneNode } from '../testing/lone-node.ts';
import { expectSoundPool } from '../testing/pool-state.ts';
import { moreAcknowledged, withstand } from '../testing/withstand.ts';

/** Set by the environment: `RESTARTS=20 FREEZES=5`. */
const RESTARTS = Number(process.env['RESTARTS'] ?? 5);
const FREEZES = Number(process.env['FREEZES'] ?? 1);
const FROZEN_MS = 20_000;
const TERMINATIONS = 150;
const TERMINATION_PAUSE_MS = 60;
/** The size of the pool. */
const CUT_BEGINS = 16;
const BETWEEN = 10;
/** Measured from the end of the fault. */
const READY_WITHIN_MS = 15_000;
const TEST_MS = 900_000;

let dataDir: string;
let postgres: EmbeddedPostgres;
let proxy: CuttingProxy;
let node: LoneNode;
const closing: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  const folder = await clusterFolder();
  closing.push(() => folder.remove());
  dataDir = folder.path;
  postgres = await startEmbeddedPostgres({ dataDir });
  closing.push(() => postgres.stop());
  const { host, user, database } = postgres.connection;
  proxy = await startCuttingProxy(`${host}/.s.PGSQL.5432`);
  closing.push(() => proxy.close());
  node = await startLoneNode(postgres.connection, {
    DATABASE_URL: `postgres://${user}@127.0.0.1:${proxy.port}/${database}`,
  });
  closing.push(() => node.process.end());
}, TEST_MS);
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

async function restartOften(ledger: Ledger): Promise<void> {
  for (let restarts = 0; restarts < RESTARTS; restarts += 1) {
    await postgres.stop();
    postgres = await startEmbeddedPostgres({ dataDir });
    await moreAcknowledged(ledger, BETWEEN);
  }
}

/** Returns the postmaster and its child processes. */
async function pidsOfPostgres(): Promise<number[]> {
  const [pid = ''] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  return [pid, ...children].map(Number);
}

async function freezeOften(ledger: Ledger): Promise<void> {
  for (let freezes = 0; freezes < FREEZES; freezes += 1) {
    const pids = await pidsOfPostgres();
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    await delay(FROZEN_MS);
    for (const pid of pids) process.kill(pid, 'SIGCONT');
    await moreAcknowledged(ledger, BETWEEN);
  }
}

async function cutBegins(): Promise<void> {
  proxy.cutAt('begin', 'before', CUT_BEGINS);
  await withinMinute(() => expect(proxy.cutsLeft()).toBe(0));
}

async function terminateOften(): Promise<void> {
  for (let done = 0; done < TERMINATIONS; done += 1) {
    await node.target.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'zapdeck%'`,
    );
    await delay(TERMINATION_PAUSE_MS);
  }
}

test.each([
  { fault: `${RESTARTS} restarts of the database`, cause: restartOften },
  { fault: `a database frozen for 20 s, ${FREEZES} times`, cause: freezeOften },
  { fault: `${CUT_BEGINS} BEGINs whose connection is cut`, cause: cutBegins },
  { fault: `all connections ended ${TERMINATIONS} times in 9 s`, cause: terminateOften },
])(
  'after $fault, the node recovers and loses no connection of its pool',
  async ({ fault, cause }) => {
    let readyAfterMs = Infinity;
    await withstand(node.target, node.appIds, fault, async (ledger) => {
      await cause(ledger);
      const sinceMs = performance.now();
      await withinMinute(async () => expect((await fetch(`${node.process.url}/readyz`)).status).toBe(200));
      readyAfterMs = performance.now() - sinceMs;
    });
    expect(readyAfterMs).toBeLessThan(READY_WITHIN_MS);
    await expectSoundPool(node.process);
  },
  TEST_MS,
);
