import { resetPassword, verifyEmail } from '@zapdeck/contract/accounts/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp, visitor } from '../../testing/test-app.ts';
import { mintToken, type TokenPurpose } from '../auth/account-tokens.ts';
import { passkeyFixture } from '../passkeys/passkeys.fixture.ts';
import { codeAt, signIn, turnOn } from '../totp/totp.fixture.ts';

const NEW_PASSWORD = 'another-horse-7';
const TWICE = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD };

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

/** Returns a person who has signed up and has added a passkey and an authenticator app. */
async function signedUp(emailVerifiedAt: Date | null) {
  const passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
  const person = await t.person('member', { emailVerifiedAt, passwordHash });
  const { device, enrol, signIn: signInWith } = passkeyFixture(t);
  const on = device();
  await enrol(person, on);
  const { secret } = await turnOn(t, person);
  return {
    person,
    signIn: (code?: string, password?: string) => signIn(t, person.user?.email ?? '', code, password),
    code: () => codeAt(secret, t.clock.now),
    signInWithPasskey: async () => (await signInWith(on)).status,
  };
}

const tokenFor = ({ user }: Person, purpose: TokenPurpose) =>
  mintToken(t.deps.db, user?.id ?? '', purpose, t.clock.now);

test('confirming an address in another browser removes factors that someone else may have added', async () => {
  const { person, ...ways } = await signedUp(null);
  const token = await tokenFor(person, 'verify_email');
  const { passwordToken } = (await t.call(verifyEmail, { body: { token } }, visitor)).body;
  await t.call(resetPassword, { body: { token: passwordToken ?? '', ...TWICE } });
  expect(await ways.signInWithPasskey()).toBe(403);
  expect((await ways.signIn(undefined, NEW_PASSWORD)).status).toBe(200);
});

test('confirming an address in the session of the account keeps its factors', async () => {
  const { person, ...ways } = await signedUp(null);
  const token = await tokenFor(person, 'verify_email');
  await t.call(verifyEmail, { body: { token } }, person);
  expect(await ways.signInWithPasskey()).toBe(200);
  expect((await ways.signIn()).refusal).toBe('code_needed');
  expect((await ways.signIn(ways.code())).status).toBe(200);
});

test('a new password by email removes factors from before the address was confirmed, and no others', async () => {
  for (const [emailVerifiedAt, status, refusal] of [
    [null, 403, undefined],
    [t.clock.now, 200, 'code_needed'],
  ] as const) {
    const { person, ...ways } = await signedUp(emailVerifiedAt);
    const token = await tokenFor(person, 'reset_password');
    await t.call(resetPassword, { body: { token, ...TWICE } });
    expect(await ways.signInWithPasskey()).toBe(status);
    expect((await ways.signIn(undefined, NEW_PASSWORD)).refusal).toBe(refusal);
  }
});
