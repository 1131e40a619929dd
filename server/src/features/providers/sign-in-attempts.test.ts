import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startProvider } from '../../testing/provider-stand-in.ts';
import { openTestApp } from '../../testing/test-app.ts';
import { client, openProviders, pathOf, type ProvidersFixture, PUBLIC_URL } from './providers.fixture.ts';
import { signInAttempts } from './sign-in-attempts.table.ts';

let web: ProvidersFixture;
beforeAll(async () => {
  web = await openProviders();
});
afterAll(() => web.close());
beforeEach(() => web.nextPerson());

describe('an attack fails', () => {
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

  test('a replayed answer: the attempt is spent, and so is the code', async () => {
    await web.t.deps.db.delete(signInAttempts);
    const { back, cookies } = await web.goThere('google');
    const [attempt] = await web.t.deps.db.select().from(signInAttempts);
    expect((await web.visit(pathOf(back), cookies)).location).toBe('/home');
    const before = await web.userCount();
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
    if (attempt) await web.t.deps.db.insert(signInAttempts).values(attempt);
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });

  test('login CSRF: the answer to somebody else’s attempt, in a browser that began none', async () => {
    const before = await web.userCount();
    const attacker = await web.goThere('google');
    await web.expectFailure(await web.visit(pathOf(attacker.back), {}), 'failed', before);
  });

  test('login CSRF: the answer to somebody else’s attempt, in a browser that began its own', async () => {
    const before = await web.userCount();
    const attacker = await web.goThere('google');
    const victim = await web.visit('/api/auth/google', {});
    await web.expectFailure(await web.visit(pathOf(attacker.back), victim.cookies), 'failed', before);
  });

  test('somebody else’s code under the victim’s own state', async () => {
    const before = await web.userCount();
    const attacker = await web.goThere('google');
    const victim = await web.goThere('google');
    victim.back.searchParams.set('code', attacker.back.searchParams.get('code') ?? '');
    await web.expectFailure(await web.visit(pathOf(victim.back), victim.cookies), 'failed', before);
  });

  test('an invented cookie', async () => {
    const before = await web.userCount();
    const { back } = await web.goThere('google');
    await web.expectFailure(await web.visit(pathOf(back), { 'sign-in': 'd'.repeat(43) }), 'failed', before);
  });

  test('the answer of another issuer', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    expect(back.searchParams.get('iss')).toBe(web.standIns.google.issuer);
    back.searchParams.set('iss', web.standIns.platform.issuer);
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });

  test('an attempt with one provider that is answered at the address of the other', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('platform');
    await web.expectFailure(
      await web.visit(`/api/auth/google/callback${back.search}`, cookies),
      'failed',
      before,
    );
  });

  test('a token that the provider’s published keys have not signed', async () => {
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

  test('an attempt that has taken more than ten minutes', async () => {
    const before = await web.userCount();
    const { back, cookies } = await web.goThere('google');
    web.t.clock.advance(10 * 60_000);
    await web.expectFailure(await web.visit(pathOf(back), cookies), 'failed', before);
  });
});
