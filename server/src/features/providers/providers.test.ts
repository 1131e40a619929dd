import { accountStatus, verifyEmail } from '@zapdeck/contract/account';
import { continueAsGuest, currentUser, login, signup } from '@zapdeck/contract/auth';
import * as contract from '@zapdeck/contract/providers';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { one } from '../../db/client.ts';
import { type ProviderStandIn, startProvider } from '../../testing/provider-stand-in.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp, visitor } from '../../testing/test-app.ts';
import { mintToken } from '../auth/account-tokens.ts';
import { users } from '../users/users.table.ts';
import { signInAttempts } from './sign-in-attempts.table.ts';

const client = { clientId: 'zapdeck', clientSecret: 'a-secret-of-the-tests' };
const PUBLIC_URL = 'http://localhost:3000';

const standIns = {} as Record<contract.ProviderId, ProviderStandIn>;
let t: TestApp;
beforeAll(async () => {
  for (const id of contract.ProviderId.options) {
    standIns[id] = await startProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/${id}/callback` });
  }
  t = await openTestApp({
    env: { PUBLIC_URL, PLATFORM_NAME: 'Our Place' },
    config: {
      providers: {
        google: { issuer: standIns.google.issuer, ...client },
        platform: { issuer: standIns.platform.issuer, ...client },
      },
    },
  });
});
afterAll(async () => {
  await t.close();
  for (const standIn of Object.values(standIns)) await standIn.close();
});

let people = 0;
beforeEach(() => {
  people += 1;
  for (const standIn of Object.values(standIns)) {
    standIn.hasForeignKeys = false;
    standIn.person = {
      sub: `person-${people}`,
      email: `person-${people}@example.org`,
      email_verified: true,
      given_name: 'Grace',
      family_name: 'Hopper',
    };
  }
});

type Cookies = Record<string, string>;

interface Answer {
  location: string;
  cookies: Cookies;
}

async function visit(url: string, cookies: Cookies): Promise<Answer> {
  const response = await t.app.inject({ method: 'GET', url, cookies });
  expect(response.statusCode).toBe(302);
  const set = Object.fromEntries(response.cookies.map(({ name, value }) => [name, value]));
  return { location: String(response.headers.location), cookies: { ...cookies, ...set } };
}

/** Goes to the provider and comes back, up to the address that the browser would open next. */
async function goThere(id: contract.ProviderId, cookies: Cookies = {}, query = '') {
  const begun = await visit(`/api/auth/${id}${query}`, cookies);
  const back = await standIns[id].visit(begun.location);
  return { back, cookies: begun.cookies };
}

const pathOf = (url: URL) => url.pathname + url.search;

async function signIn(id: contract.ProviderId, cookies: Cookies = {}, query = ''): Promise<Answer> {
  const there = await goThere(id, cookies, query);
  return visit(pathOf(there.back), there.cookies);
}

async function whoIs(cookies: Cookies) {
  const { status, body } = await t.call(currentUser, {}, { user: null, cookies });
  return status === 200 ? body : null;
}

async function userCount(): Promise<number> {
  return one(await t.deps.db.select({ total: count() }).from(users)).total;
}

/** The attempt failed for that reason, signed nobody in and made no account. */
async function expectFailure(answer: Answer, problem: contract.SignInProblem, usersBefore: number) {
  expect(new URL(answer.location, PUBLIC_URL).searchParams.get('error')).toBe(problem);
  expect(answer.location).toMatch(/^\/login\?/);
  expect(await whoIs(answer.cookies)).toBeNull();
  expect(await userCount()).toBe(usersBefore);
}

describe.each(contract.ProviderId.options)('signing in with %s', (id) => {
  test('makes an account the first time and finds it the next, whatever became of the email', async () => {
    const first = await signIn(id);
    expect(first.location).toBe('/home');
    const user = await whoIs(first.cookies);
    expect(user).toMatchObject({
      email: `person-${people}@example.org`,
      firstName: 'Grace',
      lastName: 'Hopper',
      authProvider: id,
      isGuest: false,
      isAdmin: false,
    });
    standIns[id].person = { sub: `person-${people}`, email: 'moved@example.org', email_verified: false };
    const again = await signIn(id);
    expect((await whoIs(again.cookies))?.id).toBe(user?.id);
  });

  test('sends code, PKCE, state and nonce, and comes back to PUBLIC_URL whatever the Host says', async () => {
    const response = await t.app.inject({
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
    expect(String(response.headers['set-cookie'])).toMatch(/^sign-in=.*HttpOnly; SameSite=Lax/);
  });

  test('a guest becomes the new account, under a new cookie', async () => {
    const guest = await t.call(continueAsGuest, {});
    const { cookies } = await signIn(id, guest.setCookie);
    expect(await whoIs(cookies)).toMatchObject({ id: guest.body.id, isGuest: false });
    expect(cookies['sid']).not.toBe(guest.setCookie['sid']);
    expect(await whoIs(guest.setCookie)).toBeNull();
  });

  test('two tabs at once make one account', async () => {
    const tabs = await Promise.all([goThere(id), goThere(id), goThere(id)]);
    const answers = await Promise.all(tabs.map(({ back, cookies }) => visit(pathOf(back), cookies)));
    const found = await Promise.all(answers.map(({ cookies }) => whoIs(cookies)));
    expect(new Set(found.map((user) => user?.id)).size).toBe(1);
    expect(found[0]).not.toBeNull();
  });
});

describe('an attack fails', () => {
  test('a wrong state', async () => {
    const before = await userCount();
    const { back, cookies } = await goThere('google');
    back.searchParams.set('state', 'a'.repeat(43));
    await expectFailure(await visit(pathOf(back), cookies), 'failed', before);
  });

  test('a missing state', async () => {
    const before = await userCount();
    const { back, cookies } = await goThere('google');
    back.searchParams.delete('state');
    await expectFailure(await visit(pathOf(back), cookies), 'failed', before);
  });

  test('a wrong nonce in the token', async () => {
    const before = await userCount();
    const { back, cookies } = await goThere('google');
    await t.deps.db.update(signInAttempts).set({ nonce: 'b'.repeat(43) });
    await expectFailure(await visit(pathOf(back), cookies), 'failed', before);
  });

  test('a wrong code verifier', async () => {
    const before = await userCount();
    const { back, cookies } = await goThere('google');
    await t.deps.db.update(signInAttempts).set({ codeVerifier: 'c'.repeat(43) });
    await expectFailure(await visit(pathOf(back), cookies), 'failed', before);
  });

  test('a replayed answer: the attempt is spent, and so is the code', async () => {
    await t.deps.db.delete(signInAttempts);
    const { back, cookies } = await goThere('google');
    const [attempt] = await t.deps.db.select().from(signInAttempts);
    expect((await visit(pathOf(back), cookies)).location).toBe('/home');
    const before = await userCount();
    await expectFailure(await visit(pathOf(back), cookies), 'failed', before);
    if (attempt) await t.deps.db.insert(signInAttempts).values(attempt);
    await expectFailure(await visit(pathOf(back), cookies), 'failed', before);
  });

  test('login CSRF: the answer to somebody else’s attempt, in a browser that began none', async () => {
    const before = await userCount();
    const attacker = await goThere('google');
    await expectFailure(await visit(pathOf(attacker.back), {}), 'failed', before);
  });

  test('login CSRF: the answer to somebody else’s attempt, in a browser that began its own', async () => {
    const before = await userCount();
    const attacker = await goThere('google');
    const victim = await visit('/api/auth/google', {});
    await expectFailure(await visit(pathOf(attacker.back), victim.cookies), 'failed', before);
  });

  test('somebody else’s code under the victim’s own state', async () => {
    const before = await userCount();
    const attacker = await goThere('google');
    const victim = await goThere('google');
    victim.back.searchParams.set('code', attacker.back.searchParams.get('code') ?? '');
    await expectFailure(await visit(pathOf(victim.back), victim.cookies), 'failed', before);
  });

  test('an invented cookie', async () => {
    const before = await userCount();
    const { back } = await goThere('google');
    await expectFailure(await visit(pathOf(back), { 'sign-in': 'd'.repeat(43) }), 'failed', before);
  });

  test('the answer of another issuer', async () => {
    const before = await userCount();
    const { back, cookies } = await goThere('google');
    expect(back.searchParams.get('iss')).toBe(standIns.google.issuer);
    back.searchParams.set('iss', standIns.platform.issuer);
    await expectFailure(await visit(pathOf(back), cookies), 'failed', before);
  });

  test('an attempt with one provider that is answered at the address of the other', async () => {
    const before = await userCount();
    const { back, cookies } = await goThere('platform');
    await expectFailure(await visit(`/api/auth/google/callback${back.search}`, cookies), 'failed', before);
  });

  test('a token that the provider’s published keys have not signed', async () => {
    const fresh = await startProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/google/callback` });
    fresh.hasForeignKeys = true;
    fresh.person = { sub: 'x', email: `person-${people}@example.org`, email_verified: true };
    const other = await openTestApp({
      database: t.database,
      config: {
        publicUrl: PUBLIC_URL,
        providers: { google: { issuer: fresh.issuer, ...client }, platform: undefined },
      },
    });
    try {
      const before = await userCount();
      const begun = await other.app.inject({ method: 'GET', url: '/api/auth/google' });
      const back = await fresh.visit(String(begun.headers.location));
      const cookies = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
      const answer = await other.app.inject({ method: 'GET', url: pathOf(back), cookies });
      expect(answer.headers.location).toBe('/login?error=failed');
      expect(await userCount()).toBe(before);
    } finally {
      await other.close();
      await fresh.close();
    }
  });

  test('an attempt that has taken more than ten minutes', async () => {
    const before = await userCount();
    const { back, cookies } = await goThere('google');
    t.clock.advance(10 * 60_000);
    await expectFailure(await visit(pathOf(back), cookies), 'failed', before);
  });
});

describe('whose account it is', () => {
  const form = (email: string) => ({
    body: { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'Owner' },
  });

  test.each([false, undefined, 'true'])(
    'an email that is not verified (%s) opens and makes nothing',
    async (claim) => {
      const before = await userCount();
      standIns.google.person = { ...standIns.google.person, email_verified: claim as boolean };
      await expectFailure(await signIn('google'), 'email_not_verified', before);
    },
  );

  test('no email at all opens and makes nothing', async () => {
    const before = await userCount();
    standIns.google.person = { sub: 'without' };
    await expectFailure(await signIn('google'), 'email_not_verified', before);
  });

  test('a password account is shared only once its owner has confirmed the address', async () => {
    const email = `person-${people}@example.org`;
    const { body: owner, setCookie } = await t.call(signup, form(email));
    await expectFailure(await signIn('google'), 'account_not_verified', await userCount());
    const status = () => t.call(accountStatus, {}, { user: null, cookies: setCookie } satisfies Person);
    expect((await status()).body.linkedProviders).toEqual([]);

    const token = await mintToken(t.deps.db, owner.id, 'verify_email', t.clock.now);
    await t.call(verifyEmail, { body: { token } });
    const { cookies } = await signIn('google');
    expect((await whoIs(cookies))?.id).toBe(owner.id);
    expect((await status()).body).toMatchObject({ linkedProviders: ['google'], hasPassword: true });
    expect((await t.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200);
  });

  test('an account that is tied to one identity of a provider is not given to another', async () => {
    const { cookies } = await signIn('google');
    const owner = await whoIs(cookies);
    standIns.google.person = { ...standIns.google.person, sub: 'has-got-the-address-now' };
    await expectFailure(await signIn('google'), 'linked_elsewhere', await userCount());
    const [row] = await t.deps.db
      .select()
      .from(users)
      .where(eq(users.id, owner?.id ?? ''));
    expect(row?.googleId).toBe(`${standIns.google.issuer} person-${people}`);
  });

  test('one subject at two providers is two people', async () => {
    standIns.google.person = { sub: 'the-same', email: 'one@example.org', email_verified: true };
    standIns.platform.person = { sub: 'the-same', email: 'two@example.org', email_verified: true };
    const answers = [await signIn('google'), await signIn('platform')];
    const [first, second] = await Promise.all(answers.map(({ cookies }) => whoIs(cookies)));
    expect([first?.email, second?.email]).toEqual(['one@example.org', 'two@example.org']);
    expect(first?.id).not.toBe(second?.id);
  });

  test('one subject at another issuer in the same place is another person', async () => {
    const { cookies } = await signIn('platform');
    const before = await whoIs(cookies);
    const moved = await startProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/platform/callback` });
    moved.person = { sub: `person-${people}`, email: 'stranger@example.org', email_verified: true };
    const other = await openTestApp({
      database: t.database,
      config: {
        publicUrl: PUBLIC_URL,
        providers: { google: undefined, platform: { issuer: moved.issuer, ...client } },
      },
    });
    try {
      const begun = await other.app.inject({ method: 'GET', url: '/api/auth/platform' });
      const back = await moved.visit(String(begun.headers.location));
      const jar = Object.fromEntries(begun.cookies.map(({ name, value }) => [name, value]));
      const answer = await other.app.inject({ method: 'GET', url: pathOf(back), cookies: jar });
      const sid = answer.cookies.find(({ name }) => name === 'sid')?.value ?? '';
      const after = await whoIs({ sid });
      expect(after?.email).toBe('stranger@example.org');
      expect(after?.id).not.toBe(before?.id);
    } finally {
      await other.close();
      await moved.close();
    }
  });
});

describe('where one comes back to', () => {
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
  ])('%j: %s', async (returnTo, expected) => {
    const answer = await signIn('google', {}, `?returnTo=${encodeURIComponent(returnTo)}`);
    expect(answer.location).toBe(expected);
  });

  test('a failed attempt keeps it', async () => {
    const { back, cookies } = await goThere('google', {}, '?returnTo=/submit');
    back.searchParams.set('state', 'x');
    expect((await visit(pathOf(back), cookies)).location).toBe('/login?error=failed&returnTo=%2Fsubmit');
  });
});

describe('a provider that is away, refuses, or is not set up', () => {
  test('down from the start or in between: email still works', async () => {
    const away = await startProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/google/callback` });
    const providers = { google: { issuer: away.issuer, ...client }, platform: undefined };
    const config = { publicUrl: PUBLIC_URL, providers };
    const [early, late] = [
      await openTestApp({ database: t.database, config }),
      await openTestApp({ database: t.database, config }),
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

  test('a person who says no there comes back to the login screen', async () => {
    const begun = await visit('/api/auth/google', {});
    const state = new URL(begun.location).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: standIns.google.issuer });
    const answer = await visit(`/api/auth/google/callback?${query.toString()}`, begun.cookies);
    expect(answer.location).toBe('/login?error=cancelled');
  });

  test('the login screen is told which ones there are, and why one is not', async () => {
    const { body } = await t.call(contract.signInProviders, {}, visitor);
    expect(body).toEqual({
      providers: [
        { id: 'google', name: 'Google', isConfigured: true, reason: null, loginPath: '/api/auth/google' },
        {
          id: 'platform',
          name: 'Our Place',
          isConfigured: true,
          reason: null,
          loginPath: '/api/auth/platform',
        },
      ],
      passwordPolicy: 'basic',
    });
    const bare = await openTestApp({ database: t.database, env: { PASSWORD_POLICY: 'strict' } });
    try {
      const { body: none } = await bare.call(contract.signInProviders, {}, visitor);
      expect(none.passwordPolicy).toBe('strict');
      for (const provider of none.providers) {
        expect(provider).toMatchObject({
          isConfigured: false,
          reason: expect.stringContaining('not set up'),
        });
      }
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
