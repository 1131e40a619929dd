import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startProvider } from '../../testing/provider-stand-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { client, openProviders, pathOf, type ProvidersFixture, PUBLIC_URL } from './providers.fixture.ts';
import { signInAttempts } from '../../db/schema/sign-in-attempts.table.ts';

let web: ProvidersFixture;
beforeAll(async () => {
  web = await openProviders();
});
afterAll(() => web.close());
beforeEach(() => web.nextPerson());

describe('rejects', () => {
  test('a wrong state', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    back.searchParams.set('state', 'a'.repeat(43));
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });

  test('a missing state', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    back.searchParams.delete('state');
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });

  test('a wrong nonce in the token', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    await web.t.deps.db.update(signInAttempts).set({ nonce: 'b'.repeat(43) });
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });

  test('a wrong code verifier', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    await web.t.deps.db.update(signInAttempts).set({ codeVerifier: 'c'.repeat(43) });
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });

  test('a replayed response, because attempt and code are consumed', async () => {
    await web.t.deps.db.delete(signInAttempts);
    const { back, cookies } = await web.goThere('google');
    const [attempt] = await web.t.deps.db.select().from(signInAttempts);
    expect((await web.visit(pathOf(back), cookies)).location).toBe('/home');
    const before = await web.userCount();
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
    if (attempt) await web.t.deps.db.insert(signInAttempts).values(attempt);
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });

  test("another user's response in a browser without an attempt (login CSRF)", async () => {
    const before = await web.userCount();
    const attacker = await web.goThere('google');
    await web.expectFailure(await web.visit(pathOf(attacker.back), {}), 'failed', before);
  });

  test("another user's response in a browser with an attempt (login CSRF)", async () => {
    const before = await web.userCount();
    const attacker = await web.goThere('google');
    const victim = await web.visit('/api/auth/google', {});
    await web.expectFailure(await web.visit(pathOf(attacker.back), victim.cookies), 'failed', before);
  });

  test("another user's code with the victim's state", async () => {
    const before = await web.userCount();
    const attacker = await web.goThere('google');
    const victim = await web.goThere('google');
    victim.back.searchParams.set('code', attacker.back.searchParams.get('code') ?? '');
    await web.expectFailure(await web.visit(pathOf(victim.back), victim.cookies), 'failed', before);
  });

  test('a forged cookie', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    const invented = Object.fromEntries(Object.keys(cookies).map((name) => [name, 'd'.repeat(43)]));
    await web.expectFailure(await web.visit(pathOf(back), invented), 'failed', before);
  });

  test('a response of another issuer', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    expect(back.searchParams.get('iss')).toBe(web.standIns.google.issuer);
    back.searchParams.set('iss', web.standIns.platform.issuer);
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });

  test("a response to the other provider's callback", async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('platform');
    await web.expectFailure(
      await web.visit(`/api/auth/google/callback${back.search}`, cookies),
      'failed',
      before,
    );
  });

  test("a token that is not signed with the provider's keys", async () => {
    const fresh = await startProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/google/callback` });
    fresh.hasForeignKeys = true;
    fresh.person = { sub: 'x', email: `person-${web.people}@example.org`, email_verified: true };
    const other = await openTestApp({
      database: web.t.database,
      config: {
        publicUrl: PUBLIC_URL,
        providers: { google: { issuer: fresh.issuer, ...client }, platform: undefined },
      },
    });
    try {
      const before = await web.userCount();
      const begun = await other.app.inject({ method: 'GET', url: '/api/auth/google' });
      const back = await fresh.visit(String(begun.headers.location));
      const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
      const answer = await other.app.inject({ method: 'GET', url: pathOf(back), cookies });
      expect(answer.headers.location).toBe('/login?error=failed');
      expect(await web.userCount()).toBe(before);
    } finally {
      await other.close();
      await fresh.close();
    }
  });

  test('an attempt older than ten minutes', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    web.t.clock.advance(10 * 60_000);
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });
});

describe('an attempt survives', () => {
  test.each([
    ['a foreign link', `?code=x&state=${'a'.repeat(43)}`],
    ['a foreign link without a state', '?code=x'],
    ['a foreign link that says no', '?error=access_denied'],
    ['a foreign link with something else for a state', `?code=x&state=${encodeURIComponent('../;=')}`],
  ])('by %s', async (_what, query) => {
    const { back, cookies } = await web.goThere('google');
    const foreign = await web.visit(`/api/auth/google/callback${query}`, cookies);
    expect(foreign.location).toBe('/login?error=failed');
    expect((await web.visit(pathOf(back), foreign.cookies)).location).toBe('/home');
  });

  test('another tab of the browser that returns first, last or never', async () => {
    const first = await web.goThere('google', {}, '?returnTo=/submit');
    const second = await web.goThere('platform', first.cookies, '?returnTo=/liked');
    const third = await web.goThere('google', second.cookies, '?returnTo=/profile');
    const { location, cookies } = await web.visit(pathOf(second.back), third.cookies);
    expect(location).toBe('/liked');
    expect((await web.visit(pathOf(first.back), cookies)).location).toBe('/submit');
  });

  test('tabs that start before either has a response', async () => {
    const [one, two] = await Promise.all([web.goThere('google'), web.goThere('google')]);
    const cookies = { ...one.cookies, ...two.cookies };
    expect((await web.visit(pathOf(one.back), cookies)).location).toBe('/home');
    expect((await web.visit(pathOf(two.back), cookies)).location).toBe('/home');
  });

  test.each([
    ['HEAD', {}, 405],
    ['GET', { 'sec-purpose': 'prefetch;prerender' }, 403],
    ['GET', { purpose: 'prefetch' }, 403],
    ['GET', { 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 403],
    ['GET', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 403],
    ['GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 403],
  ] as const)('by %s with %j', async (method, headers, status) => {
    const { back, cookies } = await web.goThere('google');
    const answer = await web.t.app.inject({ method, url: pathOf(back), cookies, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.cookies).toEqual([]);
    expect((await web.visit(pathOf(back), cookies)).location).toBe('/home');
  });

  test('up to four later ones', async () => {
    const oldest = await web.goThere('google');
    let { cookies } = oldest;
    for (let tabs = 0; tabs < 5; tabs += 1) ({ cookies } = await web.visit('/api/auth/google', cookies));
    // An empty value deletes the cookie.
    const held = Object.entries(cookies).filter(([, value]) => value !== '');
    expect(held).toHaveLength(5);
    const answer = await web.visit(pathOf(oldest.back), Object.fromEntries(held));
    expect(answer.location).toBe('/login?error=failed');
  });
});
