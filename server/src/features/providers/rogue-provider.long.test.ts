import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type RogueProvider, startRogueProvider } from '../../testing/rogue-provider.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { users } from '../../db/schema/users.table.ts';
import { client, PUBLIC_URL, pathOf } from './providers.fixture.ts';

const MiB = 1024 * 1024;

let t: TestApp;
let rogue: RogueProvider;
beforeAll(async () => {
  rogue = await startRogueProvider(client.clientId);
  const providers = { google: undefined, platform: { issuer: rogue.issuer, ...client } };
  t = await openTestApp({ config: { publicUrl: PUBLIC_URL, providers } });
});
afterAll(async () => {
  await t.close();
  await rogue.close();
});
afterEach(() => {
  rogue.answers = {};
  rogue.userInfo = {};
  rogue.algorithm = 'RS256';
});

const cookiesOf = (response: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));

async function signIn(): Promise<string> {
  const begun = await t.app.inject({ method: 'GET', url: '/api/auth/platform' });
  if (begun.headers.location?.startsWith('/')) return begun.headers.location;
  const url = pathOf(rogue.visit(begun.headers.location ?? ''));
  const { headers, statusCode } = await t.app.inject({ method: 'GET', url, cookies: cookiesOf(begun) });
  expect(statusCode).toBe(302);
  return headers.location ?? '';
}

describe('subject', () => {
  const member = () => ({ email: `${crypto.randomUUID()}@example.org`, email_verified: true });

  test.each([
    ['empty', ''],
    ['with NUL', 'a\0b'],
    ['a lone surrogate', '\ud800'],
    ['another lone surrogate', '\udfff'],
    ['beyond ASCII', 'zoë'],
    ['with a line break', 'a\nb'],
    ['of 256 characters', 'a'.repeat(256)],
    ['of 150 kB', 'a'.repeat(150_000)],
    ['a number', 7],
    ['missing', undefined],
  ])('rejects the sign-in and creates no account if it is %s', async (_what, sub) => {
    rogue.claims = { sub, ...member() };
    const before = await t.deps.db.$count(users);
    expect(await signIn()).toBe('/login?error=failed');
    expect(await t.deps.db.$count(users)).toBe(before);
  });

  test.each(['a', 'A', 'a'.repeat(255), ' a', "auth0|5f7c8ec7:~!'"])('accepts %j', async (sub) => {
    rogue.claims = { sub, ...member() };
    const before = await t.deps.db.$count(users);
    expect([await signIn(), await signIn()]).toEqual(['/home', '/home']);
    expect(await t.deps.db.$count(users)).toBe(before + 1);
  });

  test('must be the same in the userinfo response', async () => {
    rogue.claims = { sub: 'me' };
    rogue.userInfo = { sub: 'you', ...member() };
    expect(await signIn()).toBe('/login?error=failed');
  });
});

describe('an id token', () => {
  const before = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;
  const member = () => ({
    sub: crypto.randomUUID(),
    email: `${crypto.randomUUID()}@example.org`,
    email_verified: true,
  });

  test.each([
    ['for another client', { aud: 'another' }],
    ['for several clients, given to another', { aud: [client.clientId, 'another'], azp: 'another' }],
    ['of another issuer', { iss: 'https://id.example.org' }],
    ['that has expired', { iat: before(1_200), exp: before(600) }],
    ['that counts later', { nbf: before(-600) }],
    ['without an end', { exp: undefined }],
  ])('is rejected: %s', async (_what, claims) => {
    rogue.claims = { ...member(), ...claims };
    expect(await signIn()).toBe('/login?error=failed');
  });

  test.each(['none', 'HS256', 'RS512'])('is rejected if it names the algorithm %s', async (algorithm) => {
    rogue.claims = member();
    rogue.algorithm = algorithm;
    expect(await signIn()).toBe('/login?error=failed');
    rogue.algorithm = 'RS256';
    expect(await signIn()).toBe('/home');
  });
});

test('metadata of another issuer is refused', async () => {
  const other = await startRogueProvider(client.clientId);
  const path = '/.well-known/openid-configuration';
  const theirs = await (await fetch(other.issuer + path)).text();
  other.answers[path] = (response) => response.end(theirs.replaceAll(other.issuer, rogue.issuer));
  const providers = { google: undefined, platform: { issuer: other.issuer, ...client } };
  const misled = await openTestApp({ config: { publicUrl: PUBLIC_URL, providers } });
  const begun = await misled.app.inject({ method: 'GET', url: '/api/auth/platform' });
  expect(begun.headers.location).toBe('/login?error=provider_unavailable');
  await misled.close();
  await other.close();
});

describe('an endless response', () => {
  /** Sends until the client disconnects. Resolves with the number of bytes. */
  function endless(head: Buffer, more: Buffer) {
    const { promise: sent, resolve } = Promise.withResolvers<number>();
    const answer = (response: ServerResponse) => {
      response.write(head);
      const send = () => {
        while (response.write(more));
      };
      response.on('drain', send).on('close', () => resolve(response.socket?.bytesWritten ?? 0));
      // Bounds a failing test.
      response.on('drain', () => {
        if ((response.socket?.bytesWritten ?? 0) > 200 * MiB) response.destroy();
      });
      send();
    };
    return { answer, sent };
  }
  const spaces = Buffer.alloc(64 * 1024, ' ');

  test.each(['/token', '/jwks', '/me'] as const)(
    'at %s is aborted after a fraction of a megabyte',
    async (path) => {
      // A node that has not fetched the keys yet.
      const providers = { google: undefined, platform: { issuer: rogue.issuer, ...client } };
      const fresh = await openTestApp({ database: t.database, config: { publicUrl: PUBLIC_URL, providers } });
      try {
        const { answer, sent } = endless(Buffer.from('{"a":"'), spaces);
        rogue.claims = { sub: 'endless' };
        rogue.answers = { [path]: answer };
        const begun = await fresh.app.inject({ method: 'GET', url: '/api/auth/platform' });
        const url = pathOf(rogue.visit(begun.headers.location ?? ''));
        const { headers } = await fresh.app.inject({ method: 'GET', url, cookies: cookiesOf(begun) });
        expect(headers.location).toBe('/login?error=provider_unavailable');
        // Includes kernel buffers.
        expect(await sent).toBeLessThan(16 * MiB);
      } finally {
        await fresh.close();
      }
    },
  );

  test('at discovery, compressed a thousandfold, is aborted', async () => {
    const providers = { google: undefined, platform: { issuer: rogue.issuer, ...client } };
    const fresh = await openTestApp({ database: t.database, config: { publicUrl: PUBLIC_URL, providers } });
    try {
      const packed = gzipSync(Buffer.alloc(64 * MiB, ' '));
      rogue.answers['/.well-known/openid-configuration'] = (response) => {
        response.setHeader('content-encoding', 'gzip').end(packed);
      };
      const before = process.memoryUsage().arrayBuffers;
      const begun = await fresh.app.inject({ method: 'GET', url: '/api/auth/platform' });
      expect(begun.headers.location).toBe('/login?error=provider_unavailable');
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * MiB);
    } finally {
      await fresh.close();
    }
  });

  test('of one byte at a time is aborted after five seconds', async () => {
    rogue.claims = { sub: 'slow' };
    rogue.answers['/token'] = (response) => {
      response.write('{');
      const timer = setInterval(() => response.write(' '), 100);
      response.on('close', () => clearInterval(timer));
    };
    const begin = performance.now();
    expect(await signIn()).toBe('/login?error=provider_unavailable');
    expect(performance.now() - begin).toBeGreaterThan(4_900);
  });
});
