import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { startApart } from '../testing/cluster/apart.ts';
import { withinMinute } from '../testing/eventually.ts';
import { withstand } from '../testing/withstand.ts';

const TEST_MS = 180_000;
/** Longer than the server waits for an unreachable database. */
const CUT_MS = 15_000;
/** Measured from the repair. TCP alone would retry only after as long as the network was cut. */
const BACK_WITHIN_MS = 8_000;

const isRoot = process.getuid?.() === 0;
if (!isRoot) process.stdout.write('skipped: without root there is no network to cut\n');

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
}, TEST_MS);

describe.runIf(isRoot)('a broken network between a node and its database', { timeout: TEST_MS }, () => {
  test('fails requests in time, and the node recovers afterwards', async () => {
    const { machines, database, node, target, appIds, close } = await startApart();
    closing.push(close);
    const [url = ''] = target.urls;
    const statusOf = (path: string) =>
      fetch(url + path, { signal: AbortSignal.timeout(5_000) }).then(({ status }) => status);
    let repairedAt = 0;
    let backAt = 0;
    await withstand(target, appIds, 'the network between node and database cut for 15 s', async (ledger) => {
      await machines.cut(node, database);
      await delay(CUT_MS);
      expect(await statusOf('/healthz')).toBe(200);
      expect(await statusOf('/readyz')).toBe(503);
      await machines.mend(node, database);
      repairedAt = performance.now();
      backAt = await withinMinute(() => {
        const first = ledger.acknowledgedAt.find((time) => time > repairedAt);
        if (first === undefined) throw new Error('Nothing is acknowledged');
        return first;
      });
    });
    expect(backAt - repairedAt).toBeLessThan(BACK_WITHIN_MS);
  });
});
