import type { RequestListener } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  expiredCertificate,
  goodCertificate,
  selfSignedCertificate,
  testAuthority,
} from '../testing/certificates.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../testing/small-internet.ts';

const AT = `${PUBLIC_ADDRESS}:80`;

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

describe('fetchPublic', () => {
  test('sends no cookies or credentials, on one connection', async () => {
    const seen: Record<string, unknown>[] = [];
    await net.servePage(AT, (request, response) => {
      seen.push({ ...request.headers, url: request.url, method: request.method });
      response.setHeader('set-cookie', 'a=b');
      if (request.url === '/start') response.writeHead(307, { location: '/end?q=1' }).end();
      else response.setHeader('x-frame-options', ['DENY', 'SAMEORIGIN']).end('<title>Hi</title>');
    });
    const { page } = await net.fetchWith()('http://page.example.com/start');
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

  test('reads the body only if the type does not decide', async () => {
    let type = 'video/mp4';
    await net.servePage(
      AT,
      (_request, response) => void response.setHeader('content-type', type).end('hello'),
    );
    expect((await net.fetchWith()('http://page.example.com/')).page?.body).toHaveLength(0);
    type = 'text/html';
    expect((await net.fetchWith()('http://page.example.com/')).page?.body).toHaveLength(5);
  });

  test('follows a page that redirects itself, with the same rules for every redirect', async () => {
    await net.servePage(AT, (request, response) => {
      const [, to = ''] = request.url?.split('?to=') ?? [];
      response.setHeader('refresh', `0; url=${decodeURIComponent(to)}`).end();
    });
    const fetched = (to: string) => net.fetchWith()(`http://page.example.com/?to=${encodeURIComponent(to)}`);
    expect((await fetched('http://127.0.0.1/')).failure).toBe('not_public');
    expect((await fetched('http://page.example.com:8080/')).failure).toBe('port_refused');
    expect((await fetched('http://me:secret@page.example.com/')).failure).toBe('has_credentials');
    const { page } = await fetched('/there');
    expect([page?.url, page?.passed.length]).toEqual(['http://page.example.com/there', 1]);
    expect(net.canary.touched()).toBe(0);
  });

  test('returns a page that redirects in a circle, and fails for endless redirects', async () => {
    await net.servePage(AT, (request, response) => {
      const [, circle, number = ''] = /^\/(circle)?(\d+)$/.exec(request.url ?? '') ?? [];
      const next = circle ? `/circle${1 - Number(number)}` : `/${Number(number) + 1}`;
      response.setHeader('refresh', `0; url=${next}`).end();
    });
    const { page } = await net.fetchWith()('http://page.example.com/circle0');
    expect([page?.url, page?.passed.length]).toEqual(['http://page.example.com/circle1', 1]);
    expect((await net.fetchWith()('http://page.example.com/0')).failure).toBe('too_many_redirects');
  });

  test('reaches IPv6 addresses and chains of aliases', async () => {
    await net.servePage('2606:4700::1111:80', hello);
    net.names.set('six.example.com', [
      { type: 'CNAME', data: 'one.example.net' },
      { type: 'CNAME', data: 'two.example.net', name: 'one.example.net' },
      { type: 'AAAA', data: '2606:4700::1111', name: 'two.example.net' },
    ]);
    expect(await failureOf('http://six.example.com/')).toBeNull();
    expect(await failureOf('http://[2606:4700::1111]/')).toBeNull();
  });

  test('falls back to the other address family', async () => {
    await net.servePage(AT, hello);
    net.names.set('four.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
    expect(await failureOf('http://four.example.com/')).toBeNull();
    expect(net.names.asked('four.example.com')).toBe(2);
  });
});

describe('fetchPublic reports', () => {
  test('a missing name and a failing name server', async () => {
    net.names.set('broken.example.com', 'fails');
    net.names.set('empty.example.com', []);
    expect(await failureOf('http://nobody.example.com/')).toBe('name_not_found');
    expect(await failureOf('http://broken.example.com/')).toBe('name_not_found');
    expect(await failureOf('http://empty.example.com/')).toBe('name_not_found');
  });

  test.each(['fails', 'silent'] as const)('`busy` if every name %s', async (outage) => {
    net.names.outage = outage;
    onTestFinished(() => void (net.names.outage = undefined));
    expect(await failureOf('http://page.example.com/', net.fetchWith({}, { totalMs: 60_000 }))).toBe('busy');
  });

  test('a refused and a broken connection', async () => {
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

  test('accepts a valid certificate, for a name and for an address', async () => {
    await net.servePage(SECURE, hello, goodCertificate);
    expect(await failureOf('https://page.example.com/')).toBeNull();
    expect(await failureOf(`https://${PUBLIC_ADDRESS}/`)).toBeNull();
  });

  test.each([
    ['expired', expiredCertificate, 'page.example.com'],
    ['self-signed', selfSignedCertificate, 'page.example.com'],
    ['of another host', goodCertificate, 'page.example.net'],
  ])('reports bad TLS for a certificate that is %s', async (_what, certificate, host) => {
    let requests = 0;
    await net.servePage(SECURE, () => (requests += 1), certificate);
    net.names.set(host, [{ type: 'A', data: PUBLIC_ADDRESS }]);
    expect(await failureOf(`https://${host}/`)).toBe('bad_tls');
    expect(requests).toBe(0);
  });

  test('reports bad TLS if the server speaks none, even after a redirect', async () => {
    await net.servePage(SECURE, hello);
    await net.servePage(AT, (_request, response) => {
      response.writeHead(302, { location: 'https://page.example.com/' }).end();
    });
    expect(await failureOf('https://page.example.com/')).toBe('bad_tls');
    expect(await failureOf('http://page.example.com/')).toBe('bad_tls');
  });
});
