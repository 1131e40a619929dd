import { randomUUID } from 'node:crypto';
import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { recordInteraction } from '@zapdeck/contract/feed/interactions';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectProtected } from '../testing/expect-protected.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const loginCall = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin: t.deps.config.publicUrl, 'content-type': 'application/json', ...headers },
    payload,
  });

describe('rejected bodies', () => {
  test.each([
    ['malformed', '{"email":'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '1'],
    ['a duplicate key', '{"email":"a@b.cd","email":"c@d.ef","password":"123456"}'],
    ['a duplicate key with an escape', '{"email":"a@b.cd","\\u0065mail":"c@d.ef","password":"123456"}'],
    ['__proto__', '{"__proto__":{"isAdmin":true},"email":"a@b.cd","password":"123456"}'],
    ['nested too deeply', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('%s returns 400', async (_what, payload) => {
    const response = await loginCall(payload);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({ code: 'invalid_input' });
  });

  test('a body over the maximum returns 413', async () => {
    const response = await loginCall(JSON.stringify({ email: 'x'.repeat(16 * 1024) }));
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ code: 'body_too_large' });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
  ])('%s returns 415', async (type) => {
    const response = await loginCall('{}', { 'content-type': type });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });

  test('a compressed body returns 415', async () => {
    const response = await loginCall('{}', {
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    });
    expect(response.statusCode).toBe(415);
    expect(response.json()).toMatchObject({ code: 'unsupported_media_type' });
  });
});

describe('unknown paths and methods', () => {
  test('an unknown path under /api returns 404 in the error format', async () => {
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
    ['PROPFIND', '/api/admin/users/01900000-0000-7000-8000-000000000000', 'DELETE, GET, HEAD, PATCH'],
    ['POST', '/api/docs', 'GET, HEAD'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['DELETE', '/metrics?x', 'GET, HEAD'],
  ] as const)('%s %s returns 405 and allows %s', async (method, url, allow) => {
    // The types know seven methods, the wire all of HTTP.
    const response = await t.app.inject({ method: method as 'POST', url });
    expect(response.statusCode).toBe(405);
    expect(String(response.headers['allow']).split(', ').sort()).toEqual(allow.split(', ').sort());
  });
});

describe('precedence of errors', () => {
  const body = { headers: { 'content-type': 'text/nonsense' }, payload: 'nonsense' };

  test('an unknown path returns 404 for any body', async () => {
    const response = await t.app.inject({ method: 'POST', url: '/api/nothing', ...body });
    expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });

  test('an unknown method returns 405 for any body', async () => {
    const response = await t.app.inject({ method: 'PUT', url: '/api/votes', ...body });
    expect([response.statusCode, response.headers['allow']]).toEqual([405, 'POST']);
  });

  test.each([
    ['a very long id', `/api/admin/apps/${'x'.repeat(10_000)}`, 401],
    ['a path that cannot be decoded', '/api/admin/apps/%E0%A4%A', 400],
    ['such a path outside of /api', '/%', 400],
  ])('%s is rejected in the error format', async (_what, url, status) => {
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
] as const)('sends security headers with the response to %s %s (%i)', async (method, url, status) => {
  const { statusCode, headers } = await t.app.inject({ method, url });
  expect(statusCode).toBe(status);
  expectProtected(headers, { isSecure: false });
});

test('sends HSTS if the public URL is https', async () => {
  const secure = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example.org' } });
  for (const url of ['/healthz', '/api/nothing', '/%']) {
    expectProtected((await secure.app.inject({ method: 'GET', url })).headers, { isSecure: true });
  }
  await secure.close();
});

test('responds to unapproved apps as to unknown ids', async () => {
  const person = await t.person('member');
  const hidden = [await t.addApp({ status: 'pending' }), await t.addApp({ status: 'rejected' })];
  const call = async (appId: string) => {
    const responses = [
      await t.call(castVote, { body: { appId, voteType: 'up' } }, person),
      await t.call(reportApp, { body: { appId, reason: 'Broken' } }, person),
      await t.call(recordInteraction, { body: { appId, interactionType: 'view' } }, person),
      await t.call(setAppStatus, { params: { id: appId }, body: { status: 'approved' } }, person),
      await t.call(listFeed, { query: { ids: appId } }, person),
    ];
    return responses.map(({ status, body }) => [
      status,
      Array.isArray(body) ? body : { ...body, requestId: '' },
    ]);
  };
  const nothing = await call(randomUUID());
  expect(nothing.map(([status]) => status)).toEqual([404, 404, 404, 403, 200]);
  for (const { id } of hidden) expect(await call(id)).toEqual(nothing);
});
