import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What a process that was told to end gets to do so; far more than one needs that is on its way out. */
const END_WAIT_MS = 20_000;
const POLL_MS = 200;

/** Who runs with the folder in their environment or their arguments, as pid and command. Knows Linux only. */
async function processesIn(folder: string): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const name of await readdir('/proc').catch(() => [])) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'latin1').catch(() => '');
    const command = await read('cmdline');
    // What has ended and is only waiting to be noticed has no command.
    if (command !== '' && `${await read('environ')}${command}`.includes(folder)) {
      found.set(pid, command.replaceAll('\0', ' ').trim());
    }
  }
  return found;
}

/**
 * Ends whoever still runs with the folder of a run in their environment, once they have had their time to end by
 * themselves; returns their commands.
 */
export async function endLeftBehind(folder: string): Promise<string[]> {
  let left = await processesIn(folder);
  for (let waited = 0; left.size > 0 && waited < END_WAIT_MS; waited += POLL_MS) {
    await delay(POLL_MS);
    left = await processesIn(folder);
  }
  for (const pid of left.keys()) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended just now.
    }
  }
  return [...left.values()];
}
