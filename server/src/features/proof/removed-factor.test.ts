import { changePassword, deleteAccount } from '@zapdeck/contract/accounts/account';
import { listPasskeys, removePasskey } from '@zapdeck/contract/sign-in/passkeys';
import { PROOF_LASTS_MS, prove } from '@zapdeck/contract/sign-in/proof';
import { renewRecoveryCodes, turnOffTotp } from '@zapdeck/contract/sign-in/totp';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '../../db/schema/sessions.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { whileLocked } from '../../testing/while-locked.ts';
import { NEW_PASSWORD, twice } from '../auth/account.fixture.ts';
import { passkeyFixture } from '../passkeys/passkeys.fixture.ts';
import { codeAt, enrolled, turnOn } from '../totp/totp.fixture.ts';

let t: TestApp;
let passkey: ReturnType<typeof passkeyFixture>;
beforeAll(async () => {
  t = await openTestApp();
  passkey = passkeyFixture(t);
});
afterAll(() => t.close());

/** Returns the code of the refusal of a sensitive change; undefined if it is made. */
const renew = async (person: Person) => (await t.call(renewRecoveryCodes, {}, person)).error?.code;

/** Returns an account with two factors, and a session that was started with its passkey elsewhere. */
async function stolen() {
  const person = await t.person('member', { passwordHash: 'hash' });
  const device = passkey.device();
  await passkey.enrol(person, device);
  const { secret } = await turnOn(t, person);
  const { setCookie: cookies } = await passkey.signIn(device);
  return { person, secret, thief: { ...person, cookies } };
}

test('after removing a passkey, sessions that may have used it must prove the identity again', async () => {
  const { person, thief, secret } = await stolen();
  expect(await renew(thief)).toBeUndefined();
  const [passkeyOfThief] = (await t.call(listPasskeys, {}, person)).body.passkeys;
  await t.call(removePasskey, { params: { id: passkeyOfThief?.id ?? '' } }, person);
  expect([await renew(person), await renew(thief)]).toEqual([undefined, 'proof_needed']);
  expect((await t.call(prove, { body: { code: codeAt(secret, t.clock.now) } }, thief)).status).toBe(200);
  expect(await renew(thief)).toBeUndefined();
});

test('after removing an authenticator app, sessions that may have used it must prove the identity again', async () => {
  const { person, thief } = await stolen();
  await t.call(turnOffTotp, {}, person);
  const rows = await t.deps.db
    .select()
    .from(sessions)
    .where(eq(sessions.userId, person.user?.id ?? ''));
  const proofs = rows.map(({ hasFactor, provedAt }) => [hasFactor, provedAt !== null]);
  expect(proofs).toHaveLength(2);
  expect(proofs).toEqual(
    expect.arrayContaining([
      [true, true],
      [false, false],
    ]),
  );
  expect((await t.call(listPasskeys, {}, thief)).status).toBe(200);
});

test('the password does not extend a proof by a second factor', async () => {
  const { person } = await enrolled(t);
  t.clock.advance(PROOF_LASTS_MS - 60_000);
  const body = { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) };
  const { status, setCookie: cookies } = await t.call(changePassword, { body }, person);
  expect(status).toBe(200);
  t.clock.advance(60_000);
  expect(await renew({ ...person, cookies })).toBe('proof_needed');
});

test('deleting an account with a second factor requires that factor', async () => {
  const { person, email, secret } = await enrolled(t);
  const body = { email, password: TEST_PASSWORD };
  t.clock.advance(PROOF_LASTS_MS);
  expect((await t.call(deleteAccount, { body }, person)).error.code).toBe('proof_needed');
  await t.call(prove, { body: { code: codeAt(secret, t.clock.now) } }, person);
  expect((await t.call(deleteAccount, { body }, person)).status).toBe(204);
});

test('rejects a code once the account is suspended or deleted', async () => {
  for (const [statement, code] of [
    ["UPDATE users SET suspended_at = now(), suspended_reason = 'Spam' WHERE id = $1", 'session_suspended'],
    ['DELETE FROM users WHERE id = $1', 'unauthorized'],
  ] as const) {
    const { person, recoveryCodes } = await enrolled(t);
    const body = { code: recoveryCodes[0] ?? '' };
    const answer = await whileLocked(t.deps.pool, [[statement, [person.user?.id]]], () =>
      t.call(prove, { body }, person),
    );
    expect(answer.error.code).toBe(code);
  }
  expect(await t.deps.db.$count(users)).toBeGreaterThan(0);
});
