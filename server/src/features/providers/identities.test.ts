import { accountStatus, verifyEmail } from '@zapdeck/contract/accounts/account';
import { login } from '@zapdeck/contract/sign-in/auth';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startProvider } from '../../testing/provider-stand-in.ts';
import { openTestApp, type Person, TEST_PASSWORD } from '../../testing/test-app.ts';
import { mintToken } from '../auth/account-tokens.ts';
import { users } from '../../db/schema/users.table.ts';
import { client, openProviders, pathOf, type ProvidersFixture, PUBLIC_URL } from './providers.fixture.ts';

let web: ProvidersFixture;
beforeAll(async () => {
  web = await openProviders();
});
afterAll(() => web.close());
beforeEach(() => web.nextPerson());

const form = (email: string) => ({
  body: { email, password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD, firstName: 'Owner' },
});

test.each([false, undefined, 'true'])('rejects an unverified email (%s)', async (claim) => {
  const before = await web.userCount();
  web.standIns.google.person = { ...web.standIns.google.person, email_verified: claim as boolean };
  await web.expectFailure(await web.signIn('google'), 'email_not_verified', before);
});

test('rejects an identity without an email', async () => {
  const before = await web.userCount();
  web.standIns.google.person = { sub: 'without' };
  await web.expectFailure(await web.signIn('google'), 'email_not_verified', before);
});

test('links an account with a password only after it has confirmed its address', async () => {
  const email = `person-${web.people}@example.org`;
  const { body: owner, setCookie } = await web.t.call(signup, form(email));
  await web.expectFailure(await web.signIn('google'), 'account_not_verified', await web.userCount());
  const status = (cookies: Person['cookies'] = setCookie) =>
    web.t.call(accountStatus, {}, { user: null, cookies });
  expect((await status()).body.linkedProviders).toEqual([]);

  const token = await mintToken(web.t.deps.db, owner.id, 'verify_email', web.t.clock.now);
  await web.t.call(verifyEmail, { body: { token } }, { user: null, cookies: setCookie });
  const { cookies } = await web.signIn('google');
  expect((await web.whoIs(cookies))?.id).toBe(owner.id);
  expect((await status(cookies)).body).toMatchObject({ linkedProviders: ['google'], hasPassword: true });
  expect((await web.t.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200);
});

test('does not link an account that has another identity of the provider', async () => {
  const { cookies } = await web.signIn('google');
  const owner = await web.whoIs(cookies);
  web.standIns.google.person = { ...web.standIns.google.person, sub: 'has-got-the-address-now' };
  await web.expectFailure(await web.signIn('google'), 'linked_elsewhere', await web.userCount());
  const [row] = await web.t.deps.db
    .select()
    .from(users)
    .where(eq(users.id, owner?.id ?? ''));
  expect(row?.googleId).toBe(`${web.standIns.google.issuer} person-${web.people}`);
});

test('creates two users for the same subject at two providers', async () => {
  web.standIns.google.person = { sub: 'the-same', email: 'one@example.org', email_verified: true };
  web.standIns.platform.person = { sub: 'the-same', email: 'two@example.org', email_verified: true };
  const answers = [await web.signIn('google'), await web.signIn('platform')];
  const [first, second] = await Promise.all(answers.map(({ cookies }) => web.whoIs(cookies)));
  expect([first?.email, second?.email]).toEqual(['one@example.org', 'two@example.org']);
  expect(first?.id).not.toBe(second?.id);
});

test('creates another user for the same subject of another issuer', async () => {
  const { cookies } = await web.signIn('platform');
  const before = await web.whoIs(cookies);
  const moved = await startProvider({ ...client, redirectUri: `${PUBLIC_URL}/api/auth/platform/callback` });
  moved.person = { sub: `person-${web.people}`, email: 'stranger@example.org', email_verified: true };
  const other = await openTestApp({
    database: web.t.database,
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
    const after = await web.whoIs({ sid });
    expect(after?.email).toBe('stranger@example.org');
    expect(after?.id).not.toBe(before?.id);
  } finally {
    await other.close();
    await moved.close();
  }
});
