import { glob, readFile } from 'node:fs/promises';
import {
  changePassword,
  logoutEverywhere,
  resetPassword,
  verifyEmail,
} from '@zapdeck/contract/accounts/account';
import { apiTokens } from '@zapdeck/contract/accounts/api-tokens';
import { continueAsGuest, currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { changeEmail, undoEmailChange } from '@zapdeck/contract/accounts/change-email';
import { linkIdentity } from '@zapdeck/contract/sign-in/identities';
import { listPasskeys, removePasskey } from '@zapdeck/contract/sign-in/passkeys';
import { prove } from '@zapdeck/contract/sign-in/proof';
import { signup } from '@zapdeck/contract/sign-in/signup';
import * as terms from '@zapdeck/contract/sign-in/terms';
import { turnOffTotp } from '@zapdeck/contract/sign-in/totp';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessions } from '../db/schema/sessions.table.ts';
import { users } from '../db/schema/users.table.ts';
import { invitations } from '../db/schema/invitations.table.ts';
import { holding, NEW_PASSWORD, twice } from '../features/auth/account.fixture.ts';
import { hashOfToken, mintToken } from '../features/auth/account-tokens.ts';
import { emailChanges, newAddress } from '../features/email-change/email-change.fixture.ts';
import { passkeyFixture } from '../features/passkeys/passkeys.fixture.ts';
import { type ClaimsFixture, openClaims } from '../features/providers/claimed-roles.fixture.ts';
import { signIn, turnOn } from '../features/totp/totp.fixture.ts';
import { apiTokenOf } from '../testing/api-token-of.ts';
import { type Person, TEST_PASSWORD, type TestApp, visitor } from '../testing/test-app.ts';
import { termsOf } from './terms.fixture.ts';

/** Functions that start a session. Each new one needs a test here. */
const starters = [
  'account/account.routes.ts',
  'account/password-changes.ts',
  'auth/auth.ts',
  'passkeys/use-passkey.ts',
  'providers/arrive.ts',
];

let f: ClaimsFixture;
let t: TestApp;
beforeAll(async () => {
  f = await openClaims();
  ({ t } = f.web);
});
afterAll(() => f.close());
beforeEach(() => f.web.nextPerson());

const emailAtProvider = () => `person-${f.web.people}@example.org`;

/** An account with password and authenticator app, or passkey, at the address of the current person at the providers. */
async function owner(factor: 'app' | 'passkey' = 'app', role: 'member' | 'admin' = 'admin') {
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  const email = emailAtProvider();
  const person = await t.person(role, { passwordHash, email, emailVerifiedAt: t.clock.now });
  const passkeys = passkeyFixture(t);
  const device = passkeys.device();
  if (factor === 'app') await turnOn(t, person);
  else await passkeys.enrol(person, device);
  const id = person.user?.id ?? '';
  await t.deps.db.delete(sessions).where(eq(sessions.userId, id));
  return { id, email, person, device };
}

/** Expects that no session of the account has started. */
async function expectNoSession(id: string): Promise<void> {
  expect(await t.deps.db.$count(sessions, eq(sessions.userId, id))).toBe(0);
}

test('covers all functions that start a session', async () => {
  const found: string[] = [];
  const folder = new URL('../features/', import.meta.url).pathname;
  for await (const file of glob('*/**/*.ts', { cwd: folder }))
    if (!file.includes('.test.') && (await readFile(folder + file, 'utf8')).includes('startSession('))
      found.push(file);
  expect(found.toSorted()).toEqual(starters);
});

describe('an account with a second factor cannot be entered without it', () => {
  test('by its password', async () => {
    const { id, email } = await owner();
    expect((await signIn(t, email)).refusal).toBe('code_needed');
    await expectNoSession(id);
  });

  test('by a new password from a reset by mail', async () => {
    const { id, email } = await owner();
    const token = await mintToken(t.deps.db, id, 'reset_password', t.clock.now);
    expect((await t.call(resetPassword, { body: { token, ...twice(NEW_PASSWORD) } })).setCookie).toEqual({});
    expect((await signIn(t, email, undefined, NEW_PASSWORD)).refusal).toBe('code_needed');
    await expectNoSession(id);
  });

  test('by confirming its address', async () => {
    const { id, email } = await owner();
    const token = await mintToken(t.deps.db, id, 'verify_email', t.clock.now);
    const confirmed = await t.call(verifyEmail, { body: { token } });
    expect([confirmed.body.passwordToken, confirmed.setCookie]).toEqual([null, {}]);
    expect((await signIn(t, email)).refusal).toBe('code_needed');
    await expectNoSession(id);
  });

  test('by undoing a change of its email', async () => {
    const { id, email, person } = await owner();
    const changes = emailChanges(t);
    t.clock.advance(60_000);
    const link = await changes.move(await factorSession(person), newAddress());
    const { body, setCookie } = await t.call(undoEmailChange, { body: { token: link } });
    expect([body.email, setCookie]).toEqual([email, {}]);
    await t.call(resetPassword, { body: { token: body.passwordToken, ...twice(NEW_PASSWORD) } });
    expect((await signIn(t, email, undefined, NEW_PASSWORD)).refusal).toBe('code_needed');
    await expectNoSession(id);
  });

  test.each(['google', 'platform'] as const)(
    'by a first sign-in with %s, which links nothing',
    async (provider) => {
      const { id } = await owner();
      const { cookies, location } = await f.web.signIn(provider);
      expect([location, await f.web.whoIs(cookies)]).toEqual(['/confirm-sign-in', null]);
      expect(await f.account()).toMatchObject({ googleId: null, platformId: null });
      await expectNoSession(id);
    },
  );

  test.each(['google', 'platform'] as const)('by %s, to which it is linked', async (provider) => {
    const first = await f.web.whoIs((await f.web.signIn(provider)).cookies);
    const id = first?.id ?? '';
    const [user] = await t.deps.db.select().from(users).where(eq(users.id, id));
    if (user) await turnOn(t, await t.signInAgain({ ...visitor, user }));
    await t.deps.db.delete(sessions).where(eq(sessions.userId, id));
    expect((await f.web.signIn(provider)).location).toBe('/confirm-sign-in');
    await expectNoSession(id);
  });

  test('by a provider if its factor is a passkey', async () => {
    const { id } = await owner('passkey');
    expect((await f.web.signIn('google')).location).toBe('/confirm-sign-in');
    await expectNoSession(id);
  });

  test('by a factor at the provider that the site trusts, while the identity is not linked', async () => {
    await f.map([], true);
    const { id } = await owner();
    f.web.standIns.platform.amr = ['pwd', 'mfa'];
    expect((await f.web.signIn('platform')).location).toBe('/confirm-sign-in');
    f.web.standIns.platform.amr = undefined;
    await f.map([]);
    await expectNoSession(id);
  });

  test('by a guest who signs in with a provider', async () => {
    const { id } = await owner();
    const guest = await t.call(continueAsGuest, {});
    const { cookies, location } = await f.web.signIn('google', guest.setCookie);
    expect(location).toBe('/confirm-sign-in');
    expect((await f.web.whoIs(cookies))?.isGuest).toBe(true);
    await expectNoSession(id);
  });

  test('by a guest who signs up with its address', async () => {
    const { id, email } = await owner();
    const guest = holding((await t.call(continueAsGuest, {})).setCookie);
    const body = { email, ...twice(TEST_PASSWORD), firstName: 'Eve' };
    expect((await t.call(signup, { body }, guest)).error.code).toBe('email_taken');
    await expectNoSession(id);
  });

  test('by an invitation in the sign-in with a provider', async () => {
    const { id } = await owner();
    const token = 'i'.repeat(43);
    const expiresAt = new Date(t.clock.now.getTime() + 60_000);
    await t.deps.db
      .insert(invitations)
      .values({ hash: hashOfToken(token), usesMax: 1, usesLeft: 1, expiresAt });
    const { location } = await f.web.signIn('google', {}, `?invitation=${token}`);
    expect(location).toBe('/confirm-sign-in');
    await expectNoSession(id);
  });

  test('by a sign-in that waits for the terms after the account was created', async () => {
    const published = termsOf(t, await t.signInAgain(f.admin));
    const termsVersion = await published.raise();
    const { cookies, location } = await f.web.signIn('google');
    expect(location).toBe('/accept-terms');
    const { id } = await owner();
    const waiting = (await t.call(terms.pendingAccount, {}, holding(cookies))).body;
    const body = { id: waiting.id, termsVersion };
    const created = await t.call(terms.createPendingAccount, { body }, holding(cookies));
    expect([created.body.next, created.setCookie['sid']]).toEqual(['/confirm-sign-in', undefined]);
    await published.save('');
    await expectNoSession(id);
  });

  test('while it waits for approval', async () => {
    const { id } = await owner('app', 'member');
    await t.deps.db.update(users).set({ mustBeApproved: true }).where(eq(users.id, id));
    expect((await f.web.signIn('google')).location).toBe('/confirm-sign-in');
    await expectNoSession(id);
  });

  test('by an API token, which cannot change the account', async () => {
    const { person } = await owner();
    const headers = { authorization: `Bearer ${await apiTokenOf(t, person, ['apps:read'])}` };
    for (const route of [currentUser, listPasskeys, apiTokens])
      expect((await t.call(route, {}, visitor, headers)).error.code).toBe('token_not_accepted');
  });

  test('by a passkey of another account', async () => {
    const { id, email } = await owner();
    f.web.nextPerson();
    const stranger = await owner('passkey', 'member');
    const signedIn = await passkeyFixture(t).signIn(stranger.device);
    expect(signedIn.body.email).not.toBe(email);
    await expectNoSession(id);
  });
});

/** Signs in with all factors that the session needs, without a browser. */
async function factorSession(person: Person): Promise<Person> {
  const again = await t.signInAgain(person);
  await t.deps.db
    .update(sessions)
    .set({ hasFactor: true })
    .where(eq(sessions.userId, person.user?.id ?? ''));
  return again;
}

describe('a session without the factor of its account', () => {
  const routesOf = {
    'a changed email': (as: Person) => t.call(changeEmail, { body: { email: newAddress() } }, as),
    'a linked identity': (as: Person) => t.call(linkIdentity, { params: { provider: 'google' } }, as),
    'a removed authenticator app': (as: Person) => t.call(turnOffTotp, {}, as),
  };

  test.each(Object.entries(routesOf))('can make no sensitive change: %s', async (_what, change) => {
    const { person } = await owner('passkey');
    expect((await change(await t.signInAgain(person))).error.code).toBe('proof_needed');
  });

  test('starts with the password, and has a member’s rights until it uses the passkey', async () => {
    const { email, device, person } = await owner('passkey');
    const { cookies } = await signIn(t, email);
    const session = holding(cookies);
    const roleOf = async () => (await t.call(currentUser, {}, session)).body;
    expect(await roleOf()).toMatchObject({ role: 'member', isAdmin: false, missingFactor: 'confirm' });
    const byPassword = await t.call(prove, { body: { password: TEST_PASSWORD } }, session);
    expect(byPassword.error.code).toBe('proof_not_possible');
    const { id } = (await t.call(listPasskeys, {}, session)).body.passkeys[0] ?? { id: '' };
    expect((await t.call(removePasskey, { params: { id } }, session)).error.code).toBe('proof_needed');
    const withPasskey = await passkeyFixture(t).signIn(device);
    expect(withPasskey.body).toMatchObject({ id: person.user?.id, role: 'admin', missingFactor: null });
  });

  test('gains no rights by changing the password or ending the other sessions', async () => {
    const { email } = await owner('passkey');
    const first = holding((await signIn(t, email)).cookies);
    const left = await t.call(logoutEverywhere, { body: { devices: 'others' } }, first);
    const second = holding(left.setCookie);
    expect((await t.call(currentUser, {}, second)).body.missingFactor).toBe('confirm');
    const body = { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) };
    expect((await t.call(changePassword, { body }, second)).error.code).toBe('proof_needed');
    expect((await t.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200);
  });
});
