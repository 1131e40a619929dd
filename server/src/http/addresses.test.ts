import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Route } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { isApiPath, pathOf } from './addresses.ts';

const ID = '01900000-0000-7000-8000-000000000000';

/** Serves a web app, so that every path without a route is a screen or a file. */
let t: TestApp;
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'index.html'), '<title>shell</title>');
  t = await openTestApp({ webFolder: folder.path });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await t.close();
  await folder.remove();
});

/** Sends the request target unchanged. */
async function raw(method: string, path: string) {
  const { port } = t.app.server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', method, path, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { statusCode: response.statusCode, headers: response.headers, body: await text(response) };
}

test.each([
  ['/api/votes?x=/', '/api/votes'],
  ['/%61pi/v%6ftes#x', '/api/votes'],
  ['http://x:1/api?/', '/api'],
  ['http://x', ''],
  ['/api%2Fvotes', '/api%2Fvotes'],
  ['/%2561pi', '/%61pi'],
  ['/%ff', '/%ff'],
  ['/a%20b/\u00e4%C3%A4', '/a b/ää'],
])('the path of %s is %s', (url, path) => expect(pathOf(url)).toBe(path));

test.each([
  ['/api', true],
  ['/api/', true],
  ['/%61pi/x', true],
  ['/apiary', false],
  ['//api/x', false],
  ['/x?/api/', false],
])('isApiPath(%s) is %s', (url, isApi) => expect(isApiPath(url)).toBe(isApi));

describe('a path in any spelling is handled like its decoded form', () => {
  test.each([
    ['GET', '/api/nothing', 404],
    ['GET', '/%61pi/nothing', 404],
    ['GET', '/%61%70%69/nothing?x=/', 404],
    ['GET', 'http://x/api/nothing', 404],
    ['POST', '/%61pi/auth/user', 405],
    ['GET', '/%61pi/votes', 405],
    ['PUT', 'http://x/api/votes', 405],
    ['PROPFIND', '/%61pi/votes#x', 405],
    ['GET', '/%61pi/auth/user', 401],
    ['GET', 'http://x/api/auth/user', 401],
    ['PROPFIND', '/%ff', 400],
  ] as const)('%s %s returns %i', async (method, url, status) => {
    const { statusCode, headers, body } = await raw(method, url);
    expect(statusCode).toBe(status);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toHaveProperty('requestId');
  });

  test('returns 503 for any spelling before the start is complete', async () => {
    const early = await openTestApp({ database: t.database });
    early.deps.isReady = () => false;
    const picture = `/pictures/${'0'.repeat(32)}-160.webp`;
    const open = ['/a/x-0000000000', '/a/x-0000000000/1.png', picture, '/feeds/new.xml', '/sitemap.xml'];
    for (const url of ['/api/auth/user', '/%61pi/auth/user', '/%61pi/nothing', ...open])
      expect.soft([url, (await early.app.inject({ url })).statusCode]).toEqual([url, 503]);
    await early.close();
  });
});

describe('every API path responds to other methods with 405', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY'];
  const all = Object.values<Route>(routes);
  test.each([...new Set(all.map(({ path }) => path))])('for %s', async (path) => {
    const url = path.replace(/:\w+/g, ID);
    const matches = (call: Route) => new RegExp(`^${call.path.replace(/:\w+/g, '[^/]+')}$`).test(url);
    const calls = all.filter(matches);
    // A redirect has side effects, so it has no HEAD.
    const hasHead = calls.some((call) => call.method === 'GET' && call.response !== 'redirect');
    const has = (method: string) =>
      method === 'HEAD' ? hasHead : calls.some((call) => call.method === method);
    for (const method of methods.filter((one) => !has(one))) {
      const { statusCode, headers } = await raw(method, url);
      expect.soft([method, statusCode]).toEqual([method, 405]);
      const allowed = String(headers['allow']).split(', ');
      expect.soft(allowed.toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'].filter(has));
    }
  });
});
