import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startEmbeddedPostgres } from '../db/embedded/embedded-postgres.ts';
import { clusterFolder } from '../testing/cluster-folder.ts';
import { startLoneNode } from '../testing/lone-node.ts';
import { moreAcknowledged, withstand } from '../testing/withstand.ts';

/** Path of Debian’s package libfaketime. */
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1';
const TEST_MS = 240_000;
const HOUR_MS = 3_600_000;
const AHEAD_HOURS = 2;
const WRITES = 100;

const hasFaketime = existsSync(FAKETIME);
if (!hasFaketime) process.stdout.write(`skipped: there is no ${FAKETIME} (Debian: libfaketime)\n`);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

test.runIf(hasFaketime)(
  'loses no write and no session when the clock jumps by two hours under load',
  async () => {
    const folder = await clusterFolder();
    closing.push(() => folder.remove());
    const clock = join(folder.path, 'clock');
    await writeFile(clock, '+0');
    // Applies to PostgreSQL and the node. This process keeps its own time.
    vi.stubEnv('LD_PRELOAD', FAKETIME);
    vi.stubEnv('FAKETIME_TIMESTAMP_FILE', clock);
    vi.stubEnv('FAKETIME_NO_CACHE', '1');
    vi.stubEnv('FAKETIME_DONT_FAKE_MONOTONIC', '1');
    vi.stubEnv('DONT_FAKE_MONOTONIC', '1');
    const postgres = await startEmbeddedPostgres({ dataDir: folder.path });
    closing.push(() => postgres.stop());
    const { process: node, target, appIds } = await startLoneNode(postgres.connection);
    closing.push(() => node.end());
    vi.unstubAllEnvs();
    const aheadHours = async () => {
      const [row] = await target.query<{ now: Date }>('SELECT now()');
      return ((row?.now.getTime() ?? 0) - Date.now()) / HOUR_MS;
    };
    const { statuses } = await withstand(
      target,
      appIds,
      'the clock set two hours ahead, and back',
      async (ledger) => {
        await writeFile(clock, `+${AHEAD_HOURS}h`);
        expect(await aheadHours()).toBeCloseTo(AHEAD_HOURS, 1);
        await moreAcknowledged(ledger, WRITES);
        await writeFile(clock, '+0');
        expect(await aheadHours()).toBeCloseTo(0, 1);
      },
    );
    // No request may get 401 or 429. `withstand` allows 503: a clock jump makes PostgreSQL cancel statements early, and the
    // writers retry. 409 follows a retried sign-up whose first response was late.
    expect(Object.keys(statuses).filter((status) => status.startsWith('4') && status !== '409')).toEqual([]);
  },
  TEST_MS,
);
