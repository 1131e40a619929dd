import { randomBytes } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import zlib, { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  expiredCertificate,
  goodCertificate,
  selfSignedCertificate,
  testAuthority,
} from '../testing/certificates.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../testing/small-internet.ts';
import { createFetchPublic } from './fetch-public.ts';

const AT = `${PUBLIC_ADDRESS}:80`;
const KIBIBYTE = 1_024;
const BODY_MAX = 512 * KIBIBYTE;
/** What may be under way in the buffers of two sockets when the reader leaves. */
const IN_FLIGHT_MAX = 16 * KIBIBYTE * KIBIBYTE;
const GZIP_HEADER_BYTES = 10;
/** Long enough for anything on loopback, short enough to wait for. */
const HASTY = { totalMs: 600 };
const PATIENT = { totalMs: 1_500 };

let net: SmallInternet;
beforeEach(async () => {
  net = await openSmallInternet();
  net.names.set('page.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
});
afterEach(() => net.close());

const hello: RequestListener = (_request, response) => void response.end('hello');
const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

async function failureOf(url: string, fetch = net.fetchWith(), wantsBody = true) {
  return (await fetch(url, { wantsBody })).failure;
}

/** Writes a little now and then until the other side is gone. */
function drip(socket: Socket, first: string, next: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(next), 20);
  socket.once('close', () => clearInterval(timer));
}

/** Writes without end, and tells how much it was when the other side is gone. */
function pour(socket: Socket, chunk: Buffer, onClose: (bytes: number) => void): void {
  const more = () => {
    if (socket.writable && socket.write(chunk)) setImmediate(more);
  };
  socket.on('drain', more).once('close', () => onClose(socket.bytesWritten));
  more();
}

describe('a page on the public internet', () => {
  test('is fetched without cookies, credentials or a second connection', async () => {
    const seen: Record<string, unknown>[] = [];
    await net.servePage(AT, (request, response) => {
      seen.push({ ...request.headers, url: request.url, method: request.method });
      response.setHeader('set-cookie', 'a=b');
      if (request.url === '/start') response.writeHead(307, { location: '/end?q=1' }).end();
      else response.setHeader('x-frame-options', ['DENY', 'SAMEORIGIN']).end('<title>Hi</title>');
    });
    const { page } = await net.fetchWith()('http://page.example.com/start', { wantsBody: true });
    expect(page).toMatchObject({ url: 'http://page.example.com/end?q=1', status: 200 });
    expect(page?.headers['x-frame-options']).toEqual(['DENY', 'SAMEORIGIN']);
    expect(page?.body.toString()).toBe('<title>Hi</title>');
    expect(seen).toHaveLength(2);
    for (const request of seen) {
      expect(request).toMatchObject({ method: 'GET', host: 'page.example.com', connection: 'close' });
      expect(request).not.toHaveProperty('cookie');
      expect(request).not.toHaveProperty('authorization');
      expect(request).not.toHaveProperty('referer');
    }
  });

  test('is read only where its body is wanted', async () => {
    await net.servePage(AT, hello);
    expect((await net.fetchWith()('http://page.example.com/')).page?.body).toHaveLength(0);
  });

  test('may stand on an IPv6 address, and behind a chain of aliases', async () => {
    await net.servePage('2606:4700::1111:80', hello);
    net.names.set('six.example.com', [
      { type: 'CNAME', data: 'one.example.net' },
      { type: 'CNAME', data: 'two.example.net', name: 'one.example.net' },
      { type: 'AAAA', data: '2606:4700::1111', name: 'two.example.net' },
    ]);
    expect(await failureOf('http://six.example.com/')).toBeNull();
    expect(await failureOf('http://[2606:4700::1111]/')).toBeNull();
  });

  test('of a host that fails for one family is fetched over the other', async () => {
    await net.servePage(AT, hello);
    net.names.set('four.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
    expect(await failureOf('http://four.example.com/')).toBeNull();
    expect(net.names.asked('four.example.com')).toBe(2);
  });
});

describe('what is not public is never connected to', () => {
  afterEach(() => expect(net.canary.touched()).toBe(0));

  test.each([
    ['http://127.0.0.1/', 'http://127.1/', 'http://0x7f.1/', 'http://2130706433/', 'http://017700000001/'],
    ['http://0/', 'http://0.0.0.0/', 'http://10.0.0.1/', 'http://192.168.1.1/', 'http://172.16.0.1/'],
    ['http://169.254.169.254/', 'http://168.63.129.16/', 'http://100.64.0.1/', 'http://192.0.0.192/'],
    ['http://１２７.0.0.1/', 'http://127.0.0.1./', 'http://127。0。0。1/', 'http://%31%32%37.0.0.1/'],
    ['http://[::1]/', 'http://[::]/', 'http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/'],
    ['http://[::127.0.0.1]/', 'http://[64:ff9b::127.0.0.1]/', 'http://[2002:7f00:1::]/'],
    ['http://[fd00:ec2::254]/', 'http://[fe80::1]/', 'http://[2001:0:7f00:1::]/', 'http://[fec0::1]/'],
    [
      'http://localhost/',
      'http://intranet/',
      'http://db.internal/',
      'http://x.local/',
      'http://a.localhost/',
    ],
  ])('%s … by its name alone', async (...urls) => {
    for (const url of urls) expect.soft(await failureOf(url), url).toBe('not_public');
  });

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '168.63.129.16',
    '0.0.0.0',
    '::1',
    '::ffff:127.0.0.1',
    '::7f00:1',
    'fd00::1',
    'fe80::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::1',
  ])('a name that answers %s', async (data) => {
    net.names.set('private.example.com', [{ type: data.includes(':') ? 'AAAA' : 'A', data }]);
    expect(await failureOf('http://private.example.com/')).toBe('not_public');
  });

  test('one private answer among public ones, in either family', async () => {
    const good = { type: 'A', data: PUBLIC_ADDRESS } as const;
    await net.servePage(AT, hello);
    net.names.set('mixed.example.com', [good, { type: 'A', data: '10.0.0.1' }]);
    net.names.set('both.example.com', [good, { type: 'AAAA', data: '::1' }]);
    expect(await failureOf('http://mixed.example.com/')).toBe('not_public');
    expect(await failureOf('http://both.example.com/')).toBe('not_public');
  });

  test('a chain of aliases that ends on a private address', async () => {
    net.names.set('alias.example.com', [
      { type: 'CNAME', data: 'metadata.example.net' },
      { type: 'A', data: '169.254.169.254', name: 'metadata.example.net' },
    ]);
    expect(await failureOf('http://alias.example.com/')).toBe('not_public');
  });

  test('a name that changes its answer between the check and the connection', async () => {
    await net.servePage(AT, hello);
    const [good, bad] = [PUBLIC_ADDRESS, '127.0.0.1'].map((data) => [{ type: 'A' as const, data }]);
    net.names.setInTurn('rebind.example.com', good ?? [], bad ?? []);
    expect(await failureOf('http://rebind.example.com/')).toBeNull();
    expect(net.names.asked('rebind.example.com')).toBe(2);
    expect(await failureOf('http://rebind.example.com/')).toBe('not_public');
  });

  test('a name that changes its answer between two hops', async () => {
    await net.servePage(AT, redirectTo('/again'));
    const [good, bad] = [PUBLIC_ADDRESS, '127.0.0.1'].map((data) => [{ type: 'A' as const, data }]);
    net.names.setInTurn('rebind.example.com', good ?? [], bad ?? []);
    expect(await failureOf('http://rebind.example.com/')).toBe('not_public');
  });

  test.each([
    ['http://127.0.0.1/', 'not_public'],
    ['http://[::ffff:10.0.0.1]/', 'not_public'],
    ['//2130706433/', 'not_public'],
    ['http://metadata.internal/', 'not_public'],
    ['http://private.example.com/', 'not_public'],
    ['http://page.example.com:22/', 'port_refused'],
    ['http://page.example.com:6379/', 'port_refused'],
    ['http://user:pass@page.example.com/', 'has_credentials'],
    ['file:///etc/passwd', 'not_http'],
    ['ftp://page.example.com/', 'not_http'],
    ['gopher://127.0.0.1/', 'not_http'],
    ['data:text/html,hi', 'not_http'],
    ['javascript:alert(1)', 'not_http'],
    ['http://', 'bad_redirect'],
    ['http://[oops/', 'bad_redirect'],
  ])('a redirect to %s is %s', async (location, failure) => {
    await net.servePage(AT, redirectTo(location));
    net.names.set('private.example.com', [{ type: 'A', data: '192.168.0.1' }]);
    expect(await failureOf('http://page.example.com/')).toBe(failure);
  });
});

test('the canary would notice: with the rule lifted, each of the ways above touches it', async () => {
  const lenient = net.fetchWith({ allowsPrivateUrls: true });
  await net.servePage(AT, redirectTo('http://169.254.169.254/'));
  net.names.set('private.example.com', [{ type: 'A', data: '10.0.0.1' }]);
  const urls = ['http://127.1/', 'http://[::1]/', 'http://private.example.com/', 'http://page.example.com/'];
  for (const [index, url] of urls.entries()) {
    const { page } = await lenient(url, { wantsBody: true });
    expect.soft(page?.body.toString(), url).toBe('secret');
    expect.soft(net.canary.touched(), url).toBe(index + 1);
  }
});

test('the socket of production, without a test in between, refuses loopback and can be told to allow it', async () => {
  await net.servePage(AT, (request, response) => void response.end(String(request.socket.localPort)));
  const { page } = await net.fetchWith()('http://page.example.com/', { wantsBody: true });
  const listening = `http://127.0.0.1:${page?.body.toString()}/`;
  const strict = createFetchPublic({ allowsPrivateUrls: false, demoUrl: undefined }, 'Test');
  const lenient = createFetchPublic({ allowsPrivateUrls: true, demoUrl: undefined }, 'Test');
  const ofDemo = createFetchPublic({ allowsPrivateUrls: false, demoUrl: new URL(listening).origin }, 'Test');
  expect((await strict(listening)).failure).toBe('port_refused');
  expect((await lenient(listening)).failure).toBeNull();
  expect((await ofDemo(listening)).failure).toBeNull();
  expect((await ofDemo('http://127.0.0.1/')).failure).toBe('not_public');
});

describe('limits', () => {
  test('ports other than 80 and 443 are refused', async () => {
    for (const port of [1, 22, 25, 8080, 8443, 65_535]) {
      expect.soft(await failureOf(`http://page.example.com:${port}/`), String(port)).toBe('port_refused');
    }
    expect(net.names.asked('page.example.com')).toBe(0);
  });

  test('five redirects are followed, a sixth is not, and a loop ends', async () => {
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
    ['headers that never come', () => undefined],
    ['headers that drip', (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'X-A: b\r\n')],
    ['interim answers without end', (socket) => drip(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ] as [string, (socket: Socket) => void][])('%s time out', async (_what, listener) => {
    await net.serveSocket(AT, listener);
    expect(await failureOf('http://page.example.com/', net.fetchWith({}, HASTY))).toBe('timed_out');
  });

  test('a name server that is silent times out', async () => {
    net.names.set('silent.example.com', 'silent');
    expect(await failureOf('http://silent.example.com/', net.fetchWith({}, HASTY))).toBe('timed_out');
  });

  test('a TLS handshake that never ends times out', async () => {
    await net.serveSocket(`${PUBLIC_ADDRESS}:443`, () => undefined);
    expect(await failureOf('https://page.example.com/', net.fetchWith({}, HASTY))).toBe('timed_out');
  });

  test('time is counted over all hops together', async () => {
    let hops = 0;
    await net.servePage(AT, (_request, response) => {
      hops += 1;
      setTimeout(() => response.writeHead(302, { location: '/' }).end(), HASTY.totalMs / 3);
    });
    expect(await failureOf('http://page.example.com/', net.fetchWith({}, HASTY))).toBe('timed_out');
    expect(hops).toBeLessThan(5);
  });

  test('a body that drips is as much as came in time', async () => {
    await net.serveSocket(AT, (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n<title>', 'x'));
    const { page } = await net.fetchWith({}, PATIENT)('http://page.example.com/', { wantsBody: true });
    expect(page?.body.toString()).toMatch(/^<title>x+$/);
  });

  test('an endless body is cut at 512 KiB and the connection closed', async () => {
    const sent = Promise.withResolvers<number>();
    await net.serveSocket(AT, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      pour(socket, Buffer.alloc(16 * KIBIBYTE), sent.resolve);
    });
    const { page } = await net.fetchWith()('http://page.example.com/', { wantsBody: true });
    expect(page?.body).toHaveLength(BODY_MAX);
    expect(await sent.promise).toBeLessThan(IN_FLIGHT_MAX);
  });

  test('a body that unpacks to 128 MiB is cut at 512 KiB, and the rest never unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(128 * KIBIBYTE * KIBIBYTE));
    expect(bomb.length).toBeLessThan(BODY_MAX);
    await net.servePage(AT, (_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(bomb);
    });
    const unpacked = vi.spyOn(zlib.Gunzip.prototype, 'push');
    const { page } = await net.fetchWith()('http://page.example.com/', { wantsBody: true });
    expect(page?.body).toHaveLength(BODY_MAX);
    const bytes = unpacked.mock.calls.reduce(
      (sum, [chunk]) => sum + ((chunk as Buffer | null)?.length ?? 0),
      0,
    );
    unpacked.mockRestore();
    expect(bytes).toBeGreaterThanOrEqual(BODY_MAX);
    expect(bytes).toBeLessThan(2 * BODY_MAX);
  });

  test('a body that unpacks to nothing for ever is cut too', async () => {
    const emptyBlocks = Buffer.from('000000ffff'.repeat(3 * KIBIBYTE), 'hex');
    const sent = Promise.withResolvers<number>();
    await net.serveSocket(AT, (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n');
      socket.write(gzipSync('').subarray(0, GZIP_HEADER_BYTES));
      pour(socket, emptyBlocks, sent.resolve);
    });
    const { page } = await net.fetchWith()('http://page.example.com/', { wantsBody: true });
    expect(page?.body).toHaveLength(0);
    expect(await sent.promise).toBeLessThan(IN_FLIGHT_MAX);
  });

  test.each([
    ['gzip', (text: string) => gzipSync(text), 'hello'],
    [
      'gzip',
      (text: string) => gzipSync(text + randomBytes(KIBIBYTE).toString('hex')).subarray(0, -8),
      'hello',
    ],
    ['gzip', () => Buffer.from('this is no gzip'), ''],
    ['x-unheard-of', () => Buffer.from('hello'), ''],
  ])('a body packed as %s', async (encoding, pack, start) => {
    await net.servePage(AT, (_request, response) => {
      response.setHeader('content-encoding', encoding).end(pack('hello'));
    });
    const { page } = await net.fetchWith()('http://page.example.com/', { wantsBody: true });
    expect(page?.body.toString().slice(0, 5)).toBe(start);
  });

  test.each([
    ['one header of 100 KiB', `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(100 * KIBIBYTE)}\r\n\r\n`],
    ['headers of 100 KiB in all', `HTTP/1.1 200 OK\r\n${`X: ${'y'.repeat(KIBIBYTE)}\r\n`.repeat(100)}\r\n`],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2p1\r\n'],
    ['smuggled lines', 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'],
  ])('%s is a bad response', async (_what, bytes) => {
    await net.serveSocket(AT, (socket) => void socket.write(bytes));
    expect(await failureOf('http://page.example.com/')).toBe('bad_response');
  });

  test('a host is never asked more than four things at once, and who waits too long hears that it is busy', async () => {
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
});

describe('failures of the other side', () => {
  test('a name that does not exist, or whose name server fails', async () => {
    net.names.set('broken.example.com', 'fails');
    net.names.set('empty.example.com', []);
    expect(await failureOf('http://nobody.example.com/')).toBe('name_not_found');
    expect(await failureOf('http://broken.example.com/')).toBe('name_not_found');
    expect(await failureOf('http://empty.example.com/')).toBe('name_not_found');
  });

  test('nobody listens, or somebody hangs up', async () => {
    expect(await failureOf('http://page.example.com/')).toBe('connection_failed');
    await net.serveSocket(AT, (socket) => socket.destroy());
    expect(await failureOf('http://page.example.com/')).toBe('connection_failed');
  });
});

describe('TLS', () => {
  const trusted = getCACertificates();
  const SECURE = `${PUBLIC_ADDRESS}:443`;
  beforeAll(() => setDefaultCACertificates([...trusted, testAuthority]));
  afterAll(() => setDefaultCACertificates(trusted));

  test('a good certificate is accepted, for a name and for an address', async () => {
    await net.servePage(SECURE, hello, goodCertificate);
    expect(await failureOf('https://page.example.com/')).toBeNull();
    expect(await failureOf(`https://${PUBLIC_ADDRESS}/`)).toBeNull();
  });

  test.each([
    ['expired', expiredCertificate, 'page.example.com'],
    ['signed by nobody', selfSignedCertificate, 'page.example.com'],
    ['of another host', goodCertificate, 'page.example.net'],
  ])('a certificate that is %s is bad TLS', async (_what, certificate, host) => {
    let requests = 0;
    await net.servePage(SECURE, () => (requests += 1), certificate);
    net.names.set(host, [{ type: 'A', data: PUBLIC_ADDRESS }]);
    expect(await failureOf(`https://${host}/`)).toBe('bad_tls');
    expect(requests).toBe(0);
  });

  test('no TLS at all is bad TLS, also behind a redirect', async () => {
    await net.servePage(SECURE, hello);
    await net.servePage(AT, redirectTo('https://page.example.com/'));
    expect(await failureOf('https://page.example.com/')).toBe('bad_tls');
    expect(await failureOf('http://page.example.com/')).toBe('bad_tls');
  });
});
