import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { continueAsGuest } from '@zapdeck/contract/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { httpsProxies } from '../testing/https-proxies.ts';
import { type NodesBehindProxy, startNodesBehind } from '../testing/nodes-behind-proxy.ts';
import { startServerProcess } from '../testing/server-process.ts';

const TEST_MS = 180_000;
const CLIENTS = 6;
/** Between the restart of one node and the next, as an operator's script would do it. */
const BETWEEN_MS = 2_000;
/** Requests before and after the restarts. */
const SETTLE = 60;

/** What docs/operations.md says for each example. */
const DRAIN_SECONDS: Readonly<Record<string, number>> = { caddy: 4, haproxy: 8, nginx: 4 };

describe.each(Object.entries(httpsProxies))('two nodes behind %s', (name, proxy) => {
  const isThere = existsSync(proxy.program);
  if (!isThere) process.stdout.write(`skipped: there is no ${proxy.program} (Debian: ${name})\n`);

  describe.runIf(isThere)('restarted one after the other', { timeout: TEST_MS }, () => {
    let behind: NodesBehindProxy | undefined;
    beforeAll(async () => {
      const settings = { RATE_LIMIT: 'off', LOG_LEVEL: 'error', DRAIN_SECONDS: String(DRAIN_SECONDS[name]) };
      behind = await startNodesBehind(proxy, settings);
    }, TEST_MS);
    afterAll(() => behind?.close(), TEST_MS);

    test('no request is lost, and none is carried out twice', async () => {
      if (!behind) throw new Error('The nodes did not start.');
      const { nodes, ask, t } = behind;
      const failures: Record<string, number> = {};
      let answers = 0;
      let guests = 0;
      const over = new AbortController();
      const clients = Array.from({ length: CLIENTS }, async (_, client) => {
        for (let turn = client; !over.signal.aborted; turn += 1) {
          const isWrite = turn % 2 === 0;
          const status = await (isWrite ? ask(continueAsGuest.path, 'POST') : ask('/api/version')).then(
            (answer) => answer.status,
            String,
          );
          answers += 1;
          if (status === 201) guests += 1;
          else if (status !== 200) {
            const what = `${isWrite ? 'POST' : 'GET'}: ${status}`;
            failures[what] = (failures[what] ?? 0) + 1;
          }
        }
      });
      const settle = () => {
        const enough = answers + SETTLE;
        return eventually(() => expect(answers).toBeGreaterThan(enough));
      };
      await settle();
      for (const node of nodes) {
        expect(await node.process.end()).toBe(0);
        node.process = await startServerProcess(node.env);
        await delay(BETWEEN_MS);
      }
      await settle();
      over.abort();
      await Promise.all(clients);
      const { rows } = await t.deps.pool.query<{ made: number }>(
        'SELECT count(*)::int AS made FROM sessions',
      );
      process.stdout.write(`${name}: ${answers} requests, failures ${JSON.stringify(failures)}\n`);
      expect(failures).toEqual({});
      expect(rows[0]?.made).toBe(guests);
    });
  });
});
