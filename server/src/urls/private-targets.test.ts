import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../testing/small-internet.ts';
import { createFetchPublic } from './fetch-public.ts';

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
const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, { location }).end();

describe('fetchPublic never connects to', () => {
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
  ])('%s and similar addresses in a URL', async (...urls) => {
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
  ])('a name that resolves to %s', async (data) => {
    net.names.set('private.example.com', [{ type: data.includes(':') ? 'AAAA' : 'A', data }]);
    expect(await failureOf('http://private.example.com/')).toBe('not_public');
  });

  test('a name with one private address among public ones', async () => {
    const good = { type: 'A', data: PUBLIC_ADDRESS } as const;
    await net.servePage(AT, hello);
    net.names.set('mixed.example.com', [good, { type: 'A', data: '10.0.0.1' }]);
    net.names.set('both.example.com', [good, { type: 'AAAA', data: '::1' }]);
    expect(await failureOf('http://mixed.example.com/')).toBe('not_public');
    expect(await failureOf('http://both.example.com/')).toBe('not_public');
  });

  test('a chain of aliases to a private address', async () => {
    net.names.set('alias.example.com', [
      { type: 'CNAME', data: 'metadata.example.net' },
      { type: 'A', data: '169.254.169.254', name: 'metadata.example.net' },
    ]);
    expect(await failureOf('http://alias.example.com/')).toBe('not_public');
  });

  test('a name that changes between the check and the connection', async () => {
    await net.servePage(AT, hello);
    const [good, bad] = [PUBLIC_ADDRESS, '127.0.0.1'].map((data) => [{ type: 'A' as const, data }]);
    net.names.setInTurn('rebind.example.com', good ?? [], bad ?? []);
    expect(await failureOf('http://rebind.example.com/')).toBeNull();
    expect(net.names.asked('rebind.example.com')).toBe(2);
    expect(await failureOf('http://rebind.example.com/')).toBe('not_public');
  });

  test('a name that changes between two hops', async () => {
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

test('reaches the private server in each of these ways without the rule', async () => {
  const lenient = net.fetchWith({ allowsPrivateUrls: true });
  await net.servePage(AT, redirectTo('http://169.254.169.254/'));
  net.names.set('private.example.com', [{ type: 'A', data: '10.0.0.1' }]);
  const urls = ['http://127.1/', 'http://[::1]/', 'http://private.example.com/', 'http://page.example.com/'];
  for (const [index, url] of urls.entries()) {
    const { page } = await lenient(url);
    expect.soft(page?.body.toString(), url).toBe('secret');
    expect.soft(net.canary.touched(), url).toBe(index + 1);
  }
});

test('refuses loopback with the real socket, unless the setting allows it', async () => {
  await net.servePage(AT, (request, response) => void response.end(String(request.socket.localPort)));
  const { page } = await net.fetchWith()('http://page.example.com/');
  const listening = `http://127.0.0.1:${page?.body.toString()}/`;
  const strict = createFetchPublic({ allowsPrivateUrls: false, demoUrl: undefined }, 'Test');
  const lenient = createFetchPublic({ allowsPrivateUrls: true, demoUrl: undefined }, 'Test');
  const ofDemo = createFetchPublic({ allowsPrivateUrls: false, demoUrl: new URL(listening).origin }, 'Test');
  expect((await strict(listening)).failure).toBe('port_refused');
  expect((await lenient(listening)).failure).toBeNull();
  expect((await ofDemo(listening)).failure).toBeNull();
  expect((await ofDemo('http://127.0.0.1/')).failure).toBe('not_public');
});
