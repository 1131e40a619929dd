import {
  enrolmentOptions,
  listPasskeys,
  type Assertion,
  proofOptions,
  removePasskey,
  signInOptions,
} from '@zapdeck/contract/sign-in/passkeys';
import { PROOF_LASTS_MS, prove, waysToProve } from '@zapdeck/contract/sign-in/proof';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { type Authenticator, type Forgery, passkeyFixture } from '../passkeys/passkeys.fixture.ts';

let t: TestApp;
let passkey: ReturnType<typeof passkeyFixture>;
let passwordHash: string;
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL: 'https://zaps.example' } });
  passkey = passkeyFixture(t);
  passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
});
afterAll(() => t.close());

/** Returns a person whose proof is too old, and the device with the passkey of the account. */
async function owner(): Promise<{ person: Person; device: Authenticator }> {
  const person = await t.person('member', { passwordHash });
  const device = passkey.device();
  await passkey.enrol(person, device);
  t.clock.advance(PROOF_LASTS_MS);
  return { person, device };
}

/** Returns the code of the refusal of a sensitive change; undefined if it is allowed. */
async function asksForProof(person: Person): Promise<string | undefined> {
  const answer = await t.call(enrolmentOptions, {}, person);
  return answer.status === 200 ? undefined : answer.error.code;
}

const send = (person: Person, body: Assertion) => t.call(prove, { body: { passkey: body } }, person);
const proveWith = async (person: Person, device: Authenticator, forged: Forgery = {}) =>
  send(person, device.sign((await t.call(proofOptions, {}, person)).body, forged));

test('accepts a passkey of the owner', async () => {
  const { person, device } = await owner();
  expect(await asksForProof(person)).toBe('proof_needed');
  expect((await t.call(waysToProve, {}, person)).body).toMatchObject({ ways: ['passkey'], providers: [] });
  expect((await proveWith(person, device)).status).toBe(200);
  expect(await asksForProof(person)).toBeUndefined();
});

test('accepts the password only while the account has no passkey', async () => {
  const { person, device } = await owner();
  const byPassword = () => t.call(prove, { body: { password: TEST_PASSWORD } }, person);
  expect((await byPassword()).error.code).toBe('proof_not_possible');
  await proveWith(person, device);
  const { body } = await t.call(listPasskeys, {}, person);
  await t.call(removePasskey, { params: { id: body.passkeys[0]?.id ?? '' } }, person);
  t.clock.advance(PROOF_LASTS_MS);
  expect((await byPassword()).status).toBe(200);
});

test('adding a passkey confirms its session, but no other', async () => {
  const person = await t.person('member', { passwordHash });
  const elsewhere = await t.signInAgain(person);
  await passkey.enrol(person, passkey.device());
  expect(await asksForProof(person)).toBeUndefined();
  expect(await asksForProof(elsewhere)).toBe('proof_needed');
});

test('counts a sign-in with a passkey', async () => {
  const { device } = await owner();
  const { setCookie: cookies } = await passkey.signIn(device);
  expect(await asksForProof({ user: null, cookies })).toBeUndefined();
});

test('lists only passkeys of the account', async () => {
  const { person, device } = await owner();
  await owner();
  const { body } = await t.call(proofOptions, {}, person);
  expect(body.allowCredentials.map(({ id }) => id)).toEqual(device.keys.map(({ id }) => id));
});

test('rejects a passkey of another account', async () => {
  const [victim, thief] = [await owner(), await owner()];
  expect((await proveWith(victim.person, thief.device)).error.code).toBe('passkey_refused');
  const userHandle = null;
  expect((await proveWith(victim.person, thief.device, { userHandle })).error.code).toBe('passkey_refused');
  expect(await asksForProof(victim.person)).toBe('proof_needed');
});

test('accepts an answer once, only for its session and purpose', async () => {
  const { person, device } = await owner();
  const elsewhere = await t.signInAgain(person);
  const answer = device.sign((await t.call(proofOptions, {}, person)).body);
  expect((await send(elsewhere, answer)).error.code).toBe('passkey_expired');
  expect((await send(person, answer)).status).toBe(200);
  expect((await send(person, answer)).error.code).toBe('passkey_expired');
  const ofSignIn = device.sign((await t.call(signInOptions, {})).body);
  expect((await send(person, ofSignIn)).error.code).toBe('passkey_expired');
  const { challenge } = (await t.call(enrolmentOptions, {}, person)).body;
  expect((await proveWith(person, device, { challenge })).error.code).toBe('passkey_expired');
});

test('rejects a device that did not verify its user, or whose counter went back', async () => {
  const { person, device } = await owner();
  expect((await proveWith(person, device, { isVerified: false })).error.code).toBe('passkey_refused');
  expect((await proveWith(person, device, { counter: 1 })).error.code).toBe('passkey_copied');
  expect(await asksForProof(person)).toBe('proof_needed');
});
