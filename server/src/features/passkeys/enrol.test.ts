import { deleteAccount, downloadData } from '@zapdeck/contract/accounts/account';
import {
  enrolmentOptions,
  enrolPasskey,
  listPasskeys,
  PASSKEY_TIMEOUT_MS,
  PASSKEYS_MAX,
  removePasskey,
  renamePasskey,
} from '@zapdeck/contract/sign-in/passkeys';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passkeyChallenges, passkeys } from '../../db/schema/passkeys.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { purgeExpired } from '../../testing/purge-expired.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { authenticator, type Forgery, passkeyFixture } from './passkeys.fixture.ts';

const PUBLIC_URL = 'https://zaps.example';

let t: TestApp;
let device: ReturnType<typeof passkeyFixture>['device'];
let enrol: ReturnType<typeof passkeyFixture>['enrol'];
let signIn: ReturnType<typeof passkeyFixture>['signIn'];
beforeAll(async () => {
  t = await openTestApp({ env: { PUBLIC_URL } });
  ({ device, enrol, signIn } = passkeyFixture(t));
});
afterAll(() => t.close());

const listOf = async (person: Person) => (await t.call(listPasskeys, {}, person)).body.passkeys;
const idOf = async (person: Person) => (await listOf(person))[0]?.id ?? '';

describe('a new passkey', () => {
  test('is listed, renamed and removed by its owner', async () => {
    const person = await t.person('member', { passwordHash: 'hash' });
    const { status } = await enrol(person, device());
    expect(status).toBe(201);
    const [added] = await listOf(person);
    const createdAt = t.clock.now.toISOString();
    expect(added).toMatchObject({ name: null, isSynced: false, createdAt, lastUsedAt: null });
    const params = { id: added?.id ?? '' };
    await t.call(renamePasskey, { params, body: { name: '  My phone ' } }, person);
    expect(await listOf(person)).toMatchObject([{ name: 'My phone' }]);
    expect((await t.call(removePasskey, { params }, person)).status).toBe(204);
    expect(await listOf(person)).toEqual([]);
  });

  test('cannot be removed if it is the only way to sign in', async () => {
    const person = await t.person('member');
    await enrol(person, device());
    const remove = async () => t.call(removePasskey, { params: { id: await idOf(person) } }, person);
    expect((await remove()).error.code).toBe('last_way_in');
    expect(await listOf(person)).toHaveLength(1);
    await t.deps.db
      .update(users)
      .set({ passwordHash: 'hash' })
      .where(eq(users.id, person.user?.id ?? ''));
    expect((await remove()).status).toBe(204);
  });

  test('cannot be seen, renamed or removed by another account', async () => {
    const owner = await t.person('member');
    await enrol(owner, device());
    const params = { id: await idOf(owner) };
    const other = await t.person('admin');
    expect(await listOf(other)).toEqual([]);
    const renamed = await t.call(renamePasskey, { params, body: { name: 'Mine' } }, other);
    expect(renamed.error.code).toBe('passkey_not_found');
    expect((await t.call(removePasskey, { params }, other)).error.code).toBe('passkey_not_found');
    expect(await listOf(owner)).toMatchObject([{ name: null }]);
  });

  test('is marked as synced if its device copies it to others', async () => {
    const person = await t.person('member');
    await enrol(person, device({ counts: false }));
    expect(await listOf(person)).toMatchObject([{ isSynced: true }]);
  });

  test('is in the data download without its key, and is deleted with the account', async () => {
    const person = await t.person('member');
    await enrol(person, device());
    const { body } = await t.call(downloadData, {}, person);
    expect(body.passkeys).toEqual(await listOf(person));
    const [row] = await t.deps.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.id, await idOf(person)));
    expect(JSON.stringify(body)).not.toContain(row?.publicKey);
    expect(JSON.stringify(body)).not.toContain(row?.credentialId);
    await t.call(deleteAccount, { body: { email: person.user?.email ?? '' } }, person);
    expect(await t.deps.db.$count(passkeys, eq(passkeys.id, row?.id ?? ''))).toBe(0);
  });

  test('is requested from a device that verifies its user and does not have one yet', async () => {
    const person = await t.person('member', { email: 'asked@example.org', firstName: 'Ada' });
    await enrol(person, device());
    const { body } = await t.call(enrolmentOptions, {}, person);
    expect(body.rp).toEqual({ id: 'zaps.example', name: 'Zapdeck' });
    expect(body.user).toMatchObject({ name: 'asked@example.org', displayName: 'Ada' });
    expect(body.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    });
    const [row] = await t.deps.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.id, await idOf(person)));
    expect(body.excludeCredentials).toMatchObject([{ id: row?.credentialId, transports: ['internal'] }]);
  });
});

describe('the answer of a device is refused', () => {
  const x5c = new Map([['x5c', [new Uint8Array(8)]]]);
  const forgeries: [string, Forgery][] = [
    ['of another origin', { origin: 'https://zaps.example.evil.example' }],
    ['of another port', { origin: 'https://zaps.example:8443' }],
    ['for another host', { rpId: 'evil.example' }],
    ['of a device that did not verify its user', { isVerified: false }],
    ['of a device that nobody touched', { isPresent: false }],
    ['that was made for a sign-in', { type: 'webauthn.get' }],
    ['with a certificate', { attestation: { fmt: 'packed', attStmt: x5c } }],
  ];
  test.each(forgeries)('%s', async (_what, forged) => {
    const person = await t.person('member');
    expect((await enrol(person, device(), forged)).error.code).toBe('passkey_refused');
    expect(await listOf(person)).toEqual([]);
  });

  test('with a challenge that was never issued', async () => {
    const person = await t.person('member');
    const answer = await enrol(person, device(), { challenge: 'A'.repeat(43) });
    expect(answer.error.code).toBe('passkey_expired');
  });

  test('if it is sent again', async () => {
    const person = await t.person('member');
    const { body: options } = await t.call(enrolmentOptions, {}, person);
    const body = device().create(options);
    expect((await t.call(enrolPasskey, { body }, person)).status).toBe(201);
    expect((await t.call(enrolPasskey, { body }, person)).error.code).toBe('passkey_expired');
    expect(await listOf(person)).toHaveLength(1);
  });

  test('after five minutes', async () => {
    const person = await t.person('member');
    const { body: options } = await t.call(enrolmentOptions, {}, person);
    t.clock.advance(PASSKEY_TIMEOUT_MS);
    const late = await t.call(enrolPasskey, { body: device().create(options) }, person);
    expect(late.error.code).toBe('passkey_expired');
  });

  test('in another session, even of the same account', async () => {
    const person = await t.person('member');
    const { body: options } = await t.call(enrolmentOptions, {}, person);
    const body = device().create(options);
    const again = await t.signInAgain(person);
    expect((await t.call(enrolPasskey, { body }, again)).error.code).toBe('passkey_expired');
    const other = await t.person('member');
    expect((await t.call(enrolPasskey, { body }, other)).error.code).toBe('passkey_expired');
  });

  test('with the id of an existing passkey', async () => {
    const [owner, other] = [await t.person('member'), await t.person('member')];
    const on = device();
    await enrol(owner, on);
    const { body: options } = await t.call(enrolmentOptions, {}, other);
    // The credential id follows the length in the authenticator data. It is taken over with the key.
    const answer = authenticator(PUBLIC_URL).create(options);
    const known = Buffer.from(on.keys[0]?.id ?? '', 'base64url');
    const copied = Buffer.from(answer.response.attestationObject, 'base64url');
    known.copy(copied, copied.indexOf(Buffer.from(answer.id, 'base64url')));
    const response = { ...answer.response, attestationObject: copied.toString('base64url') };
    const taken = await t.call(enrolPasskey, { body: { ...answer, response } }, other);
    expect(taken.error.code).toBe('passkey_refused');
    expect(await listOf(owner)).toHaveLength(1);
  });

  test('with data that cannot be read', async () => {
    const person = await t.person('member');
    const { body: options } = await t.call(enrolmentOptions, {}, person);
    const answer = device().create(options);
    for (const broken of [{ clientDataJSON: 'bm8' }, { attestationObject: 'AAAA' }]) {
      const body = { ...answer, response: { ...answer.response, ...broken } };
      expect((await t.call(enrolPasskey, { body }, person)).error.code).toBe('passkey_refused');
    }
  });
});

describe('an account', () => {
  test('can have 20 passkeys, even if two are added at once', async () => {
    const person = await t.person('member');
    for (let added = 2; added < PASSKEYS_MAX; added += 1) await enrol(person, device());
    const last = device();
    await enrol(person, last);
    const { setCookie: cookies } = await signIn(last);
    const sessions = [person, { ...person, cookies }];
    // Both get a challenge before either uses it.
    const started = await Promise.all(sessions.map((session) => t.call(enrolmentOptions, {}, session)));
    const answers = await Promise.all(
      started.map(({ body }, i) => t.call(enrolPasskey, { body: device().create(body) }, sessions[i])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await listOf(person)).toHaveLength(PASSKEYS_MAX);
    expect((await t.call(enrolmentOptions, {}, person)).error.code).toBe('passkeys_full');
  });

  test('has one open challenge per session, and none after it has expired', async () => {
    const person = await t.person('member');
    await t.deps.db.delete(passkeyChallenges);
    await t.call(enrolmentOptions, {}, person);
    await t.call(enrolmentOptions, {}, person);
    expect(await t.deps.db.$count(passkeyChallenges)).toBe(1);
    await purgeExpired(t);
    expect(await t.deps.db.$count(passkeyChallenges)).toBe(1);
    await purgeExpired(t, new Date(t.clock.now.getTime() + PASSKEY_TIMEOUT_MS));
    expect(await t.deps.db.$count(passkeyChallenges)).toBe(0);
  });
});
