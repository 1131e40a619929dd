import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { databaseRateLimits, noRateLimits } from './rate-limit.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const createGuest = (headers: Record<string, string>, payload: string | Buffer = '') =>
  t.app.inject({ method: 'POST', url: '/api/auth/guest', headers, payload });

describe('the origin check', () => {
  test.each([
    ['our origin', { origin: 'http://localhost:3000' }, 201],
    ['our page without an origin', { 'sec-fetch-site': 'same-origin' }, 201],
    ['a client without origin that sends JSON', { 'content-type': 'application/json' }, 201],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['our host on another port', { origin: 'http://localhost:3001' }, 403],
    ['our origin under https', { origin: 'https://localhost:3000' }, 403],
    [
      'our page behind a proxy that hides the referrer',
      { origin: 'null', 'sec-fetch-site': 'same-origin' },
      201,
    ],
    ['a frame without an origin', { origin: 'null' }, 403],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }, 403],
    [
      'a foreign origin with Sec-Fetch-Site: same-origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      403,
    ],
    ['another host of our site', { 'sec-fetch-site': 'same-site', 'content-type': 'application/json' }, 403],
    ['a foreign site', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }, 403],
    ['a client without origin that sends no JSON', {}, 403],
  ])('returns the expected status for %s', async (_client, headers, status) => {
    const response = await createGuest(headers);
    expect(response.statusCode).toBe(status);
    if (status === 403) expect(response.json()).toMatchObject({ code: 'foreign_origin' });
  });
});

describe('X-Forwarded-For', () => {
  const createGuestAs = (app: TestApp, forwarded: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/guest',
      headers: { origin: app.deps.config.publicUrl, 'x-forwarded-for': forwarded },
    });

  test.each([
    ['used from a configured proxy', '127.0.0.1', ['203.0.113.7', '203.0.113.8']],
    ['ignored from any other peer', '', ['127.0.0.1']],
  ])('is %s', async (_what, trusted, expected) => {
    const callers = new Set<string>();
    const rateLimits = {
      ...noRateLimits,
      consume: async (_action: string, caller: string) => void callers.add(caller),
    };
    const behind = await openTestApp({ env: { TRUSTED_PROXIES: trusted }, rateLimits: () => rateLimits });
    try {
      for (const address of ['203.0.113.7', '203.0.113.8']) await createGuestAs(behind, address);
      expect([...callers]).toEqual(expected);
    } finally {
      await behind.close();
    }
  });
});

test('ignores forged host headers in links, redirects, cookies and the origin check', async () => {
  const named = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example.org' }, runsJobs: true });
  await named.person('member', { email: 'host@example.org' });
  const headers = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    forwarded: 'host=evil.example;proto=http',
    'x-forwarded-proto': 'http',
  };
  const send = (url: string, origin: string) =>
    named.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, origin },
      payload: url.endsWith('guest') ? {} : { email: 'host@example.org' },
    });
  expect((await send('/api/auth/guest', 'https://evil.example')).statusCode).toBe(403);
  const guest = await send('/api/auth/guest', 'https://zaps.example.org');
  expect(guest.cookies).toMatchObject([{ name: '__Host-sid', secure: true, path: '/' }]);
  expect(guest.cookies[0]).not.toHaveProperty('domain');
  expect((await send('/api/auth/forgot-password', 'https://zaps.example.org')).statusCode).toBe(200);
  await eventually(() => expect(named.sentMails).toHaveLength(1));
  expect(named.sentMails[0]?.text).toContain('https://zaps.example.org/');
  expect(JSON.stringify(named.sentMails)).not.toContain('evil.example');
  const redirect = await named.app.inject({ url: '/api/login?returnTo=/liked', headers });
  expect(redirect.headers.location).toBe('/login?returnTo=/liked');
  await named.close();
});

test.each(['a'.repeat(250), 'x\u00ff, '.repeat(100), ',,,', '[', '1.2.3.4:99999, unknown'])(
  'accepts a request if its proxy forwards an invalid address: %j',
  async (forwarded) => {
    const behind = await openTestApp({
      env: { TRUSTED_PROXIES: '127.0.0.1' },
      rateLimits: ({ pool }) => databaseRateLimits(pool),
    });
    const response = await behind.app.inject({
      method: 'POST',
      url: '/api/auth/guest',
      headers: { origin: behind.deps.config.publicUrl, 'x-forwarded-for': forwarded },
    });
    expect(response.statusCode).toBe(201);
    await behind.close();
  },
);
