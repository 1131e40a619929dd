import { existsSync } from 'node:fs';
import { continueAsGuest, currentUser } from '@zapdeck/contract/sign-in/auth';
import { bulkUploadApps, CSV_FIELD, CSV_MAX_BYTES } from '@zapdeck/contract/apps/bulk-upload';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpsProxies } from '../testing/https-proxies.ts';
import { type NodesBehindProxy, startNodesBehind } from '../testing/nodes-behind-proxy.ts';
import type { TestApp } from '../testing/test-app.ts';

const TEST_MS = 120_000;
/** Guest sessions that a network may create in an hour. */
const GUESTS_MAX = 60;
/** Nearly the maximum size of a list: apps with long text in an ignored column. */
const CSV_ROWS = 80;
const REMARK_LENGTH = 61_000;

describe.each(Object.entries(httpsProxies))('two nodes behind %s', (name, proxy) => {
  const isThere = existsSync(proxy.program);
  if (!isThere) process.stdout.write(`skipped: there is no ${proxy.program} (Debian: ${name})\n`);

  describe.runIf(isThere)('with the configuration of hosting/', { timeout: TEST_MS }, () => {
    let t: TestApp;
    let nodes: NodesBehindProxy['nodes'];
    let send: NodesBehindProxy['send'];
    let close: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      ({ t, nodes, send, close } = await startNodesBehind(proxy));
    }, TEST_MS);
    afterAll(() => close?.(), TEST_MS);

    test('the session cookie is Secure, and rate limits use the address of the connection', async () => {
      const first = await send(continueAsGuest.path, 'POST', { 'x-forwarded-for': '203.0.113.1' });
      expect(first.status).toBe(201);
      expect(first.cookies[0]).toMatch(/; Secure/);
      const cookie = first.cookies[0]?.split(';')[0] ?? '';
      expect((await send(currentUser.path, 'GET', { cookie })).status).toBe(200);
      let last = 0;
      for (let count = 1; count <= GUESTS_MAX; count += 1)
        last = (await send(continueAsGuest.path, 'POST', { 'x-forwarded-for': `198.51.100.${count}` }))
          .status;
      // Headers of the browser do not matter: all requests come from one network.
      expect(last).toBe(429);
    });

    test('an upload of the maximum size succeeds, and the same from another origin is rejected', async () => {
      const { cookies } = await t.person('admin');
      const cookie = Object.entries(cookies)
        .map(([key, value]) => `${key}=${value}`)
        .join('; ');
      const form = { 'content-type': 'multipart/form-data; boundary=x', cookie };
      const rows = Array.from(
        { length: CSV_ROWS },
        (_, row) =>
          `App ${row},Is useful,https://app-${row}.example.com/,Games,${'x'.repeat(REMARK_LENGTH)}\n`,
      );
      const part = `--x\r\ncontent-disposition: form-data; name="${CSV_FIELD}"; filename="apps.csv"\r\n\r\n`;
      const body = `${part}title,description,url,category,remarks\n${rows.join('')}\r\n--x--\r\n`;
      expect(body.length).toBeLessThan(CSV_MAX_BYTES);
      expect(body.length).toBeGreaterThan(0.9 * CSV_MAX_BYTES);
      const { status, body: response } = await send(bulkUploadApps.path, 'POST', form, body);
      expect([status, JSON.parse(response)]).toEqual([200, { count: CSV_ROWS, skipped: 0 }]);
      const foreign = { ...form, origin: 'https://elsewhere.example' };
      expect((await send(bulkUploadApps.path, 'POST', foreign, body)).status).toBe(403);
    });

    test('reads succeed after one node was killed', async () => {
      await nodes[0]?.process.end('SIGKILL');
      for (let count = 0; count < 20; count += 1) expect((await send('/api/version')).status).toBe(200);
    });
  });
});
