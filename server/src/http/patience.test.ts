import { type AddressInfo, connect, type Socket } from 'node:net';
import { recalculateTimeStats, resetStats } from '@zapdeck/contract/apps';
import { cleanupInteractions } from '@zapdeck/contract/interactions';
import type { Route } from '@zapdeck/contract/route';
import { defaultAdvertisement, saveAdvertisementConfig } from '@zapdeck/contract/settings';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { holdLock } from '../db/advisory-locks.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { PATIENCE, type Patience } from './http-server.ts';

/** Each limit is far from the others, so that it is plain which one has struck. */
const short: Patience = { ...PATIENCE, headersMs: 300, requestMs: 900, idleMs: 600_000, checkMs: 30 };
const DRIP_MS = 20;

let hasty: TestApp;
let patient: TestApp;
beforeAll(async () => {
  hasty = await openTestApp({ patience: short });
  patient = await openTestApp();
  for (const { app } of [hasty, patient]) await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await hasty.close();
  await patient.close();
});

const portOf = ({ app }: TestApp) => (app.server.address() as AddressInfo).port;

interface Attacker {
  socket: Socket;
  closed: Promise<string>;
}

/** Says what it has to say, then one byte after the other for as long as it is let; `closed` has what it was answered. */
function attack(on: TestApp, { says, drips }: { says: string; drips?: string }): Attacker {
  const socket = connect(portOf(on), '127.0.0.1');
  socket.on('error', () => undefined);
  socket.write(says);
  const dripping = drips === undefined ? undefined : setInterval(() => socket.write(drips), DRIP_MS);
  let heard = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    heard += chunk;
  });
  // A client that keeps writing to a closed connection gets an error, which is expected.
  const closed = new Promise<string>((resolve) => {
    socket.once('close', () => {
      clearInterval(dripping);
      resolve(heard);
    });
  });
  return { socket, closed };
}

const CLOSED_WITHIN_MS = 30_000;

/** Sends requests until the other connection is closed. Returns their number. */
async function serveUntil(closed: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  void closed.then(() => over.abort());
  const startedAt = performance.now();
  let served = 0;
  while (!over.signal.aborted) {
    expect(performance.now() - startedAt).toBeLessThan(CLOSED_WITHIN_MS);
    const response = await fetch(`http://127.0.0.1:${portOf(hasty)}/api/auth/providers`);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    served += 1;
  }
  return served;
}

const head = 'POST /api/auth/login HTTP/1.1\r\nhost: x\r\n';

describe('are closed while others are served, and would go on without the limit:', () => {
  test.each([
    ['headers that never end', { says: head, drips: 'x-more: 1\r\n' }],
    ['silence', { says: '' }],
    [
      'a body that never ends',
      { says: `${head}content-type: application/json\r\ncontent-length: 16000\r\n\r\n{"`, drips: 'x' },
    ],
  ])('%s', async (_what, manner) => {
    const unlimited = attack(patient, manner);
    const { closed } = attack(hasty, manner);
    const served = await serveUntil(closed);
    expect(served).toBeGreaterThan(0);
    expect(unlimited.socket.closed).toBe(false);
    unlimited.socket.destroy();
    const answer = await closed;
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
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

test.each(['identity', 'gzip'])(
  'a body that nobody reads (%s) does not hold up the next request',
  async (encoding) => {
    const ask = 'GET /api/auth/providers HTTP/1.1\r\nhost: x\r\n';
    const body = `content-encoding: ${encoding}\r\ncontent-length: 900000\r\n\r\n${'x'.repeat(900_000)}`;
    const { closed } = attack(hasty, { says: `${ask}${body}${ask}connection: close\r\n\r\n` });
    expect((await closed).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  },
);

test('who asks and asks and never reads is closed while others are served', async () => {
  const quick = await openTestApp({
    patience: { ...short, headersMs: 60_000, requestMs: 60_000, idleMs: 400 },
  });
  const deafened = await openTestApp({ database: quick.database });
  for (const { app } of [quick, deafened]) {
    // More than any kernel takes off a process's hands.
    app.get('/large', async () => Buffer.alloc(16 * 1024 * 1024));
    await app.listen({ port: 0, host: '127.0.0.1' });
  }
  const ask = 'GET /large HTTP/1.1\r\nhost: x\r\n\r\n';
  const deaf = (on: TestApp) => {
    const socket = connect(portOf(on), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(ask);
    return socket;
  };
  const ended = new Promise<void>((resolve) => {
    quick.app.server.once('connection', (socket) => socket.once('close', () => resolve()));
  });
  const left = new Promise<Socket>((resolve) => {
    deafened.app.server.once('connection', resolve);
  });
  const [limited, unlimited] = [deaf(quick), deaf(deafened)];
  await serveUntil(ended);
  expect((await left).closed).toBe(false);
  limited.destroy();
  unlimited.destroy();
  await deafened.close();
  await quick.close();
});

test('work on the whole catalogue is answered however long it takes, where other calls are cut off', async () => {
  // Long enough for a slow machine to find out who calls.
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
  const answers = Promise.all(
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
  // It begins later, waits for the same, and is cut off.
  await expect(post(saveAdvertisementConfig, defaultAdvertisement)).rejects.toThrow();
  await holder.query('COMMIT');
  holder.release();
  expect(await answers).toEqual([200, 200, 200]);
  await quick.close();
});

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400, 'invalid_input'],
  [
    'more headers than fit',
    `GET / HTTP/1.1\r\nhost: x\r\nx: ${'x'.repeat(70_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400, 'invalid_input'],
  ['two hosts', 'GET /healthz HTTP/1.1\r\nhost: x\r\nhost: y\r\n\r\n', 400, 'invalid_input'],
  [
    'an expectation that nobody meets',
    'GET /healthz HTTP/1.1\r\nhost: x\r\nexpect: a miracle\r\n\r\n',
    417,
    'expectation_failed',
  ],
  [
    'a tunnel',
    'CONNECT example.org:443 HTTP/1.1\r\nhost: example.org:443\r\n\r\n',
    405,
    'method_not_allowed',
  ],
  [
    'a body in chunks with endless notes',
    `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    413,
    'body_too_large',
  ],
])('%s is refused in the shape of all refusals', async (_what, says, status, code) => {
  const answer = await attack(patient, { says }).closed;
  const [headers = '', body = ''] = answer.split('\r\n\r\n');
  expect(headers).toContain(`HTTP/1.1 ${status} `);
  expect(headers).toMatch(/x-content-type-options: nosniff/);
  expect(headers).toMatch(/cache-control: no-store/);
  const { 'x-request-id': requestId } = Object.fromEntries(
    headers.split('\r\n').map((line) => line.split(': ')),
  );
  expect(JSON.parse(body)).toEqual({ code, message: expect.any(String), requestId });
});

test('who asks for a head alone is refused without a body', async () => {
  const answer = await attack(patient, { says: `HEAD /?${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n` })
    .closed;
  expect(answer).toMatch(/^HTTP\/1.1 431 [^]*\r\n\r\n$/);
});

test('in production, connections have their limits', () => {
  const { headersTimeout, requestTimeout, timeout } = patient.app.server;
  expect({ headersTimeout, requestTimeout, timeout }).toEqual({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    timeout: 60_000,
  });
});
