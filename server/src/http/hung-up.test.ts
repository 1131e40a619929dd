import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markDatabaseError } from '../db/database-away.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';

/** As pino counts. */
const WARN = 40;
const LARGE_BYTES = 16 * 1024 * 1024;

const logged: string[] = [];
let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp({ onLog: (line) => logged.push(line) });
  t.app.get('/large', async () => Buffer.alloc(LARGE_BYTES));
  t.app.get('/endless', async () => Readable.from(endless()));
  const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  t.app.get('/broken', async () => {
    throw markDatabaseError(reset());
  });
  t.app.get('/broken-elsewhere', async () => {
    throw reset();
  });
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  admin = await t.person('admin');
});
afterAll(() => t.close());

const isComplaint = (line: string) => (JSON.parse(line) as { level: number }).level >= WARN;

async function* endless() {
  for (;;) yield Buffer.alloc(64 * 1024);
}

function post(path: string, type: string, start: string): string {
  const headers = {
    host: 'x',
    origin: t.deps.config.publicUrl,
    cookie: `${t.deps.cookie.name}=${admin.cookies[t.deps.cookie.name]}`,
    'content-type': type,
    'content-length': 1_000,
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${start}`;
}

const part = '--x\r\ncontent-disposition: form-data; name="csvFile"; filename="a.csv"\r\n\r\ntitle,';

test.each([
  ['in the headers', () => 'GET /healthz HTTP/1.1\r\nhost:', ''],
  ['in a body', () => post('/api/votes', 'application/json', '{"appId":'), ''],
  ['in a form', () => post('/api/admin/bulk-upload-apps', 'multipart/form-data; boundary=x', part), ''],
  ['in a large answer', () => 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n', '200 OK'],
  ['in a stream', () => 'GET /endless HTTP/1.1\r\nhost: x\r\n\r\n', '200 OK'],
  [
    'in a stream that is made small',
    () => 'GET /endless HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n',
    '200 OK',
  ],
])('who hangs up %s is no fault of ours', async (_where, says, hears) => {
  logged.length = 0;
  const taken = once(t.app.server, 'connection') as Promise<[Socket]>;
  const caller = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
  const ask = says();
  caller.on('error', () => undefined).write(ask);
  const [connection] = await taken;
  await eventually(() => expect(connection.bytesRead).toBe(ask.length));
  if (hears !== '') expect(String((await once(caller, 'data'))[0])).toContain(hears);
  const gone = new Promise((resolve) => connection.once('close', resolve));
  caller.resetAndDestroy();
  await gone;
  // What is still to be said of it is said before the next request is answered.
  expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  expect(logged.filter(isComplaint)).toEqual([]);
});

test('who is cut off for asking too often at once is none either', async () => {
  logged.length = 0;
  const caller = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
  const gone = new Promise((resolve) => caller.once('close', resolve));
  caller.on('error', () => undefined).resume();
  caller.write('GET /api/docs HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(40));
  await gone;
  expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  expect(logged.filter(isComplaint)).toEqual([]);
});

test('a connection of our own that breaks is one', async () => {
  logged.length = 0;
  expect((await t.app.inject('/broken')).statusCode).toBe(503);
  expect(logged.filter(isComplaint)).toHaveLength(1);
});

test('a connection that breaks elsewhere than to the database is a fault of ours', async () => {
  logged.length = 0;
  expect((await t.app.inject('/broken-elsewhere')).statusCode).toBe(500);
  expect(logged.filter(isComplaint)).toHaveLength(1);
});
