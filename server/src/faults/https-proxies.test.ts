import { existsSync } from 'node:fs';
import { continueAsGuest, currentUser } from '@zapdeck/contract/auth';
import { bulkUploadApps, CSV_FIELD, CSV_MAX_BYTES } from '@zapdeck/contract/bulk-upload';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { httpsProxies } from '../testing/https-proxies.ts';
import { type NodesBehindProxy, startNodesBehind } from '../testing/nodes-behind-proxy.ts';
import type { TestApp } from '../testing/test-app.ts';

const TEST_MS = 120_000;
/** What a network may in an hour. */
const GUESTS_MAX = 60;
/** As much as a list may be, nearly: apps with long remarks in a column that is passed over. */
const CSV_ROWS = 80;
const REMARK_LETTERS = 61_000;

describe.each(Object.entries(httpsProxies))('two nodes behind %s', (name, proxy) => {
  const isThere = existsSync(proxy.program);
  if (!isThere) process.stdout.write(`skipped: there is no ${proxy.program} (Debian: ${name})\n`);

  describe.runIf(isThere)('as hosting/ has it', { timeout: TEST_MS }, () => {
    let t: TestApp;
    let nodes: NodesBehindProxy['nodes'];
    let ask: NodesBehindProxy['ask'];
    let close: (() => Promise<void>) | undefined;
    beforeAll(async () => {
      ({ t, nodes, ask, close } = await startNodesBehind(proxy));
    }, TEST_MS);
    afterAll(() => close?.(), TEST_MS);

    test('people are signed in, with a cookie for https alone, and go by the address that they come from', async () => {
      const first = await ask(continueAsGuest.path, 'POST', { 'x-forwarded-for': '203.0.113.1' });
      expect(first.status).toBe(201);
      expect(first.cookies[0]).toMatch(/; Secure/);
      const cookie = first.cookies[0]?.split(';')[0] ?? '';
      expect((await ask(currentUser.path, 'GET', { cookie })).status).toBe(200);
      let last = 0;
      for (let count = 1; count <= GUESTS_MAX; count += 1)
        last = (await ask(continueAsGuest.path, 'POST', { 'x-forwarded-for': `198.51.100.${count}` })).status;
      // Headers of the browser do not matter: all requests come from one network.
      expect(last).toBe(429);
    });

    test('the largest list of apps comes through, and pages of another site do not', async () => {
      const { cookies } = await t.person('admin');
      const cookie = Object.entries(cookies)
        .map(([key, value]) => `${key}=${value}`)
        .join('; ');
      const form = { 'content-type': 'multipart/form-data; boundary=x', cookie };
      const rows = Array.from(
        { length: CSV_ROWS },
        (_, row) =>
          `App ${row},Is useful,https://app-${row}.example.com/,Games,${'x'.repeat(REMARK_LETTERS)}\n`,
      );
      const part = `--x\r\ncontent-disposition: form-data; name="${CSV_FIELD}"; filename="apps.csv"\r\n\r\n`;
      const body = `${part}title,description,url,category,remarks\n${rows.join('')}\r\n--x--\r\n`;
      expect(body.length).toBeLessThan(CSV_MAX_BYTES);
      expect(body.length).toBeGreaterThan(0.9 * CSV_MAX_BYTES);
      const { status, body: answer } = await ask(bulkUploadApps.path, 'POST', form, body);
      expect([status, JSON.parse(answer)]).toEqual([200, { count: CSV_ROWS, skipped: 0 }]);
      const foreign = { ...form, origin: 'https://elsewhere.example' };
      expect((await ask(bulkUploadApps.path, 'POST', foreign, body)).status).toBe(403);
    });

    test('a node that dies is missed by nobody who reads', async () => {
      await nodes[0]?.process.end('SIGKILL');
      for (let count = 0; count < 20; count += 1) expect((await ask('/api/version')).status).toBe(200);
    });
  });
});
