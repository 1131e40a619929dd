import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import zlib, { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../testing/small-internet.ts';
import { createFetchPublic } from './fetch-public.ts';

const AT = `${PUBLIC_ADDRESS}:80`;
const KIBIBYTE = 1_024;
const BODY_MAX = 512 * KIBIBYTE;
/** Bytes that two socket buffers may hold after the reader has left. */
const IN_FLIGHT_MAX = 16 * KIBIBYTE * KIBIBYTE;
const GZIP_HEADER_BYTES = 10;
const SHORT_TIMEOUT = { totalMs: 600 };

let net: SmallInternet;
beforeEach(async () => {
  net = await openSmallInternet();
  net.names.set('page.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
});
afterEach(() => net.close());

async function failureOf(url: string, fetch = net.fetchWith()) {
  return (await fetch(url)).failure;
}

const hello: RequestListener = (_request, response) => void response.end('hello');

/** Writes a few bytes at a time until the reader leaves. */
function drip(
  socket: Socket,
  first: string,
  next: string,
  onDrip = (_drips: number): void => undefined,
): void {
  socket.write(first);
  let drips = 0;
  const timer = setInterval(() => {
    socket.write(next);
    onDrip((drips += 1));
  }, 20);
  socket.once('close', () => clearInterval(timer));
}

/** Writes without end. Resolves with the number of bytes when the reader leaves. */
function pour(socket: Socket, chunk: Buffer, onClose: (bytes: number) => void): void {
  const more = () => {
    if (socket.writable && socket.write(chunk)) setImmediate(more);
  };
  socket.on('drain', more).once('close', () => onClose(socket.bytesWritten));
  more();
}

test('rejects ports other than 80 and 443', async () => {
  for (const port of [1, 22, 25, 8080, 8443, 65_535]) {
    expect.soft(await failureOf(`http://page.example.com:${port}/`), String(port)).toBe('port_refused');
  }
  expect(net.names.asked('page.example.com')).toBe(0);
});

test('follows five redirects but not six, and ends a loop', async () => {
  const hops: string[] = [];
  await net.servePage(AT, (request, response) => {
    const left = Number(request.url?.slice(1));
    hops.push(request.url ?? '');
    if (left > 0) response.writeHead(301, { location: `/${left - 1}` }).end();
    else response.end();
  });
  expect(await failureOf('http://page.example.com/5')).toBeNull();
  expect(hops).toHaveLength(6);
  expect(await failureOf('http://page.example.com/6')).toBe('too_many_redirects');
  expect(hops).toHaveLength(12);
});

test.each([
  ['no headers', () => undefined],
  ['slow headers', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n')],
  ['endless interim responses', (socket) => drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')],
] as [string, (socket: Socket) => void][])('times out for %s', async (_what, listener) => {
  await net.serveSocket(AT, listener);
  expect(await failureOf('http://page.example.com/', net.fetchWith({}, SHORT_TIMEOUT))).toBe('timed_out');
});

test('times out after five seconds in production', async () => {
  const timeouts = vi.spyOn(AbortSignal, 'timeout');
  onTestFinished(() => timeouts.mockRestore());
  const production = createFetchPublic({ allowsPrivateUrls: true, demoUrl: undefined }, 'Test');
  await production('http://127.0.0.1:1/');
  expect(timeouts.mock.calls).toEqual([[5_000]]);

  const clock = new AbortController();
  timeouts.mockReturnValue(clock.signal);
  await net.serveSocket(AT, () => clock.abort());
  expect(await failureOf('http://page.example.com/')).toBe('timed_out');
  expect(timeouts.mock.calls).toEqual([[5_000], [5_000]]);
});

test('times out if a name server is silent', async () => {
  net.names.set('silent.example.com', 'silent');
  expect(await failureOf('http://silent.example.com/', net.fetchWith({}, SHORT_TIMEOUT))).toBe('timed_out');
});

test('times out if a TLS handshake never ends', async () => {
  await net.serveSocket(`${PUBLIC_ADDRESS}:443`, () => undefined);
  expect(await failureOf('https://page.example.com/', net.fetchWith({}, SHORT_TIMEOUT))).toBe('timed_out');
});

test('counts the time of all redirects together', async () => {
  let hops = 0;
  await net.servePage(AT, (_request, response) => {
    hops += 1;
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), SHORT_TIMEOUT.totalMs / 3);
  });
  expect(await failureOf('http://page.example.com/', net.fetchWith({}, SHORT_TIMEOUT))).toBe('timed_out');
  expect(hops).toBeLessThan(5);
});

test('returns the part of a slow body that arrived in time', async () => {
  const clock = new AbortController();
  const timeouts = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
  onTestFinished(() => timeouts.mockRestore());
  // Each drip but the last is read before the next.
  const onDrip = (drips: number) => void (drips === 5 && clock.abort());
  await net.serveSocket(AT, (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n<title>', 'x', onDrip));
  const { page } = await net.fetchWith()('http://page.example.com/');
  expect(page?.body.toString()).toMatch(/^<title>x+$/);
});

test('cuts an endless body at 512 KiB and closes the connection', async () => {
  const sent = Promise.withResolvers<number>();
  await net.serveSocket(AT, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    pour(socket, Buffer.alloc(16 * KIBIBYTE), sent.resolve);
  });
  const { page } = await net.fetchWith()('http://page.example.com/');
  expect(page?.body).toHaveLength(BODY_MAX);
  expect(await sent.promise).toBeLessThan(IN_FLIGHT_MAX);
});

test('cuts a body that unpacks to 128 MiB at 512 KiB, without unpacking the rest', async () => {
  const bomb = gzipSync(Buffer.alloc(128 * KIBIBYTE * KIBIBYTE));
  expect(bomb.length).toBeLessThan(BODY_MAX);
  await net.servePage(AT, (_request, response) => {
    response.setHeader('content-encoding', 'gzip').end(bomb);
  });
  const unpacked = vi.spyOn(zlib.Gunzip.prototype, 'push');
  const { page } = await net.fetchWith()('http://page.example.com/');
  expect(page?.body).toHaveLength(BODY_MAX);
  const bytes = unpacked.mock.calls.reduce(
    (sum, [chunk]) => sum + ((chunk as Buffer | null)?.length ?? 0),
    0,
  );
  unpacked.mockRestore();
  expect(bytes).toBeGreaterThanOrEqual(BODY_MAX);
  expect(bytes).toBeLessThan(2 * BODY_MAX);
});

test('cuts a compressed body that unpacks to nothing', async () => {
  const emptyBlocks = Buffer.from('000000ffff'.repeat(3 * KIBIBYTE), 'hex');
  const sent = Promise.withResolvers<number>();
  await net.serveSocket(AT, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n');
    socket.write(gzipSync('').subarray(0, GZIP_HEADER_BYTES));
    pour(socket, emptyBlocks, sent.resolve);
  });
  const { page } = await net.fetchWith()('http://page.example.com/');
  expect(page?.body).toHaveLength(0);
  expect(await sent.promise).toBeLessThan(IN_FLIGHT_MAX);
});

test.each([
  ['gzip', (text: string) => gzipSync(text), 'hello'],
  ['gzip', (text: string) => gzipSync(text + randomBytes(KIBIBYTE).toString('hex')).subarray(0, -8), 'hello'],
  ['gzip', () => Buffer.from('this is no gzip'), ''],
  ['x-unheard-of', () => Buffer.from('hello'), ''],
])('reads a body encoded as %s', async (encoding, pack, start) => {
  await net.servePage(AT, (_request, response) => {
    response.setHeader('content-encoding', encoding).end(pack('hello'));
  });
  const { page } = await net.fetchWith()('http://page.example.com/');
  expect(page?.body.toString().slice(0, 5)).toBe(start);
});

test.each([
  ['one header of 100 KiB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100 * KIBIBYTE)}\r\n\r\n`],
  ['headers of 100 KiB in all', `HTTP/1.1 200 OK\r\n${`X: ${'y'.repeat(KIBIBYTE)}\r\n`.repeat(100)}\r\n`],
  ['another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
  ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
])('rejects %s as a bad response', async (_what, bytes) => {
  await net.serveSocket(AT, (socket) => void socket.write(bytes));
  expect(await failureOf('http://page.example.com/')).toBe('bad_response');
});

test('sends at most four concurrent requests to a host, and fails with `busy` after a long wait', async () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<void>();
  const { promise: isCrowded, resolve: fill } = Promise.withResolvers<void>();
  let [now, most] = [0, 0];
  await net.servePage(AT, (_request, response) => {
    now += 1;
    most = Math.max(most, now);
    if (now === 4) fill();
    void opened.then(() => {
      now -= 1;
      response.end();
    });
  });
  await net.servePage('1.1.1.1:80', hello);
  const fetch = net.fetchWith({}, { slots: { total: 24, perKey: 4, waiting: 4 } });
  const crowd = Array.from({ length: 10 }, () => failureOf('http://page.example.com/', fetch));
  expect(await failureOf('http://1.1.1.1/', fetch)).toBeNull();
  await isCrowded;
  open();
  const failures = await Promise.all(crowd);
  expect(failures.filter((failure) => failure === null)).toHaveLength(8);
  expect(failures.filter((failure) => failure === 'busy')).toHaveLength(2);
  expect(most).toBe(4);
});
