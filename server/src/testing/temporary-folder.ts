import { execFile } from 'node:child_process';
import { accessSync, constants, statfsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const IN_MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;

export interface TemporaryFolder {
  path: string;
  remove(): Promise<void>;
}

/** Creates a folder that PostgreSQL's user can enter when tests run as root. */
export async function temporaryFolder(parent = tmpdir()): Promise<TemporaryFolder> {
  const path = await mkdtemp(join(parent, 'zapdeck-test-'));
  await chmod(path, 0o755);
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Copies a folder with its owners. A data folder must not be in use. */
export async function copyOfFolder(path: string): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await run('cp', ['-a', `${path}/.`, folder.path]);
  return folder;
}

/**
 * Returns the folder for test data: TMPDIR, or in memory if there is space, because creating many databases is slow
 * on disk.
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
