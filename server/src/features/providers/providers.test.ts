import { continueAsGuest, login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import * as contract from '@zapdeck/contract/sign-in/providers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema/users.table.ts';
import { startProvider } from '../../testing/provider-stand-in.ts';
import { openTestApp, TEST_PASSWORD, visitor } from '../../testing/test-app.ts';
import { client, openProviders, pathOf, type ProvidersFixture, PUBLIC_URL } from './providers.fixture.ts';

let web: ProvidersFixture;
beforeAll(async () => {
  web = await openProviders();
});
afterAll(() => web.close());
beforeEach(() => web.nextPerson());

describe.each(contract.ProviderId.options)('signing in with %s', (id) => {
  test('creates an account the first time and finds it later, even after a change of email', async () => {
    const first = await web.signIn(id);
    expect(first.location).toBe('/home');
    const user = await web.whoIs(first.cookies);
    expect(user).toMatchObject({
      email: `person-${web.people}@example.org`,
      firstName: 'Grace',
      lastName: 'Hopper',
      authProvider: id,
      isGuest: false,
      role: 'member',
      isAdmin: false,
    });
    web.standIns[id].person = {
      sub: `person-${web.people}`,
      email: 'moved@example.org',
      email_verified: false,
    };
    const again = await web.signIn(id);
    expect((await web.whoIs(again.cookies))?.id).toBe(user?.id);
  });

  test.each([
    ['Zapdeck', 'Support'],
    ['Zap', 'Deck'],
    ['Robin ✓', undefined],
  ])('ignores the name %s %s of the provider', async (given_name, family_name) => {
    const { person } = web.standIns[id];
    web.standIns[id].person = { ...person, given_name, ...(family_name ? { family_name } : {}) };
    expect(await web.whoIs((await web.signIn(id)).cookies)).toMatchObject({ firstName: null });
    web.nextPerson();
  });

  test('sends code, PKCE, state and nonce, and returns to PUBLIC_URL for any Host header', async () => {
    const response = await web.t.app.inject({
      method: 'GET',
      url: `/api/auth/${id}`,
      headers: { host: 'evil.example' },
    });
    const { searchParams } = new URL(String(response.headers.location));
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      redirect_uri: `${PUBLIC_URL}/api/auth/${id}/callback`,
    });
    expect(String(response.headers['set-cookie'])).toMatch(/^sign-in-[\w-]{16}=.*HttpOnly; SameSite=Lax/);
  });

  test('shows a suspended user the reason and starts no session', async () => {
    const { cookies } = await web.signIn(id);
    const user = await web.whoIs(cookies);
    await web.t.deps.db
      .update(users)
      .set({ suspendedAt: web.t.clock.now, suspendedReason: 'Spam' })
      .where(eq(users.id, user?.id ?? ''));
    const again = await web.signIn(id);
    expect(again.location).toBe('/login?error=suspended');
    expect(await web.whoIs(again.cookies)).toBeNull();
  });

  test('turns a guest into the new account, with a new cookie', async () => {
    const guest = await web.t.call(continueAsGuest, {});
    const { cookies } = await web.signIn(id, guest.setCookie);
    expect(await web.whoIs(cookies)).toMatchObject({ id: guest.body.id, isGuest: false });
    expect(cookies['sid']).not.toBe(guest.setCookie['sid']);
    expect(await web.whoIs(guest.setCookie)).toBeNull();
  });

  test('creates one account in two concurrent tabs', async () => {
    const tabs = await Promise.all([web.goThere(id), web.goThere(id), web.goThere(id)]);
    const answers = await Promise.all(tabs.map(({ back, cookies }) => web.visit(pathOf(back), cookies)));
    const found = await Promise.all(answers.map(({ cookies }) => web.whoIs(cookies)));
    expect(new Set(found.map((user) => user?.id)).size).toBe(1);
    expect(found[0]).not.toBeNull();
  });
});

describe('the path to return to', () => {
  test.each([
    ['/submit', '/submit'],
    ['/home?app=1#top', '/home?app=1#top'],
    ['//evil.example', '/home'],
    ['/\\evil.example', '/home'],
    ['/.//evil.example', '/home'],
    ['https://evil.example', '/home'],
    ['javascript:alert(1)', '/home'],
    ['/ok\r\nSet-Cookie: sid=x', '/home'],
    ['/\tevil', '/home'],
    ['/api/logout', '/home'],
    ['', '/home'],
  ])('%j leads to %s', async (returnTo, expected) => {
    const answer = await web.signIn('google', {}, `?returnTo=${encodeURIComponent(returnTo)}`);
    expect(answer.location).toBe(expected);
  });

  test('is kept after a failed attempt', async () => {
    const { back, cookies } = await web.goThere('google', {}, '?returnTo=/submit');
    back.searchParams.set('code', 'x');
    expect((await web.visit(pathOf(back), cookies)).location).toBe('/login?error=failed&returnTo=%2Fsubmit');
  });
});

describe('a provider that is unavailable, refuses, or is not configured', () => {
  test('does not affect email sign-in, at the start and later', async () => {
    const away = await startProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/google/callback` });
    const providers = { google: { issuer: away.issuer, ...client }, platform: undefined };
    const config = { publicUrl: PUBLIC_URL, providers };
    const [early, late] = [
      await openTestApp({ database: web.t.database, config }),
      await openTestApp({ database: web.t.database, config }),
    ];
    try {
      const begun = await early.app.inject({ method: 'GET', url: '/api/auth/google' });
      const back = await away.visit(String(begun.headers.location));
      await away.close();
      const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
      const answer = await early.app.inject({ method: 'GET', url: pathOf(back), cookies });
      expect(answer.headers.location).toBe('/login?error=provider_unavailable');
      const begin = await late.app.inject({ method: 'GET', url: '/api/auth/google?returnTo=/liked' });
      expect(begin.headers.location).toBe('/login?error=provider_unavailable&returnTo=%2Fliked');

      const email = 'by-email@example.org';
      await late.call(signup, {
        body: { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'E' },
      });
      expect((await late.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200);
    } finally {
      await early.close();
      await late.close();
    }
  });

  test('returns a person who cancels to the login screen', async () => {
    const begun = await web.visit('/api/auth/google', {});
    const state = new URL(begun.location).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: web.standIns.google.issuer });
    const answer = await web.visit(`/api/auth/google/callback?${query.toString()}`, begun.cookies);
    expect(answer.location).toBe('/login?error=cancelled');
  });

  test('is listed, configured or not', async () => {
    const { body } = await web.t.call(contract.signInProviders, {}, visitor);
    expect(body).toEqual({
      providers: [
        { id: 'google', name: 'Google', isConfigured: true, loginPath: '/api/auth/google' },
        { id: 'platform', name: 'Our Place', isConfigured: true, loginPath: '/api/auth/platform' },
      ],
      passwordPolicy: 'basic',
    });
    const bare = await openTestApp({ database: web.t.database, env: { PASSWORD_POLICY: 'strict' } });
    try {
      const { body: none } = await bare.call(contract.signInProviders, {}, visitor);
      expect(none.passwordPolicy).toBe('strict');
      expect(none.providers.map(({ isConfigured }) => isConfigured)).toEqual([false, false]);
      for (const route of [contract.googleLogin, contract.platformCallback]) {
        const answer = await bare.app.inject({ method: 'GET', url: route.path });
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
          404,
          'provider_not_configured',
        ]);
      }
    } finally {
      await bare.close();
    }
  });
});
