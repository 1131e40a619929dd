import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);
const PIECE = Buffer.alloc(64 * 1024);

/** A file system that can be filled up. Needs root. */
export interface SmallDisk {
  path: string;
  /** Takes all free space until `clear`. */
  fill(): Promise<void>;
  clear(): Promise<void>;
  remove(): Promise<void>;
}

/** Mounts a tmpfs of some megabytes with a copy of the folder and its owners. */
export async function smallDisk(megabytes: number, content: string): Promise<SmallDisk> {
  const folder = await temporaryFolder();
  await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'zapdeck-test', folder.path]);
  await run('cp', ['-a', `${content}/.`, folder.path]);
  const filler = join(folder.path, 'filler');
  return {
    path: folder.path,
    async fill() {
      const file = await open(filler, 'a');
      try {
        for (;;) await file.write(PIECE);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        await file.close();
      }
    },
    clear: () => rm(filler, { force: true }),
    async remove() {
      await run('umount', ['--lazy', folder.path]);
      await folder.remove();
    },
  };
}
