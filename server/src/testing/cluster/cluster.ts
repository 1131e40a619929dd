import { type ChildProcess, execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { startArguments } from '../server-process.ts';
import { ended, type Machine, type Machines, startMachines } from './machines.ts';
import { patroniConfig, readPatroni, REST, tellPatroni, USER } from './patroni.ts';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const run = promisify(execFile);

const DATABASES = ['db1', 'db2', 'db3'];
const NODES = ['app1', 'app2', 'app3'];
const WAIT_MS = 120_000;
/** Patroni 3.0 can forget which primary a replica follows (its issue 3686). Such a replica never streams. */
const FORGOTTEN_MS = 45_000;
const POLL_MS = 100;
export const ORIGIN = 'http://zaps.test';

interface Node {
  machine: Machine;
  url: string;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Cluster {
  machines: Machines;
  databases: readonly Machine[];
  nodes: readonly Node[];
  primary(): Promise<Machine>;
  query: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
  startDatabase(machine: Machine): void;
  startEtcd(machine: Machine): void;
  killEtcd(machine: Machine): Promise<void>;
  /** Restarts PostgreSQL with Patroni. */
  restart(machine: Machine): Promise<void>;
  switchover(): Promise<void>;
  /**
   * Waits for a primary, streaming replicas, one of them synchronous, and ready nodes. Rebuilds a replica that does
   * not return.
   */
  whole(): Promise<void>;
  close(): Promise<void>;
}

async function until(what: string, check: () => Promise<boolean>, waitMs = WAIT_MS): Promise<void> {
  const begun = performance.now();
  while (!(await check().catch(() => false))) {
    if (performance.now() - begun > waitMs) throw new Error(`In ${waitMs / 1_000} seconds: not ${what}`);
    await delay(POLL_MS);
  }
}

const isOk = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(1_000) })).ok;

const haproxyConfig = (databases: readonly Machine[]) => `defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen primary
  bind 127.0.0.1:5000
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${databases.map(({ name, address }) => `  server ${name} ${address}:5432 check port ${REST}`).join('\n')}
`;

function startEtcdOn(machine: Machine, all: readonly Machine[], folder: string): void {
  const { name, address } = machine;
  const members = all.map((other) => `${other.name}=http://${other.address}:2380`).join(',');
  const env = {
    ETCD_NAME: name,
    ETCD_ENABLE_V2: 'true',
    ETCD_DATA_DIR: join(folder, name, 'etcd'),
    ETCD_LOGGER: 'zap',
    ETCD_LOG_LEVEL: 'error',
    ETCD_INITIAL_CLUSTER: members,
    ETCD_LISTEN_PEER_URLS: `http://${address}:2380`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://${address}:2380`,
    ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
    ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
  };
  machine.start('etcd', [], { user: USER, env });
}

function nodeOn(machine: Machine, databases: readonly Machine[], folder: string): Node {
  const url = `http://${machine.address}:3000`;
  let child: ChildProcess | undefined;
  return {
    machine,
    url,
    async start() {
      child = machine.start(process.execPath, startArguments(), {
        cwd: ROOT,
        env: {
          PORT: '3000',
          HOST: machine.address,
          PUBLIC_URL: ORIGIN,
          DEMO: 'off',
          RATE_LIMIT: 'off',
          DATA_DIR: join(folder, machine.name),
          LOG_LEVEL: 'warn',
          ADMIN_EMAIL: 'admin@zaps.test',
          ADMIN_PASSWORD: 'correct-horse-9',
          DATABASE_URL: `postgres://${USER}@127.0.0.1:5000/zapdeck`,
          DATABASE_READ_URLS: databases
            .map(({ address }) => `postgres://${USER}@${address}/zapdeck`)
            .join(','),
        },
      });
      await until(`${machine.name} ready`, () => isOk(`${url}/readyz`));
    },
    async end(signal) {
      if (!child) return;
      child.kill(signal);
      await ended(child);
    },
  };
}

async function startOn(machines: Machines, folder: string): Promise<Cluster> {
  const named = (names: readonly string[]) => names.flatMap((name) => machines.byName.get(name) ?? []);
  const databases = named(DATABASES);
  await run('chmod', ['755', folder]);
  for (const machine of databases) {
    const own = join(folder, machine.name);
    await mkdir(own, { mode: 0o700 });
    await writeFile(join(own, 'patroni.yml'), JSON.stringify(patroniConfig(machine, databases, folder)));
    await run('chown', ['-R', `${USER}:${USER}`, own]);
  }
  const primary = async (): Promise<Machine> => {
    let found: Machine | undefined;
    await until('one primary', async () => {
      const answers = await Promise.all(
        databases.map(({ address }) => isOk(`http://${address}:${REST}/primary`).catch(() => false)),
      );
      found = databases[answers.indexOf(true)];
      return found !== undefined;
    });
    return found as Machine;
  };
  const ask = async <Row extends object>(
    database: string,
    sql: string,
    values: unknown[] = [],
  ): Promise<Row[]> => {
    const client = new pg.Client({ host: (await primary()).address, user: USER, database });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  const isWhole = async (): Promise<boolean> => {
    const [row] = await ask<{ streaming: number; synchronous: number }>(
      USER,
      `SELECT count(*)::int AS streaming, (count(*) FILTER (WHERE sync_state = 'sync'))::int AS synchronous
       FROM pg_stat_replication WHERE state = 'streaming'`,
    );
    // Patroni refuses a switchover without a synchronous standby, and learns of it later than PostgreSQL.
    const { members } = await readPatroni((await primary()).address);
    const isKnown = members.some(({ role }) => role === 'sync_standby');
    return isKnown && row?.streaming === DATABASES.length - 1 && row.synchronous === 1;
  };
  const describe = async () => {
    const seen = await Promise.all(
      databases.map(({ address }) => readPatroni(address).catch((error: unknown) => String(error))),
    );
    const replicas = ask(USER, 'SELECT application_name, state, sync_state FROM pg_stat_replication');
    return JSON.stringify([...seen, await replicas.catch(String)]);
  };
  /** Reinitialises replicas that Patroni reports as running but that do not stream. */
  const rebuildForgotten = async () => {
    const leader = await primary();
    const streaming = await ask<{ name: string }>(
      USER,
      `SELECT application_name AS name FROM pg_stat_replication WHERE state = 'streaming'`,
    );
    for (const machine of databases) {
      if (machine === leader || streaming.some(({ name }) => name === machine.name)) continue;
      process.stdout.write(`${machine.name} did not stream again by itself and is built again\n`);
      await tellPatroni(machine, 'reinitialize', { force: true });
    }
  };
  const startEtcd = (machine: Machine) => startEtcdOn(machine, databases, folder);
  const startDatabase = (machine: Machine) => {
    startEtcd(machine);
    machine.start('patroni', [join(folder, machine.name, 'patroni.yml')], { user: USER });
  };
  for (const machine of databases) startDatabase(machine);
  await until('all databases there', isWhole);
  await ask(USER, 'CREATE DATABASE zapdeck');

  const nodes = named(NODES).map((machine) => nodeOn(machine, databases, folder));
  const config = join(folder, 'haproxy.cfg');
  await writeFile(config, haproxyConfig(databases));
  for (const { machine } of nodes) machine.start('haproxy', ['-f', config]);
  await Promise.all(nodes.map((node) => node.start()));
  return {
    machines,
    databases,
    nodes,
    primary,
    query: (sql, values) => ask('zapdeck', sql, values),
    startDatabase,
    startEtcd,
    async killEtcd({ pids }) {
      for (const pid of await pids()) {
        const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
        if (name.trim() === 'etcd') process.kill(pid, 'SIGKILL');
      }
    },
    // Patroni rejects concurrent requests.
    restart: (machine) =>
      until(`${machine.name} restarted`, () => tellPatroni(machine, 'restart', {}).then(() => true)),
    async switchover() {
      const machine = await primary();
      await tellPatroni(machine, 'switchover', { leader: machine.name });
    },
    async whole() {
      await until('all databases back', isWhole, FORGOTTEN_MS).catch(rebuildForgotten);
      await until('all databases back', isWhole).catch(async (error: unknown) => {
        throw new Error(`Not whole again: ${await describe()}`, { cause: error });
      });
      for (const { url } of nodes) await until('all nodes ready', () => isOk(`${url}/readyz`));
    },
    close: () => machines.close(),
  };
}

/** Starts three machines with PostgreSQL 15, Patroni and etcd, and three with haproxy and a node. */
export async function startCluster(folder: string): Promise<Cluster> {
  const machines = await startMachines([...DATABASES, ...NODES], folder);
  try {
    return await startOn(machines, folder);
  } catch (error) {
    await machines.close();
    throw error;
  }
}
