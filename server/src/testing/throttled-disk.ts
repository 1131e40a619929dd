import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from './temporary-folder.ts';

const run = promisify(execFile);

/** cgroup v1. */
const CGROUPS = '/sys/fs/cgroup/blkio';
const LIMIT = 'blkio.throttle.write_iops_device';
const MINOR_BITS = 256;

/** A disk whose writes can be throttled. Needs root. */
export interface ThrottledDisk {
  path: string;
  slowDown(pids: readonly number[], writesPerSecond: number): Promise<void>;
  speedUp(): Promise<void>;
  remove(): Promise<void>;
}

/** Returns true if this machine can throttle a disk. */
export async function canThrottle(): Promise<boolean> {
  const isThere = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    );
  return process.getuid?.() === 0 && (await isThere(join(CGROUPS, LIMIT))) && isThere('/dev/loop-control');
}

/** Creates a file system in a file of some megabytes, with a copy of the folder and its owners. */
export async function throttledDisk(megabytes: number, content: string): Promise<ThrottledDisk> {
  const folder = await temporaryFolder('/var/tmp');
  const [image, path] = [join(folder.path, 'image'), join(folder.path, 'disk')];
  await run('truncate', ['-s', `${megabytes}M`, image]);
  await run('mkfs.ext4', ['-q', '-F', image]);
  await mkdir(path);
  await run('mount', ['-o', 'loop', image, path]);
  await run('chmod', ['755', path]);
  await run('cp', ['-a', `${content}/.`, path]);
  const { dev } = await stat(path);
  const device = `${Math.floor(dev / MINOR_BITS)}:${dev % MINOR_BITS}`;
  const group = join(CGROUPS, `zapdeck-${process.pid}`);
  await mkdir(group);
  const limitTo = (writes: number) => writeFile(join(group, LIMIT), `${device} ${writes}`);
  return {
    path,
    async slowDown(pids, writesPerSecond) {
      await limitTo(writesPerSecond);
      // One write per process; it may have ended.
      for (const pid of pids)
        await writeFile(join(group, 'cgroup.procs'), String(pid)).catch(() => undefined);
    },
    speedUp: () => limitTo(0),
    async remove() {
      await limitTo(0);
      const left = (await readFile(join(group, 'cgroup.procs'), 'utf8')).split('\n').filter(Boolean);
      for (const pid of left) await writeFile(join(CGROUPS, 'cgroup.procs'), pid).catch(() => undefined);
      await rmdir(group);
      await run('umount', ['--lazy', path]);
      await folder.remove();
    },
  };
}
