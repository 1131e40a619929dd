import { existsSync } from 'node:fs';
import { request } from 'node:https';
import { text } from 'node:stream/consumers';
import { continueAsGuest, currentUser } from '@zapdeck/contract/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { testAuthority } from '../testing/certificates.ts';
import { httpsProxies } from '../testing/https-proxies.ts';
import { freePorts, type ServerProcess, startServerProcess } from '../testing/server-process.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';

const HOST = 'zaps.example.org';
const TEST_MS = 120_000;
/** What a network may in an hour. */
const GUESTS_MAX = 60;
const CSV_BYTES = 4_900_000;

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
    let folder: TemporaryFolder;
    let nodes: ServerProcess[];
    let endProxy: () => Promise<void>;
    let port: number;

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
      folder = await temporaryFolder();
      t = await openTestApp({ env: { PUBLIC_URL: `https://${HOST}` } });
      const { host, user, database } = t.database.connection;
      const ports = [await freePorts(), await freePorts()];
      nodes = await Promise.all(
        ports.map((own) =>
          startServerProcess({
            PORT: String(own.port),
            DEMO_PORT: String(own.demoPort),
            DATABASE_URL: `postgres://${user}@localhost/${database}?host=${host}`,
            PUBLIC_URL: `https://${HOST}`,
            TRUSTED_PROXIES: '127.0.0.1,::1',
            DEMO: 'off',
          }),
        ),
      );
      port = (await freePorts()).port;
      endProxy = await proxy.start(folder.path, port, [ports[0]?.port ?? 0, ports[1]?.port ?? 0]);
      await eventually(async () => expect((await ask('/readyz')).status).toBe(200));
    }, TEST_MS);
    afterAll(async () => {
      await endProxy();
      for (const node of nodes) await node.end();
      await t.close();
      await folder.remove();
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
      const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="apps.csv"\r\n\r\n';
      const body = `${part}title,description,url\n${'x'.repeat(CSV_BYTES)}\r\n--x--\r\n`;
      const { status, body: answer } = await ask('/api/admin/bulk-upload-apps', 'POST', form, body);
      expect([status, answer]).toEqual([400, expect.stringContaining('requestId')]);
      const foreign = { ...form, origin: 'https://elsewhere.example' };
      expect((await ask('/api/admin/bulk-upload-apps', 'POST', foreign, body)).status).toBe(403);
    });

    test('a node that dies is missed by nobody who reads', async () => {
      await nodes[0]?.end('SIGKILL');
      for (let count = 0; count < 20; count += 1) expect((await ask('/api/version')).status).toBe(200);
    });
  });
});
