import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const execute = promisify(execFile);

const STOP_WAIT_MS = 10_000;
const POLL_MS = 50;
/** PostgreSQL fills its lock file right after creating it. */
const LOCK_WRITE_WAIT_MS = 1_000;

/** Returns the cluster name that identifies the process that started a PostgreSQL process. */
export function ownerMark(ownerPid: number): string {
  return `zapdeck-${ownerPid}`;
}

interface Running {
  command: string;
  parentPid: number;
}

async function inspect(pid: number): Promise<Running | undefined> {
  try {
    if (process.platform === 'linux') {
      const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      const parent = /^PPid:\s+(\d+)$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1];
      return { command, parentPid: Number(parent) };
    }
    const { stdout } = await execute('ps', ['-o', 'ppid=,command=', '-p', String(pid)]);
    const [, parent, command] = /^\s*(\d+)\s+(.*)$/m.exec(stdout) ?? [];
    return parent === undefined ? undefined : { command: command ?? '', parentPid: Number(parent) };
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function waitForEnd(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; waited < timeoutMs; waited += POLL_MS) {
    if (!isAlive(pid)) return true;
    await delay(POLL_MS);
  }
  return !isAlive(pid);
}

export function isOwnedBy(command: string, pid: number): boolean {
  return new RegExp(`cluster_name=${ownerMark(pid)}(?!\\d)`).test(command);
}

export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse';
}

async function readLock(lockFile: string): Promise<string | undefined> {
  for (let waited = 0; ; waited += POLL_MS) {
    const lock = await readFile(lockFile, 'utf8').catch(() => undefined);
    if (lock !== '' || waited >= LOCK_WRITE_WAIT_MS) return lock;
    await delay(POLL_MS);
  }
}

export function socketFolderOf(dataFolder: string): string {
  return join(dirname(dataFolder), 'run');
}

/** The server may run in another container. */
async function isServed(dataFolder: string): Promise<boolean> {
  const socket = createConnection(join(socketFolderOf(dataFolder), '.s.PGSQL.5432'));
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN';
  } finally {
    socket.destroy();
  }
}

/** Stops a postmaster whose owner was killed, and removes stale lock files. Throws DataFolderInUse if the owner is alive. */
export async function clearLeftover(dataFolder: string): Promise<void> {
  const lockFile = join(dataFolder, 'postmaster.pid');
  const lock = await readLock(lockFile);
  if (lock === undefined) return;
  const pid = Number(lock.split('\n')[0]);
  const isPid = Number.isInteger(pid) && pid > 0;
  const running = isPid ? await inspect(pid) : undefined;
  if (!running?.command.includes(`-D ${dataFolder} `)) {
    if (await isServed(dataFolder)) {
      throw new DataFolderInUse(
        `Zapdeck already runs on ${dataFolder}, in another container. Stop it first, or give this one a DATA_DIR of its own.`,
      );
    }
    // PostgreSQL itself replaces the lock file of a dead process.
    if (!isPid || isAlive(pid)) await rm(lockFile, { force: true });
    return;
  }
  if (isOwnedBy(running.command, running.parentPid)) {
    throw new DataFolderInUse(
      `Zapdeck already runs on ${dataFolder} (process ${running.parentPid}). ` +
        'Stop it first, or give this one a PORT and a DATA_DIR of its own.',
    );
  }
  process.kill(pid, 'SIGINT');
  if (await waitForEnd(pid, STOP_WAIT_MS)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await waitForEnd(pid, STOP_WAIT_MS)))
    throw new Error(`PostgreSQL (process ${pid}) does not stop. End it by hand.`);
}
