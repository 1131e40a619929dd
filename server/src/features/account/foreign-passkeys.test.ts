import { resetPassword, verifyEmail } from '@zapdeck/contract/account';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { mintToken, type TokenPurpose } from '../auth/account-tokens.ts';
import { type Authenticator, passkeyFixture } from '../passkeys/passkeys.fixture.ts';

const PASSWORD = { password: 'another-horse-7', confirmPassword: 'another-horse-7' };

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

/** Returns a person who has signed up, and the device with a passkey of the account. */
async function signedUp(emailVerifiedAt: Date | null): Promise<{ person: Person; device: Authenticator }> {
  const person = await t.person('member', { emailVerifiedAt });
  const { device, enrol } = passkeyFixture(t);
  const on = device();
  await enrol(person, on);
  return { person, device: on };
}

const tokenFor = ({ user }: Person, purpose: TokenPurpose) =>
  mintToken(t.deps.db, user?.id ?? '', purpose, t.clock.now);
const signIn = async (device: Authenticator) => (await passkeyFixture(t).signIn(device)).status;

test('confirming an address in another browser removes passkeys that someone else may have added', async () => {
  const { person, device } = await signedUp(null);
  const token = await tokenFor(person, 'verify_email');
  await t.call(verifyEmail, { body: { token } }, visitor);
  expect(await signIn(device)).toBe(403);
});

test('confirming an address in the session of the account keeps its passkeys', async () => {
  const { person, device } = await signedUp(null);
  const token = await tokenFor(person, 'verify_email');
  await t.call(verifyEmail, { body: { token } }, person);
  expect(await signIn(device)).toBe(200);
});

test('a new password by email removes passkeys from before the address was confirmed, and no others', async () => {
  for (const [emailVerifiedAt, status] of [
    [null, 403],
    [t.clock.now, 200],
  ] as const) {
    const { person, device } = await signedUp(emailVerifiedAt);
    const token = await tokenFor(person, 'reset_password');
    await t.call(resetPassword, { body: { token, ...PASSWORD } });
    expect(await signIn(device)).toBe(status);
  }
});
