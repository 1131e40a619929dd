import { type AddressInfo, connect, type Socket } from 'node:net';
import { recalculateTimeStats, resetStats } from '@zapdeck/contract/apps/apps';
import { cleanupInteractions } from '@zapdeck/contract/feed/interactions';
import type { Route } from '@zapdeck/contract/wire/route';
import { defaultAdvertisement, saveAdvertisementConfig } from '@zapdeck/contract/instance/settings';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { holdLock } from '../db/advisory-locks.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { PATIENCE, type Patience } from './http-server.ts';

/** The limits are far apart, so the time tells which one ended a connection. */
const short: Patience = { ...PATIENCE, headersMs: 300, requestMs: 900, idleMs: 600_000, checkMs: 30 };
const DRIP_MS = 20;

let limited: TestApp;
let relaxed: TestApp;
beforeAll(async () => {
  limited = await openTestApp({ patience: short });
  relaxed = await openTestApp();
  for (const { app } of [limited, relaxed]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await limited.close();
  await relaxed.close();
});

const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port;

interface Attacker {
  socket: Socket;
  closed: Promise<string>;
}

/** Sends `sends`, then `drips` again and again until closed. `closed` resolves to all received data. */
function attack(on: TestApp, { sends, drips }: { sends: string; drips?: string }): Attacker {
  const socket = connect(portOf(on), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(sends);
  const dripping = drips === undefined ? undefined : setInterval(() => socket.write(drips), DRIP_MS);
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
  });
  // A client that keeps writing to a closed connection gets an error, which is expected.
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(dripping);
      resolve(received);
    });
  });
  return { socket, closed };
}

const CLOSED_WITHIN_MS = 30_000;

/** Sends requests until `closed` resolves. Returns their number. */
async function serveUntil(closed: Promise<unknown>): Promise<number> {
  const done = new AbortController();
  void closed.then(() => done.abort());
  const startedAt = performance.now();
  let served = 0;
  while (!done.signal.aborted) {
    expect(performance.now() - startedAt).toBeLessThan(CLOSED_WITHIN_MS);
    const response = await fetch(`http://127.0.0.1:${portOf(limited)}/api/auth/providers`);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    served += 1;
  }
  return served;
}

const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\n';

describe('time limits', () => {
  test.each([
    ['endless headers', { sends: head, drips: 'x-more: 1\r\n' }],
    ['silence', { sends: '' }],
    [
      'an endless body',
      { sends: `${head}content-type: application/json\r\ncontent-length: 16000\r\n\r\n{"`, drips: 'x' },
    ],
  ])('close a connection with %s while others are served', async (_what, traffic) => {
    const unlimited = attack(relaxed, traffic);
    const { closed } = attack(limited, traffic);
    const served = await serveUntil(closed);
    expect(served).toBeGreaterThan(0);
    expect(unlimited.socket.closed).toBe(false);
    unlimited.socket.destroy();
    const received = await closed;
    const [headers = '', body = ''] = received.split('\r\n\r\n');
    expect(headers).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
    expect(headers).toMatch(/cache-control: no-store/);
    expect(headers).toMatch(/content-security-policy: default-src 'none'/);
    expect(JSON.parse(body)).toEqual({
      code: 'request_timeout',
      message: expect.any(String),
      requestId: expect.any(String),
    });
  });
});

test.each(['identity', 'gzip'])('an unread body (%s) does not delay the next request', async (encoding) => {
  const requestHead = 'GET /api/auth/providers HTTP/1.1\r\nhost: x\r\n';
  const body = `content-encoding: ${encoding}\r\ncontent-length: 900000\r\n\r\n${'x'.repeat(900_000)}`;
  const { closed } = attack(limited, {
    sends: `${requestHead}${body}${requestHead}connection: close\r\n\r\n`,
  });
  expect((await closed).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});

test('closes a client that never reads, while others are served', async () => {
  const quick = await openTestApp({
    patience: { ...short, headersMs: 60_000, requestMs: 60_000, idleMs: 400 },
  });
  const withoutLimit = await openTestApp({ database: quick.database });
  for (const { app } of [quick, withoutLimit]) {
    // More than the kernel buffers.
    app.get('/large', async () => Buffer.alloc(16 * 1024 * 1024));
    await app.listen({ port: 0, host: '127.0.0.1' });
  }
  const request = 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n';
  const openUnread = (on: TestApp) => {
    const socket = connect(portOf(on), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(request);
    return socket;
  };
  const closed = new Promise<void>((resolve) => {
    quick.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const open = new Promise<Socket>((resolve) => {
    withoutLimit.app.server.once('connection', resolve);
  });
  const sockets = [openUnread(quick), openUnread(withoutLimit)];
  await serveUntil(closed);
  expect((await open).closed).toBe(false);
  for (const socket of sockets) socket.destroy();
  await withoutLimit.close();
  await quick.close();
});

test('do not apply to work on the whole catalogue', async () => {
  // Long enough for a slow machine to read the session.
  const quick = await openTestApp({
    patience: { ...short, headersMs: 60_000, requestMs: 60_000, idleMs: 3_000 },
  });
  await quick.app.listen({ port: 0, host: '127.0.0.1' });
  const holder = await quick.deps.pool.connect();
  await holder.query('BEGIN');
  await holdLock(drizzle(holder), 'catalogue');
  await holdLock(drizzle(holder), 'settings');
  const { cookies } = await quick.person('admin');
  const post = ({ path, method }: Route, body: object) =>
    fetch(`http://127.0.0.1:${portOf(quick)}${path}`, {
      method,
      headers: { cookie: `sid=${cookies['sid']}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const works = [resetStats, recalculateTimeStats, cleanupInteractions].map((work) => post(work, {}));
  const statuses = Promise.all(
    works.map((work) =>
      work.then(
        ({ status }) => status,
        () => 'cut off',
      ),
    ),
  );
  await eventually(async () => {
    const waiting = await quick.deps.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'",
    );
    expect(waiting.rowCount).toBe(works.length);
  });
  // This request waits for the same lock and times out.
  await expect(post(saveAdvertisementConfig, defaultAdvertisement)).rejects.toThrow();
  await holder.query('COMMIT');
  holder.release();
  expect(await statuses).toEqual([200, 200, 200]);
  await quick.close();
});

test.each([
  ['invalid HTTP', 'nonsense\r\n\r\n', 400, 'invalid_input'],
  [
    'headers over the maximum',
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'invalid_input'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n', 400, 'invalid_input'],
  [
    'an unknown expectation',
    'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: a miracle\r\n\r\n',
    417,
    'expectation_failed',
  ],
  ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n', 405, 'method_not_allowed'],
  [
    'a chunked body with long extensions',
    `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    413,
    'body_too_large',
  ],
])('%s is rejected in the error format', async (_what, sends, status, code) => {
  const received = await attack(relaxed, { sends }).closed;
  const [headers = '', body = ''] = received.split('\r\n\r\n');
  expect(headers).toContain(`HTTP/1.1 ${status} `);
  expect(headers).toMatch(/x-content-type-options: nosniff/);
  expect(headers).toMatch(/cache-control: no-store/);
  const { 'x-request-id': requestId } = Object.fromEntries(
    headers.split('\r\n').map((line) => line.split(': ')),
  );
  expect(JSON.parse(body)).toEqual({ code, message: expect.any(String), requestId });
});

test('sends no body with the error of a HEAD request', async () => {
  const received = await attack(relaxed, {
    sends: `HEAD /?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`,
  }).closed;
  expect(received).toMatch(/^HTTP\/1.1 431 [^]*\r\n\r\n$/);
});

test('the production server has timeouts for headers, requests and idle connections', () => {
  const { headersTimeout, requestTimeout, timeout } = relaxed.app.server;
  expect({ headersTimeout, requestTimeout, timeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    timeout: 60_000,
  });
});
