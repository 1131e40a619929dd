import { existsSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { continueAsGuest, currentUser } from '@zapdeck/contract/auth';
import { bulkUploadApps, CSV_FIELD, CSV_MAX_BYTES } from '@zapdeck/contract/bulk-upload';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { testAuthority } from '../testing/certificates.ts';
import { httpsProxies } from '../testing/https-proxies.ts';
import { freePorts, type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const HOST = 'zaps.example.org';
const TEST_MS = 120_000;
/** What a network may in an hour. */
const GUESTS_MAX = 60;
/** As much as a list may be, nearly: apps with long remarks in a column that is passed over. */
const CSV_ROWS = 80;
const REMARK_LETTERS = 61_000;

interface Answer {
  status: number;
  cookies: string[];
  body: string;
}

describe.each(Object.entries(httpsProxies))('two nodes behind %s', (name, proxy) => {
  const isThere = existsSync(proxy.program);
  if (!isThere) process.stdout.write(`skipped: there is no ${proxy.program} (Debian: ${name})\n`);

  describe.runIf(isThere)('as hosting/ has it', { timeout: TEST_MS }, () => {
    let t: TestApp;
    let nodes: ServerProcess[];
    let port: number;
    const closing: (() => Promise<unknown>)[] = [];

    function ask(
      path: string,
      method = 'GET',
      headers: Record<string, string> = {},
      body = '',
    ): Promise<Answer> {
      return new Promise((resolve, reject) => {
        request(
          {
            host: '127.0.0.1',
            port,
            path,
            method,
            servername: HOST,
            ca: testAuthority,
            agent: false,
            headers: { host: HOST, origin: `https://${HOST}`, ...headers },
          },
          (response) => {
            const { statusCode = 0, headers: got } = response;
            void text(response).then(
              (answer) => resolve({ status: statusCode, cookies: got['set-cookie'] ?? [], body: answer }),
              reject,
            );
          },
        )
          .on('error', reject)
          .end(body);
      });
    }

    beforeAll(async () => {
      const folder = await temporaryFolder();
      closing.push(() => folder.remove());
      t = await openTestApp({ env: { PUBLIC_URL: `https://${HOST}` } });
      closing.push(() => t.close());
      const { host, user, database } = t.database.connection;
      const ports = [await freePorts(), await freePorts()];
      nodes = await Promise.all(
        ports.map(async (own) => {
          const node = await startServerProcess({
            PORT: String(own.port),
            DEMO_PORT: String(own.demoPort),
            DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
            PUBLIC_URL: `https://${HOST}`,
            TRUSTED_PROXIES: '127.0.0.1,::1',
            DEMO: 'off',
          });
          closing.push(() => node.end());
          return node;
        }),
      );
      port = (await freePorts()).port;
      const { checkAlive, end } = await proxy.start(folder.path, port, [
        ports[0]?.port ?? 0,
        ports[1]?.port ?? 0,
      ]);
      closing.push(end);
      await eventually(async () => {
        checkAlive();
        expect((await ask('/readyz')).status).toBe(200);
      });
    }, TEST_MS);
    afterAll(async () => {
      for (const close of closing.splice(0).toReversed()) await close();
    }, TEST_MS);

    test('people are signed in, with a cookie for https alone, and go by the address that they come from', async () => {
      const first = await ask(continueAsGuest.path, 'POST', { 'x-forwarded-for': '203.0.113.1' });
      expect(first.status).toBe(201);
      expect(first.cookies[0]).toMatch(/; Secure/);
      const cookie = first.cookies[0]?.split(';')[0] ?? '';
      expect((await ask(currentUser.path, 'GET', { cookie })).status).toBe(200);
      let last = 0;
      for (let count = 1; count <= GUESTS_MAX; count += 1)
        last = (await ask(continueAsGuest.path, 'POST', { 'x-forwarded-for': `198.51.100.${count}` })).status;
      // Whatever the browser says of itself, all of them are one network.
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
      await nodes[0]?.end('SIGKILL');
      for (let count = 0; count < 20; count += 1) expect((await ask('/api/version')).status).toBe(200);
    });
  });
});
