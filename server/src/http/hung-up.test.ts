import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markDatabaseError } from '../db/database-away.ts';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';

/** Numeric level of pino. */
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

const isWarning = (line: string) => (JSON.parse(line) as { level: number }).level >= WARN;

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
  ['during the headers', () => 'GET /healthz HTTP/1.1\r\nhost:', ''],
  ['during a body', () => post('/api/votes', 'application/json', '{"appId":'), ''],
  ['during a form', () => post('/api/admin/bulk-upload-apps', 'multipart/form-data; boundary=x', part), ''],
  ['during a large response', () => 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n', '200 OK'],
  ['during a streamed response', () => 'GET /endless HTTP/1.1\r\nhost: x\r\n\r\n', '200 OK'],
  [
    'during a compressed stream',
    () => 'GET /endless HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\n\r\n',
    '200 OK',
  ],
])('logs no warning for a client that disconnects %s', async (_where, sends, receives) => {
  logged.length = 0;
  const accepted = once(t.app.server, 'connection') as Promise<[Socket]>;
  const client = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
  const request = sends();
  client.on('error', () => undefined).write(request);
  const [connection] = await accepted;
  await eventually(() => expect(connection.bytesRead).toBe(request.length));
  if (receives !== '') expect(String((await once(client, 'data'))[0])).toContain(receives);
  const closed = new Promise((resolve) => connection.once('close', resolve));
  client.resetAndDestroy();
  await closed;
  // Late log lines are written before the next response.
  expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  expect(logged.filter(isWarning)).toEqual([]);
});

test('logs no warning for a client that pipelines too many requests', async () => {
  logged.length = 0;
  const client = connect((t.app.server.address() as AddressInfo).port, '127.0.0.1');
  const closed = new Promise((resolve) => client.once('close', resolve));
  client.on('error', () => undefined).resume();
  client.write('GET /api/docs HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(40));
  await closed;
  expect((await t.app.inject('/healthz')).statusCode).toBe(200);
  expect(logged.filter(isWarning)).toEqual([]);
});

test('logs a broken database connection once, with 503', async () => {
  logged.length = 0;
  expect((await t.app.inject('/broken')).statusCode).toBe(503);
  expect(logged.filter(isWarning)).toHaveLength(1);
});

test('logs any other broken connection once, with 500', async () => {
  logged.length = 0;
  expect((await t.app.inject('/broken-elsewhere')).statusCode).toBe(500);
  expect(logged.filter(isWarning)).toHaveLength(1);
});
