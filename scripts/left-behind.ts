import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Time for a process to end after its signal. */
const END_WAIT_MS = 20_000;
const POLL_MS = 200;

/** Returns processes with the folder in environment or arguments, by pid. Linux only. */
async function processesIn(folder: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
    const command = await read('cmdline');
    // Zombies have no command.
    if (command !== '' && `${await read('environ')}${command}`.includes(folder)) {
      found.set(pid, command.replaceAll('\0', ' ').trim());
    }
  }
  return found;
}

/** Ends processes of a run that still exist after a grace period, and returns their commands. */
export async function endLeftoverProcesses(folder: string): Promise<string[]> {
  let left = await processesIn(folder);
  for (let waited = 0; left.size > 0 && waited < END_WAIT_MS; waited += POLL_MS) {
    await delay(POLL_MS);
    left = await processesIn(folder);
  }
  for (const pid of left.keys()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {}
  }
  return [...left.values()];
}
