import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SERVER = 'server/dist/main.js';

async function childrenOf(pid: number): Promise<{ pid: number; command: string }[]> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('pgrep', ['-lf', '-P', String(pid)]);
    return stdout.split('\n').map((line) => ({ pid: Number.parseInt(line, 10), command: line }));
  }
  const pids = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  return Promise.all(
    pids.map(async (child) => {
      const command = await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '');
      return { pid: child, command };
    }),
  );
}

/** Returns the worker processes of a server, the newest last. */
export async function workersOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  const workers = children.filter(({ command }) => command.includes(SERVER)).map((child) => child.pid);
  return workers.sort((one, other) => one - other);
}

/** Returns true if the process exists, even as a zombie. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
