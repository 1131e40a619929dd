import { changePassword, logoutEverywhere } from '@zapdeck/contract/accounts/account';
import { login } from '@zapdeck/contract/sign-in/auth';
import { prove } from '@zapdeck/contract/sign-in/proof';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { NEW_PASSWORD, twice } from '../auth/account.fixture.ts';
import { guesserAt, guessesOf } from '../auth/guesses.ts';
import { codeAt, type Enrolled, enrolled, wrongCode } from './totp.fixture.ts';

const WRONG_RECOVERY_CODE = '0'.repeat(16);

let t: TestApp;
/** Another node of the same database. */
let second: TestApp;
beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '127.0.0.1' };
  const rateLimits = ({ pool }: TestApp['database']) => databaseRateLimits(pool);
  t = await openTestApp({ env, rateLimits, runsJobs: true });
  second = await openTestApp({ env, rateLimits, database: t.database });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

let networks = 0;
const elsewhere = (cookies: Record<string, string> = {}): Person => {
  networks += 1;
  return { user: null, cookies, address: `10.${networks >> 8}.${networks & 255}.1` };
};

const devicesOf = ({ cookies }: Person) =>
  Object.fromEntries(Object.entries(cookies).filter(([name]) => name.startsWith('device-')));

/** Returns an account, with the same time at both nodes. */
async function newOwner(): Promise<Enrolled> {
  const owner = await enrolled(t);
  second.clock.now = t.clock.now;
  return owner;
}

async function signIn({ email }: Enrolled, code: string, from: Person, on = t): Promise<number> {
  return (await on.call(login, { body: { email, password: TEST_PASSWORD, code } }, from)).status;
}

/** Types wrong codes at both nodes in turn, one after the other. */
async function guess(owner: Enrolled, from: () => Person, times: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let tried = 0; tried < times; tried += 1) {
    const wrong = wrongCode(owner.secret, t.clock.now);
    statuses.push(await signIn(owner, wrong, from(), tried % 2 ? second : t));
  }
  return statuses;
}

/** Types ten wrong codes from ten networks. */
async function attack(owner: Enrolled): Promise<void> {
  expect(new Set(await guess(owner, elsewhere, 10))).toEqual(new Set([401]));
}

const proveWith = async (code: string, as: Person) => (await t.call(prove, { body: { code } }, as)).status;

const mailsTo = ({ email }: Enrolled, subject = 'Someone may know your password') =>
  t.sentMails.filter((mail) => mail.to === email && mail.subject === subject).length;

describe('ten wrong codes from unknown devices', () => {
  test('are the limit for a hundred networks together, at two nodes', { tags: 'long' }, async () => {
    const owner = await newOwner();
    const wrong = wrongCode(owner.secret, t.clock.now);
    const statuses = await Promise.all(
      Array.from({ length: 100 }, (_, tried) => signIn(owner, wrong, elsewhere(), tried % 2 ? second : t)),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    // Some find the queue of the password hashes full.
    expect(statuses.filter((status) => status === 429 || status === 503)).toHaveLength(90);
    expect(await signIn(owner, codeAt(owner.secret, t.clock.now), elsewhere())).toBe(429);
    await eventually(() => expect(mailsTo(owner)).toBe(1));
  });

  test('do not lock out a known device with the right code', async () => {
    const owner = await newOwner();
    await attack(owner);
    const atHome = elsewhere(devicesOf(owner.person));
    expect(await signIn(owner, codeAt(owner.secret, t.clock.now), atHome, second)).toBe(200);
  });

  test('do not lock out a live session, which can change the password', async () => {
    const owner = await newOwner();
    const atHome = await t.signInAgain(owner.person);
    await attack(owner);
    const body = { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) };
    expect((await t.call(changePassword, { body }, atHome)).error.code).toBe('proof_needed');
    expect(await proveWith(codeAt(owner.secret, t.clock.now), atHome)).toBe(200);
    expect((await t.call(changePassword, { body }, atHome)).status).toBe(200);
  });

  test('also refuse wrong recovery codes, but accept a right one', { tags: 'long' }, async () => {
    const owner = await newOwner();
    for (let tried = 0; tried < 10; tried += 1)
      expect(await signIn(owner, WRONG_RECOVERY_CODE, elsewhere())).toBe(401);
    await eventually(() => expect(mailsTo(owner)).toBe(1));
    const [wrong, right] = await Promise.all([
      signIn(owner, WRONG_RECOVERY_CODE, elsewhere()),
      signIn(owner, owner.recoveryCodes[0] ?? '', elsewhere(), second),
    ]);
    expect([wrong, right]).toEqual([429, 200]);
  });

  test('are mailed to the owner once a day, besides a mail about guessed passwords', async () => {
    const owner = await newOwner();
    await attack(owner);
    // The eleventh attempt is one too many for the password, too.
    expect(await guess(owner, elsewhere, 1)).toEqual([429]);
    await eventually(() => expect(mailsTo(owner, 'Someone is trying to sign in to your account')).toBe(1));
    expect(mailsTo(owner)).toBe(1);
  });
});

describe('ten wrong codes of a stolen device cookie', () => {
  test('are its limit, and do not affect another device or session', async () => {
    const owner = await newOwner();
    const [stolen, other] = [await t.signInAgain(owner.person), await t.signInAgain(owner.person)];
    const statuses: number[] = [];
    // A device may try ten passwords in five minutes.
    for (let round = 0; round < 3; round += 1) {
      statuses.push(...(await guess(owner, () => elsewhere(devicesOf(stolen)), 5)));
      await t.deps.pool.query(`DELETE FROM rate_limits WHERE key LIKE 'login-device:%'`);
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429, 429, 429, 429]);
    expect(await proveWith(codeAt(owner.secret, t.clock.now), stolen)).toBe(200);
    t.clock.advance(60_000);
    second.clock.now = t.clock.now;
    expect(await signIn(owner, codeAt(owner.secret, t.clock.now), elsewhere(devicesOf(other)))).toBe(200);
    expect(mailsTo(owner)).toBe(0);
  });
});

test('limits all known devices of an account together to thirty wrong codes', { tags: 'long' }, async () => {
  const owner = await newOwner();
  const statuses: number[] = [];
  for (let device = 0; device < 4; device += 1) {
    const cookies = devicesOf(await t.signInAgain(owner.person));
    for (let round = 0; round < 2; round += 1) {
      statuses.push(...(await guess(owner, () => elsewhere(cookies), 5)));
      await t.deps.pool.query(`DELETE FROM rate_limits WHERE key LIKE 'login-device:%'`);
    }
  }
  expect(statuses.map((status) => status === 401)).toEqual(
    Array.from({ length: 40 }, (_, tried) => tried < 30),
  );
  await eventually(() => expect(mailsTo(owner)).toBe(1));
});

describe('ten wrong codes and passwords of a stolen session', () => {
  test('are its limit, even after its cookie was renewed', async () => {
    const owner = await newOwner();
    const stolen = await t.signInAgain(owner.person);
    const wrong = wrongCode(owner.secret, t.clock.now);
    for (let tried = 0; tried < 10; tried += 1) expect(await proveWith(wrong, stolen)).toBe(403);
    expect(await proveWith(codeAt(owner.secret, t.clock.now), stolen)).toBe(429);

    const { setCookie } = await t.call(logoutEverywhere, { body: { devices: 'others' } }, stolen);
    const renewed = { ...stolen, cookies: setCookie };
    expect(await proveWith(codeAt(owner.secret, t.clock.now), renewed)).toBe(429);
    const [before, after] = [stolen, renewed].map(({ cookies }) =>
      guessesOf(
        guesserAt({ cookies } as never, owner.person.user as never, { isSecure: false, now: t.clock.now }),
      ),
    );
    expect(after).toEqual(before);
  });

  test('do not affect another session', async () => {
    const person = await t.person('member', { passwordHash: await t.deps.passwords.hash(TEST_PASSWORD) });
    const stolen = await t.signInAgain(person);
    const statuses: number[] = [];
    const wrong = { currentPassword: 'wrong-horse-9', ...twice(NEW_PASSWORD) };
    for (let tried = 0; tried < 5; tried += 1) {
      statuses.push((await t.call(prove, { body: { password: 'wrong-horse-9' } }, stolen)).status);
      statuses.push((await t.call(changePassword, { body: wrong }, stolen)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([403]));
    const right = { ...wrong, currentPassword: TEST_PASSWORD };
    expect((await t.call(changePassword, { body: right }, stolen)).status).toBe(429);
    expect((await t.call(prove, { body: { password: TEST_PASSWORD } }, stolen)).status).toBe(429);
    expect((await t.call(changePassword, { body: right }, person)).status).toBe(200);
  });

  test('do not include right ones', async () => {
    const person = await t.person('member', { passwordHash: await t.deps.passwords.hash(TEST_PASSWORD) });
    for (let tried = 0; tried < 12; tried += 1)
      expect((await t.call(prove, { body: { password: TEST_PASSWORD } }, person)).status).toBe(200);
  });
});
