import { execFile } from 'node:child_process';
import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file system in the memory of Linux. */
const IN_MEMORY = '/dev/shm';
/** What a run of all tests puts there at once, several times over. */
const ROOM_BYTES = 4 * 2 ** 30;

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** A folder of its own that PostgreSQL's user may enter when the tests run as root. */
export async function temporaryFolder(parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'zapdeck-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A copy of a folder with its owners; for a data folder, of one that no server has open. */
export async function copyOfFolder(path: string): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await run('cp', ['-a', `${path}/.`, folder.path]);
  return folder;
}

/**
 * Where tests put what need not outlive them: in memory where there is room, because the many files of many small
 * databases cost more than the tests do. TMPDIR, when somebody has set it, stands.
 */
export function folderForTests(): string {
  if (process.env['TMPDIR']) return process.env['TMPDIR'];
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const hasRoom = bavail * bsize >= ROOM_BYTES && process.availableMemory() >= ROOM_BYTES;
    return hasRoom ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
