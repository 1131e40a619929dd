import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addApps } from '../lone-node.ts';
import { type TemporaryFolder, temporaryFolder } from '../temporary-folder.ts';
import { type Outcome, withstand } from '../withstand.ts';
import { type Cluster, ORIGIN, startCluster } from './cluster.ts';

/** Set ROUNDS for more: `ROUNDS=10 npm test -- cluster`. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 1);
const BEFORE_MS = 2_000;
const FROZEN_MS = 15_000;
const CUT_MS = 15_000;
const RESULTS = fileURLToPath(new URL('../../../../.cache/cluster.json', import.meta.url));

let cluster: Cluster;
let appIds: string[];
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  cluster = await startCluster(folder.path);
  appIds = await addApps(cluster.query);
});
afterAll(async () => {
  // Undefined if it did not start.
  await (cluster as Cluster | undefined)?.close();
  await folder.remove();
});

const outcomes: Outcome[] = [];
afterAll(async () => {
  await mkdir(fileURLToPath(new URL('.', `file://${RESULTS}`)), { recursive: true });
  await writeFile(RESULTS, JSON.stringify(outcomes, null, 2));
});

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
  'a rolling restart of the databases': async () => {
    const primary = await cluster.primary();
    for (const replica of cluster.databases.filter((other) => other !== primary)) {
      await cluster.restart(replica);
      await cluster.whole();
    }
    await cluster.switchover();
    await cluster.whole();
    await cluster.restart(primary);
  },
  'a switchover': async () => cluster.switchover(),
  'a node cut off from the primary for 15 s': async () => {
    const [primary, [node]] = [await cluster.primary(), cluster.nodes];
    if (!node) throw new Error('There is no node');
    await cluster.machines.cut(node.machine, primary);
    await delay(CUT_MS);
    await cluster.machines.mend(node.machine, primary);
  },
  'etcd killed on the primary’s machine, started again after 15 s': async () => {
    const machine = await cluster.primary();
    await cluster.killEtcd(machine);
    await delay(CUT_MS);
    cluster.startEtcd(machine);
  },
  'etcd killed on all three machines, started again after 15 s': async () => {
    for (const machine of cluster.databases) await cluster.killEtcd(machine);
    await delay(CUT_MS);
    for (const machine of cluster.databases) cluster.startEtcd(machine);
  },
};

const target = () => ({ urls: cluster.nodes.map(({ url }) => url), origin: ORIGIN, query: cluster.query });

test.each(Object.entries(faults))('loses no acknowledged write: %s', async (fault, strike) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await withstand(target(), appIds, fault, async () => {
      await strike();
      await cluster.whole();
    });
    outcomes.push(outcome);
  }
});

test('clients that follow Retry-After retry at most once in a switchover', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await withstand(
      { ...target(), isPatient: true },
      appIds,
      'a switchover, patiently',
      async () => {
        await cluster.switchover();
        await cluster.whole();
      },
    );
    outcomes.push(outcome);
    expect(outcome.repeatedTwice).toBe(0);
  }
});
