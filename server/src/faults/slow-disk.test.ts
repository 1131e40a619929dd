import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, inject, test } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { startLoneNode } from '../testing/lone-node.ts';
import { expectSoundPool } from '../testing/pool-state.ts';
import { canThrottle, throttledDisk } from '../testing/throttled-disk.ts';
import { withstand } from '../testing/withstand.ts';

const TEST_MS = 180_000;
const DISK_MB = 512;
const SLOW_MS = 10_000;
const MEASURED_MS = 1_000;
/** About the rate of a disk that its controller has just found broken. */
const WRITES_PER_S = 10;

const hasThrottle = await canThrottle();
if (!hasThrottle)
  process.stdout.write('skipped: without root, loop devices and the cgroup blkio there is no slow disk\n');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

/** Returns the postmaster of the folder and its child processes. */
async function pidsOf(dataDir: string): Promise<number[]> {
  const [pid = ''] = (await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8')).split('\n');
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  return [pid, ...children].map(Number);
}

test.runIf(hasThrottle)(
  'a disk with ten writes a second delays writes, but loses none',
  async () => {
    const disk = await throttledDisk(DISK_MB, inject('emptyCluster'));
    closing.push(() => disk.remove());
    const postgres = await startEmbeddedPostgres({ dataDir: disk.path });
    closing.push(() => postgres.stop());
    const { process: node, target, appIds } = await startLoneNode(postgres.connection);
    closing.push(() => node.end());
    let [quick, slow] = [0, 0];
    await withstand(
      target,
      appIds,
      'a disk with ten writes a second, for 10 s',
      async ({ acknowledgedAt }) => {
        const before = acknowledgedAt.length;
        await delay(MEASURED_MS);
        quick = (acknowledgedAt.length - before) / MEASURED_MS;
        await disk.slowDown(await pidsOf(disk.path), WRITES_PER_S);
        const since = acknowledgedAt.length;
        await delay(SLOW_MS);
        slow = (acknowledgedAt.length - since) / SLOW_MS;
        await disk.speedUp();
      },
    );
    // The disk was slow, and writes still succeeded.
    expect(slow).toBeLessThan(quick / 2);
    expect(slow).toBeGreaterThan(0);
    await expectSoundPool(node);
  },
  TEST_MS,
);
