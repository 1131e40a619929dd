import { accountStatus } from '@zapdeck/contract/accounts/account';
import { continueAsGuest, currentUser, login } from '@zapdeck/contract/sign-in/auth';
import type { InstanceSettings } from '@zapdeck/contract/instance/instance';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { lookAround, tryApp } from '@zapdeck/contract/instance/pages';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../db/columns.ts';
import { users } from '../db/schema/users.table.ts';
import { type Person, TEST_PASSWORD, visitor } from '../testing/test-app.ts';
import { openRegistration, type RegistrationFixture } from './registration.fixture.ts';
import { setSettings } from '../testing/set-settings.ts';
import { instanceKind } from '../features/settings/kinds.ts';

const everybody: Partial<InstanceSettings> = { registration: 'open', allowedDomains: [], guests: true };
const email = 'early@example.org';
const password = { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD };

let f: RegistrationFixture;
beforeAll(async () => {
  f = await openRegistration();
  await f.set(everybody);
  await f.signUp({ email });
});
afterAll(() => f.close());
beforeEach(() => f.set(everybody));

const post = (url: string, { cookies }: Person) =>
  f.web.t.app.inject({
    method: 'POST',
    url,
    cookies,
    headers: { origin: f.web.t.deps.config.publicUrl },
  });

describe('while sign-up is closed', () => {
  test('members can sign in with password and provider', async () => {
    expect(await f.signInWith('google')).toBeNull();
    const member = await f.web.t.call(signup, {
      body: { email: 'old@example.org', firstName: 'O', ...password },
    });
    expect(member.status).toBe(201);
    await f.set({ registration: 'closed' });
    const body = { email: 'old@example.org', password: TEST_PASSWORD };
    expect((await f.web.t.call(login, { body })).status).toBe(200);
    expect((await f.web.signIn('google')).location).toBe('/home');
  });

  test('a node with outdated settings in memory creates no account', async () => {
    await setSettings(f.web.t, instanceKind, { registration: 'closed' });
    expect(f.web.t.deps.instance().registration).toBe('open');
    expect(await f.signUp()).toBe('registration_closed');
    await setSettings(f.web.t, instanceKind, { registration: 'open' });
  });
});

describe('with allowed domains', () => {
  beforeEach(() => f.set({ allowedDomains: ['Toys.example ', 'games.example'] }));

  test.each([
    ['another domain', 'a@example.org', 'domain_not_allowed'],
    ['a subdomain', 'a@evil.toys.example', 'domain_not_allowed'],
    ['a domain that ends alike', 'a@eviltoys.example', 'domain_not_allowed'],
    ['a trailing dot', 'a@toys.example.', 'invalid_input'],
    ['two addresses in one', 'a@toys.example@evil.example', 'invalid_input'],
    ['another alphabet', 'a@tоys.example', 'invalid_input'],
    ['the domain in capitals', 'A@TOYS.EXAMPLE', null],
    ['a tag', 'a+zaps@toys.example', null],
    ['the second domain', 'a@games.example', null],
  ])('for %s: %s', async (_, address, outcome) => {
    expect(await f.signUp({ email: address })).toBe(outcome);
  });

  test('a domain may have letters beyond ASCII, which addresses have in punycode', async () => {
    await f.set({ allowedDomains: ['Mu\u0308nster.example', 'xn--bcher-kva.example'] });
    expect(await f.signUp({ email: 'a@xn--mnster-3ya.example' })).toBe(null);
    expect(await f.signUp({ email: 'b@xn--bcher-kva.example' })).toBe(null);
    const body = { email: 'b@example.org', firstName: 'B', ...password };
    const { error } = await f.web.t.call(signup, { body });
    expect(error.fields?.['email']).toContain('at münster.example, xn--bcher-kva.example');
  });

  test('the form names the domains', async () => {
    const body = { email: 'b@example.org', firstName: 'B', ...password };
    const { error } = await f.web.t.call(signup, { body });
    expect(error.fields).toEqual({ email: 'Please use an email address at toys.example, games.example.' });
  });

  test('a provider’s address at another domain creates no account', async () => {
    expect(await f.signInWith('platform')).toBe('domain_not_allowed');
  });

  test('an account has a guest’s rights until its address is confirmed', async () => {
    const body = { email: 'c@toys.example', firstName: 'C', ...password };
    const { setCookie, body: user } = await f.web.t.call(signup, { body });
    const person = { user: null, cookies: setCookie };
    const app = await f.web.t.addApp();
    const vote = () => f.web.t.call(castVote, { body: { appId: app.id, voteType: 'up' } }, person);
    expect((await vote()).error.code).toBe('email_not_confirmed');
    const swipes = async () => {
      const interactions = (['view', 'skip'] as const).map((interactionType) => ({
        appId: app.id,
        interactionType,
        duration: 1_000,
      }));
      return (await f.web.t.call(recordInteractions, { body: { interactions, batchId: newId() } }, person))
        .body;
    };
    expect(await swipes()).toEqual({ counted: [], zapCount: 0 });
    expect((await f.web.t.call(currentUser, {}, person)).status).toBe(200);
    expect((await f.web.t.call(accountStatus, {}, person)).body.isEmailVerified).toBe(false);
    const confirmed = { emailVerifiedAt: f.web.t.clock.now };
    await f.web.t.deps.db.update(users).set(confirmed).where(eq(users.id, user.id));
    expect((await vote()).status).toBe(200);
    expect(await swipes()).toEqual({ counted: [app.id], zapCount: 1 });
  });

  test('earlier accounts keep their rights', async () => {
    const { setCookie } = await f.web.t.call(login, { body: { email, password: TEST_PASSWORD } });
    const app = await f.web.t.addApp();
    const as = { user: null, cookies: setCookie };
    expect((await f.web.t.call(castVote, { body: { appId: app.id, voteType: 'up' } }, as)).status).toBe(200);
  });
});

describe('while guests are not allowed', () => {
  test('no visitor gets a guest session', async () => {
    const early = await f.guest();
    await f.set({ guests: false });
    expect((await f.web.t.call(continueAsGuest, {})).error.code).toBe('guests_not_allowed');
    expect((await f.web.t.call(continueAsGuest, {}, early)).error.code).toBe('guests_not_allowed');
    const app = await f.web.t.addApp();
    for (const url of [lookAround.path, tryApp.path.replace(':id', app.id)])
      for (const person of [visitor, early]) {
        const { headers, cookies } = await post(url, person);
        expect(headers.location).toMatch(/^\/login\?returnTo=/);
        expect(cookies).toEqual([]);
      }
  });

  test('earlier guest sessions end, but can sign up', async () => {
    const early = await f.guest();
    await f.set({ guests: false });
    expect((await f.web.t.call(currentUser, {}, early)).error.code).toBe('unauthorized');
    expect(await f.signUp({ from: early })).toBeNull();
  });
});
