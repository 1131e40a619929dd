import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ip = (...args: string[]) => run('ip', args);

const PREFIX = 'zapdeck';
/** A subnet that is unlikely to exist here. */
const NETWORK = '10.213.77';
const HUB = `${PREFIX}-hub`;
const OWN_END = `${PREFIX}-own`;
export const OWN_ADDRESS = `${NETWORK}.254`;
/** An abstract socket: it is freed when the process ends. */
const CLAIM = '\0zapdeck-machines';
const UNUSED_MAC = '02:00:00:00:00:01';

/** A network namespace with an address and processes. */
export interface Machine {
  name: string;
  address: string;
  /** Starts a program, as `user` if given. Its output goes to a file in the folder. */
  start(command: string, args: string[], options?: StartOptions): ChildProcess;
  pids: () => Promise<number[]>;
  signal(signal: NodeJS.Signals): Promise<void>;
}

interface StartOptions {
  user?: string;
  env?: Record<string, string>;
  cwd?: string;
}

export interface Machines {
  byName: ReadonlyMap<string, Machine>;
  cut(one: Machine, other: Machine): Promise<void>;
  mend(one: Machine, other: Machine): Promise<void>;
  close(): Promise<void>;
}

export const namespaceOf = (name: string) => `${PREFIX}-${name}`;

async function attachToNetwork(name: string, address: string): Promise<void> {
  await ip('netns', 'add', namespaceOf(name));
  await ip(
    'link',
    'add',
    `zd-${name}`,
    'netns',
    HUB,
    'type',
    'veth',
    'peer',
    'eth0',
    'netns',
    namespaceOf(name),
  );
  await ip('-n', HUB, 'link', 'set', `zd-${name}`, 'master', 'bridge', 'up');
  await ip('-n', namespaceOf(name), 'link', 'set', 'lo', 'up');
  await ip('-n', namespaceOf(name), 'address', 'add', `${address}/24`, 'dev', 'eth0');
  await ip('-n', namespaceOf(name), 'link', 'set', 'eth0', 'up');
}

async function pidsIn(name: string): Promise<number[]> {
  const { stdout } = await ip('netns', 'pids', name);
  return stdout.split('\n').filter(Boolean).map(Number);
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    // The process may have ended.
    try {
      process.kill(pid, signal);
    } catch {}
  }
}

/** Removes the machines of this and earlier runs with their processes. */
async function removeAll(): Promise<void> {
  const { stdout } = await ip('netns', 'list');
  const spaces = stdout.split('\n').map((line) => line.split(' ')[0] ?? '');
  for (const name of spaces.filter((each) => each.startsWith(`${PREFIX}-`))) {
    signalAll(await pidsIn(name), 'SIGKILL');
    await ip('netns', 'delete', name);
  }
  await ip('link', 'delete', OWN_END).catch(() => undefined);
}

/** Takes an exclusive lock on the machines until it is closed or this process ends. */
async function lockMachines(): Promise<Server> {
  const claimed = createServer().unref().listen(CLAIM);
  await once(claimed, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error('Another run has the machines: wait until it has ended.');
  });
  return claimed;
}

function machineOf(name: string, address: string, folder: string): Machine {
  const pids = () => pidsIn(namespaceOf(name));
  return {
    name,
    address,
    pids,
    start(command, args, { user, env = {}, cwd = folder } = {}) {
      const as =
        user === undefined ? [] : ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups'];
      const child = spawn('ip', ['netns', 'exec', namespaceOf(name), ...as, command, ...args], {
        cwd,
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' });
      child.stdout.pipe(log);
      child.stderr.pipe(log);
      return child;
    },
    async signal(signal) {
      signalAll(await pids(), signal);
    },
  };
}

/** Creates machines on one network that this process can reach. Needs root. */
export async function startMachines(names: readonly string[], folder: string): Promise<Machines> {
  const claimed = await lockMachines();
  await removeAll();
  await ip('netns', 'add', HUB);
  await ip('-n', HUB, 'link', 'add', 'bridge', 'type', 'bridge');
  await ip('-n', HUB, 'link', 'set', 'bridge', 'up');
  await ip('link', 'add', OWN_END, 'type', 'veth', 'peer', 'zd-own', 'netns', HUB);
  await ip('-n', HUB, 'link', 'set', 'zd-own', 'master', 'bridge', 'up');
  await ip('address', 'add', `${OWN_ADDRESS}/24`, 'dev', OWN_END);
  await ip('link', 'set', OWN_END, 'up');
  const machines = names.map((name, index) => machineOf(name, `${NETWORK}.${index + 11}`, folder));
  for (const { name, address } of machines) await attachToNetwork(name, address);
  /** Sends packets to an unused MAC address. */
  const misdirect = ({ name }: Machine, { address }: Machine) =>
    ip(
      '-n',
      namespaceOf(name),
      'neighbour',
      'replace',
      address,
      'lladdr',
      UNUSED_MAC,
      'dev',
      'eth0',
      'nud',
      'permanent',
    );
  const direct = ({ name }: Machine, { address }: Machine) =>
    ip('-n', namespaceOf(name), 'neighbour', 'delete', address, 'dev', 'eth0');
  return {
    byName: new Map(machines.map((machine) => [machine.name, machine])),
    async cut(one, other) {
      await Promise.all([misdirect(one, other), misdirect(other, one)]);
    },
    async mend(one, other) {
      await Promise.all([direct(one, other), direct(other, one)]);
    },
    async close() {
      await removeAll();
      claimed.close();
    },
  };
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}
