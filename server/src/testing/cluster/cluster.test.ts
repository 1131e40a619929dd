import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { type Ledger, startLedger } from './ledger.ts';

/** More by the environment: `ROUNDS=10 npm test -- cluster`. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
const APPS = 40;
const BEFORE_MS = 2_000;
const AFTER = 100;
const FROZEN_MS = 15_000;
const CUT_MS = 15_000;
const RESULTS = fileURLToPath(new URL('../../../../.cache/cluster.json', import.meta.url));

let cluster: Cluster;
let appIds: string[];
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  cluster = await startCluster(folder.path);
  const owner = newId();
  await cluster.query(`INSERT INTO users (id, email) VALUES ($1, 'owner@zaps.test')`, [owner]);
  const rows = await cluster.query<{ id: string }>(
    `INSERT INTO apps (id, title, description, url, submitted_by, status, frame_checked_at)
     SELECT gen_random_uuid(), 'T', 'D', 'https://' || gen_random_uuid() || '.example.org/', $1, 'approved', now()
     FROM generate_series(1, $2) RETURNING id`,
    [owner, APPS],
  );
  appIds = rows.map(({ id }) => id);
});
afterAll(async () => {
  await cluster.close();
  await folder.remove();
});

interface Outcome {
  fault: string;
  acknowledged: number;
  lost: number;
  gapMs: number;
  answers: Record<string, number>;
}
const outcomes: Outcome[] = [];
afterAll(async () => {
  await mkdir(fileURLToPath(new URL('.', `file://${RESULTS}`)), { recursive: true });
  await writeFile(RESULTS, JSON.stringify(outcomes, null, 2));
});

/** The longest time without an acknowledged write since the fault. */
function gapOf(acknowledgedAt: readonly number[], since: number): number {
  const times = [since, ...acknowledgedAt.filter((time) => time > since)];
  return Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? 0)));
}

async function moreAcknowledged(ledger: Ledger, count: number): Promise<void> {
  const target = ledger.acknowledgedAt.length + count;
  while (ledger.acknowledgedAt.length < target) await delay(50);
}

/** What the nodes have logged as faults of their own. */
async function faultsInLogs(): Promise<string[]> {
  const logs = await Promise.all(
    cluster.nodes.map(({ machine }) => readFile(join(folder.path, `${machine.name}.log`), 'utf8')),
  );
  const lines = logs.flatMap((log) => log.split('\n')).filter((line) => line.includes('request failed'));
  return lines.filter((line) => !line.includes('outcome_unknown')).slice(-20);
}

/** The gap of a whole fault under load; afterwards everything that was acknowledged is there. */
async function withstand(fault: string, strike: () => Promise<void>): Promise<Outcome> {
  const ledger = await startLedger(cluster, appIds);
  await moreAcknowledged(ledger, AFTER);
  await delay(BEFORE_MS);
  const since = performance.now();
  await strike();
  await cluster.whole();
  await moreAcknowledged(ledger, AFTER);
  await ledger.stop();
  const lost = await ledger.findLost(cluster);
  const outcome = {
    fault,
    acknowledged: ledger.acknowledgedAt.length,
    lost: lost.length,
    gapMs: Math.round(gapOf(ledger.acknowledgedAt, since)),
    answers: Object.fromEntries(ledger.answers),
  };
  outcomes.push(outcome);
  expect(lost, fault).toEqual([]);
  // Nothing but “nothing happened” and “nobody knows”, beside what had no answer at all.
  const failures = [...ledger.answers.keys()].filter((status) => status === 0 || status >= 500);
  const logs = failures.includes(500) ? await faultsInLogs() : [];
  expect(
    failures.filter((status) => ![0, 503, 504].includes(status)),
    logs.join('\n'),
  ).toEqual([]);
  return outcome;
}

const faults: Record<string, () => Promise<void>> = {
  'kill -9 of the primary’s PostgreSQL': async () => {
    const { name, pids } = await cluster.primary();
    const [row] = await cluster.query<{ pid: number }>(
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int AS pid`,
    );
    if (!row || !(await pids()).includes(row.pid)) throw new Error(`No PostgreSQL on ${name}`);
    process.kill(row.pid, 'SIGKILL');
  },
  'kill -9 of all on the primary’s machine': async () => {
    const machine = await cluster.primary();
    await machine.signal('SIGKILL');
    await delay(CUT_MS);
    cluster.startDatabase(machine);
  },
  'SIGSTOP of all on the primary’s machine for 15 s': async () => {
    const machine = await cluster.primary();
    await machine.signal('SIGSTOP');
    await delay(FROZEN_MS);
    await machine.signal('SIGCONT');
  },
  'the primary cut off from the other two databases for 15 s': async () => {
    const machine = await cluster.primary();
    const others = cluster.databases.filter((other) => other !== machine);
    for (const other of others) await cluster.machines.cut(machine, other);
    await delay(CUT_MS);
    for (const other of others) await cluster.machines.mend(machine, other);
  },
  'a replica killed and started again': async () => {
    const primary = await cluster.primary();
    const replica = cluster.databases.find((other) => other !== primary);
    await replica?.signal('SIGKILL');
    await delay(BEFORE_MS);
    if (replica) cluster.startDatabase(replica);
  },
  'kill -9 of a node': async () => {
    const [node] = cluster.nodes;
    await node?.end('SIGKILL');
    await node?.start();
  },
  'a rolling restart of the nodes': async () => {
    for (const node of cluster.nodes) {
      await node.end('SIGTERM');
      await node.start();
    }
  },
  'a switchover': async () => cluster.switchover(),
};

test.each(Object.entries(faults))('%s: nothing that was acknowledged is lost', async (fault, strike) => {
  for (let round = 0; round < ROUNDS; round += 1) await withstand(fault, strike);
});
