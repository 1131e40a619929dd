import { randomUUID } from 'node:crypto';
import { setAppStatus } from '@zapdeck/contract/apps';
import { currentUser } from '@zapdeck/contract/auth';
import { listFeed } from '@zapdeck/contract/feed';
import { recordInteraction } from '@zapdeck/contract/interactions';
import { reportApp } from '@zapdeck/contract/reports';
import { castVote } from '@zapdeck/contract/votes';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { expectProtected } from '../testing/expect-protected.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { networkOf, noRateLimits } from './rate-limit.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const guestCall = (headers: Record<string, string>, payload: string | Buffer = '') =>
  t.app.inject({ method: 'POST', url: '/api/auth/guest', headers, payload });

const loginCall = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin: t.deps.config.publicUrl, 'content-type': 'application/json', ...headers },
    payload,
  });

describe('a write must come from our own pages', () => {
  test.each([
    ['our origin', { origin: 'http://localhost:3000' }, 201],
    ['our page without an origin', { 'sec-fetch-site': 'same-origin' }, 201],
    ['a bare client that sends JSON', { 'content-type': 'application/json' }, 201],
    ['a foreign origin', { origin: 'https://evil.example' }, 403],
    ['our host on another port', { origin: 'http://localhost:3001' }, 403],
    ['our origin under https', { origin: 'https://localhost:3000' }, 403],
    ['a frame without an origin', { origin: 'null' }, 403],
    [
      'a foreign origin that claims to be ours',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
      403,
    ],
    ['a neighbour site', { 'sec-fetch-site': 'same-site', 'content-type': 'application/json' }, 403],
    ['a foreign site', { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' }, 403],
    ['a bare client that sends no JSON', {}, 403],
  ])('%s', async (_who, headers, status) => {
    const response = await guestCall(headers);
    expect(response.statusCode).toBe(status);
    if (status === 403) expect(response.json()).toMatchObject({ code: 'foreign_origin' });
  });
});

describe('bodies that are refused', () => {
  test.each([
    ['malformed', '{"email":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '1'],
    ['a key twice', '{"email":"a@b.cd","email":"c@d.ef","password":"123456"}'],
    ['a key twice, spelled otherwise', '{"email":"a@b.cd","\\u0065mail":"c@d.ef","password":"123456"}'],
    ['__proto__', '{"__proto__":{"isAdmin":true},"email":"a@b.cd","password":"123456"}'],
    ['too deep', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s: 400', async (_what, payload) => {
    const response = await loginCall(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_input' });
  });

  test('over 1 MiB: 413', async () => {
    const response = await loginCall(JSON.stringify({ email: 'x'.repeat(1024 * 1024) }));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ code: 'body_too_large' });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('%s: 415', async (type) => {
    const response = await loginCall('{}', { 'content-type': type });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });
});

describe('addresses and methods that do not exist', () => {
  test('an unknown path under /api is a 404 in the shape of all refusals', async () => {
    const response = await t.app.inject({ method: 'GET', url: '/api/nothing' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({
      code: 'not_found',
      message: expect.any(String),
      requestId: response.headers['x-request-id'],
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test.each([
    ['PUT', '/api/votes', 'POST'],
    ['DELETE', '/api/apps', 'GET, HEAD, POST'],
    ['POST', '/api/auth/user', 'GET, HEAD'],
    ['TRACE', '/api/votes', 'POST'],
    ['PROPFIND', '/api/admin/users/01900000-0000-7000-8000-000000000000', 'PATCH'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/metrics?x', 'GET, HEAD'],
  ] as const)('%s %s is a 405 that allows %s', async (method, url, allow) => {
    // The types know seven methods, the wire all of HTTP.
    const response = await t.app.inject({ method: method as 'POST', url });
    expect(response.statusCode).toBe(405);
    expect(String(response.headers['allow']).split(', ').sort()).toEqual(allow.split(', ').sort());
  });
});

describe('what is wrong first is said first', () => {
  const body = { headers: { 'content-type': 'text/nonsense' }, payload: 'nonsense' };

  test('an unknown path under /api is a 404 whatever is sent to it', async () => {
    const response = await t.app.inject({ method: 'POST', url: '/api/nothing', ...body });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });

  test('a method that there is not is a 405 whatever is sent with it', async () => {
    const response = await t.app.inject({ method: 'PUT', url: '/api/votes', ...body });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
  });

  test.each([
    ['an endless id', `/api/admin/apps/${'x'.repeat(10_000)}`, 401],
    ['an address that cannot be decoded', '/api/admin/apps/%E0%A4%A', 400],
    ['the same outside of /api', '/%', 400],
  ])('%s is refused in the shape of all refusals', async (_what, url, status) => {
    const { headers, statusCode, json } = await t.app.inject({
      method: 'PATCH',
      url,
      headers: { origin: t.deps.config.publicUrl },
    });
    expect(statusCode).toBe(status);
    expect(json()).toEqual({
      code: status === 401 ? 'unauthorized' : 'invalid_input',
      message: expect.any(String),
      requestId: headers['x-request-id'],
    });
    expect(headers['cache-control']).toBe('no-store');
  });
});

test.each([
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
  ['GET', '/metrics', 200],
  ['GET', '/api/auth/providers', 200],
  ['GET', '/api/auth/user', 401],
  ['POST', '/api/auth/guest', 403],
  ['GET', '/api/nothing', 404],
  ['PUT', '/api/votes', 405],
  ['GET', '/api/docs', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/%', 400],
  ['GET', '//x', 404],
  ['GET', '/api/login', 302],
] as const)('the answer to %s %s, a %i, protects itself', async (method, url, status) => {
  const { statusCode, headers } = await t.app.inject({ method, url });
  expect(statusCode).toBe(status);
  expectProtected(headers, { isSecure: false });
});

test('many who ask whether the server is ready take one connection between them', async () => {
  const query = vi.spyOn(t.deps.pool, 'query');
  const answers = await Promise.all(Array.from({ length: 100 }, () => t.app.inject('/readyz')));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  // None where somebody asked a moment before.
  expect(query.mock.calls.length).toBeLessThanOrEqual(1);
  query.mockRestore();
});

test('behind https, browsers are told to stay there', async () => {
  const secure = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example.org' } });
  for (const url of ['/healthz', '/api/nothing', '/%']) {
    expectProtected((await secure.app.inject({ method: 'GET', url })).headers, { isSecure: true });
  }
  await secure.close();
});

describe('a pool that is used up', () => {
  const CALLS = 40;
  const WAIT_MS = 2_000;
  /** All at once; `isLate` where a timer that was started with them ran out first, however slow the machine. */
  const callAll = async () => {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), WAIT_MS);
    const answers = await Promise.all(
      Array.from({ length: CALLS }, async (_, index) => {
        const url = ['/api/auth/user', '/api/apps', '/api/votes'][index % 3] ?? '';
        const { statusCode, headers } = await t.app.inject({
          method: url === '/api/votes' ? 'POST' : 'GET',
          url,
          cookies: { sid: 'x' },
          headers: { origin: t.deps.config.publicUrl },
        });
        return { statusCode, isLate: late.signal.aborted, retryAfter: headers['retry-after'] };
      }),
    );
    clearTimeout(timer);
    return answers;
  };

  test('means 503 within two seconds for all who ask, and all is well when it is free again', async () => {
    const { pool } = t.deps;
    const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
    const refused = await callAll();
    expect((await t.app.inject('/healthz')).statusCode).toBe(200);
    for (const client of held) client.release();
    for (const answer of refused) {
      expect(answer).toEqual({ statusCode: 503, isLate: false, retryAfter: '2' });
    }
    expect(pool.waitingCount).toBe(0);
    expect(new Set((await callAll()).map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });

  test('but for one connection makes everybody wait their turn, and nobody is refused', async () => {
    const { pool } = t.deps;
    const held = await Promise.all(Array.from({ length: pool.options.max - 1 }, () => pool.connect()));
    const served = await callAll();
    for (const client of held) client.release();
    expect(new Set(served.map(({ statusCode }) => statusCode))).toEqual(new Set([401]));
  });
});

test('those who wait for what somebody holds are refused before others are, and their votes change nothing', async () => {
  const { pool } = t.deps;
  const [app, person] = [await t.addApp(), await t.person('member')];
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [app.id]);
  const body = { appId: app.id, voteType: 'up' } as const;
  const waiting = Promise.all(
    Array.from({ length: pool.options.max }, () => t.call(castVote, { body }, person)),
  );
  // The row is held all the time: it is the votes that must give way.
  await vi.waitFor(async () => expect((await t.call(currentUser, {}, person)).status).toBe(200), 8_000);
  const refused = await waiting;
  await holder.query('ROLLBACK');
  holder.release();
  for (const { status, error, headers } of refused) {
    expect([status, error.code, headers['retry-after']]).toEqual([503, 'unavailable', '2']);
  }
  expect(await t.readApp(app.id)).toMatchObject({ upvotes: 0 });
  expect((await t.call(castVote, { body }, person)).status).toBe(200);
});

test('what is there and not for everybody is answered like what is not there at all', async () => {
  const person = await t.person('member');
  const hidden = [await t.addApp({ status: 'pending' }), await t.addApp({ status: 'rejected' })];
  const ask = async (appId: string) => {
    const answers = [
      await t.call(castVote, { body: { appId, voteType: 'up' } }, person),
      await t.call(reportApp, { body: { appId, reason: 'Broken' } }, person),
      await t.call(recordInteraction, { body: { appId, interactionType: 'view' } }, person),
      await t.call(setAppStatus, { params: { id: appId }, body: { status: 'approved' } }, person),
      await t.call(listFeed, { query: { ids: appId } }, person),
    ];
    return answers.map(({ status, body }) => [
      status,
      Array.isArray(body) ? body : { ...body, requestId: '' },
    ]);
  };
  const nothing = await ask(randomUUID());
  expect(nothing.map(([status]) => status)).toEqual([404, 404, 404, 403, 200]);
  for (const { id } of hidden) expect(await ask(id)).toEqual(nothing);
});

describe('who the caller is, behind a proxy', () => {
  const askAs = (app: TestApp, forwarded: string) =>
    app.app.inject({
      method: 'POST',
      url: '/api/auth/guest',
      headers: { origin: app.deps.config.publicUrl, 'x-forwarded-for': forwarded },
    });

  test.each([
    ['believed from a configured one', '127.0.0.1', ['203.0.113.7', '203.0.113.8']],
    ['not believed from anybody else', '', ['127.0.0.1', '127.0.0.1']],
  ])('is %s', async (_what, trusted, expected) => {
    const callers: string[] = [];
    const rateLimits = {
      ...noRateLimits,
      consume: async (_action: string, caller: string) => void callers.push(caller),
    };
    const behind = await openTestApp({ env: { TRUSTED_PROXIES: trusted }, rateLimits: () => rateLimits });
    try {
      for (const address of ['203.0.113.7', '203.0.113.8']) await askAs(behind, address);
      expect(callers).toEqual(expected);
    } finally {
      await behind.close();
    }
  });
});

test('no claim about the host gets into links, redirects or cookies, or makes an origin ours', async () => {
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
  await vi.waitFor(() => expect(named.sentMails).toHaveLength(1), { timeout: 20_000, interval: 50 });
  expect(named.sentMails[0]?.text).toContain('https://zaps.example.org/');
  expect(JSON.stringify(named.sentMails)).not.toContain('evil.example');
  const redirect = await named.app.inject({ url: '/api/login?returnTo=/liked', headers });
  expect(redirect.headers.location).toBe('/login?returnTo=/liked');
  await named.close();
}, 30_000);

test('a caller with IPv6 is counted by its /64', () => {
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:ffff::1'));
  expect(networkOf('2001:db8:1:2::1')).not.toBe(networkOf('2001:db8:1:3::1'));
  expect(networkOf('::ffff:192.0.2.1')).toBe('192.0.2.1');
});

test('a transaction that PostgreSQL ends for another one’s sake means 503: nothing happened, try again', async () => {
  const { pool } = t.deps;
  await pool.query(`
    CREATE FUNCTION give_way() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE = 'deadlock_detected'; END $$;
    CREATE TRIGGER give_way BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION give_way()`);
  const { id: appId } = await t.addApp();
  const { status, error, headers } = await t.call(
    reportApp,
    { body: { appId, reason: 'Broken' } },
    await t.person('member'),
  );
  expect([status, error.code]).toEqual([503, 'unavailable']);
  expect(headers['retry-after']).toBeDefined();
  expect((await pool.query('SELECT FROM reports')).rowCount).toBe(0);
});
