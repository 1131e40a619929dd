import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { continueAsGuest } from '@zapdeck/contract/sign-in/auth';
import { describe, expect, test } from 'vitest';
import { withinMinute } from '../testing/eventually.ts';
import { type HttpsProxy, httpsProxies, nginxSettingNodesAside } from '../testing/https-proxies.ts';
import { startNodesBehind } from '../testing/nodes-behind-proxy.ts';
import { startServerProcess } from '../testing/server-process.ts';

const TEST_MS = 180_000;
const CLIENTS = 6;
/** Pause between the restarts of two nodes, as in an operator's script. */
const BETWEEN_MS = 2_000;
/** Requests before and after the restarts. */
const SETTLE = 60;

interface Outcome {
  /** Number of failed requests by method and status or error. */
  failures: Record<string, number>;
  /** Numbers of guest sessions that were acknowledged, and that are stored. */
  guests: { acknowledged: number; stored: number };
}

/** Restarts two nodes behind the proxy, one at a time, while clients read and write. */
async function restartBehind(name: string, proxy: HttpsProxy): Promise<Outcome> {
  const settings = { RATE_LIMIT: 'off', LOG_LEVEL: 'error', DRAIN_SECONDS: String(proxy.drainSeconds) };
  const { nodes, send, t, close } = await startNodesBehind(proxy, settings);
  const failures: Record<string, number> = {};
  let requests = 0;
  let acknowledged = 0;
  const done = new AbortController();
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    for (let turn = client; !done.signal.aborted; turn += 1) {
      const isWrite = turn % 2 === 0;
      const status = await (isWrite ? send(continueAsGuest.path, 'POST') : send('/api/version')).then(
        (response) => response.status,
        String,
      );
      requests += 1;
      if (status === 201) acknowledged += 1;
      else if (status !== 200) {
        const what = `${isWrite ? 'POST' : 'GET'}: ${status}`;
        failures[what] = (failures[what] ?? 0) + 1;
      }
    }
  });
  const stopClients = () => {
    done.abort();
    return Promise.all(clients);
  };
  const settle = () => {
    const enough = requests + SETTLE;
    return withinMinute(() => expect(requests).toBeGreaterThan(enough));
  };
  try {
    await settle();
    for (const node of nodes) {
      expect(await node.process.end()).toBe(0);
      node.process = await startServerProcess(node.env);
      await delay(BETWEEN_MS);
    }
    await settle();
    await stopClients();
    const { rows } = await t.deps.pool.query<{ stored: number }>(
      'SELECT count(*)::int AS stored FROM sessions',
    );
    process.stdout.write(`${name}: ${requests} requests, failures ${JSON.stringify(failures)}\n`);
    return { failures, guests: { acknowledged, stored: rows[0]?.stored ?? 0 } };
  } finally {
    await stopClients();
    await close();
  }
}

describe('a rolling restart of two nodes', { timeout: TEST_MS }, () => {
  for (const [name, proxy] of Object.entries(httpsProxies)) {
    const isThere = existsSync(proxy.program);
    if (!isThere) process.stdout.write(`skipped: there is no ${proxy.program} (Debian: ${name})\n`);
    test.runIf(isThere)(`loses and repeats no request behind ${name}`, async () => {
      const { failures, guests } = await restartBehind(name, proxy);
      expect(failures).toEqual({});
      expect(guests.stored).toBe(guests.acknowledged);
    });
  }

  test.runIf(existsSync(nginxSettingNodesAside.program))(
    'loses requests behind an nginx that stops using a failed node',
    async () => {
      const { failures } = await restartBehind('nginx that sets nodes aside', nginxSettingNodesAside);
      expect(failures).toMatchObject({ 'GET: 502': expect.any(Number) });
    },
  );
});
