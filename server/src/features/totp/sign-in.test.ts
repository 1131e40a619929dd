import { login } from '@zapdeck/contract/sign-in/auth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseRateLimits } from '../../http/rate-limit.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { adoptKey } from '../factors/secret-key-mark.ts';
import { codeAt, enrolled, signIn, STEP_MS, turnOn, wrongCode } from './totp.fixture.ts';

let t: TestApp;
/** Another node of the same database. */
let second: TestApp;
beforeAll(async () => {
  t = await openTestApp();
  second = await openTestApp({ database: t.database });
});
afterAll(async () => {
  await second.close();
  await t.close();
});

/** The second node has the same time. */
function atBothNodes() {
  second.clock.now = t.clock.now;
  return [t, second];
}

describe('signing in to an account with an authenticator app', () => {
  test('requires the code after the password, with an error that does not mean a lost session', async () => {
    const { email, secret } = await enrolled(t);
    const asked = await t.call(login, { body: { email, password: TEST_PASSWORD } });
    expect([asked.status, asked.error.code]).toEqual([401, 'code_needed']);
    expect(JSON.stringify(asked.error)).not.toContain('Unauthorized');
    expect(asked.setCookie).toEqual({});
    expect(await signIn(t, email, codeAt(secret, t.clock.now))).toMatchObject({ status: 200 });
  });

  test('mentions no code while the password is wrong', async () => {
    const { email, secret } = await enrolled(t);
    const code = codeAt(secret, t.clock.now);
    for (const typed of [undefined, code, wrongCode(secret, t.clock.now)]) {
      const refused = await signIn(t, email, typed, 'wrong-horse-9');
      expect([refused.refusal, refused.fields]).toEqual(['wrong_credentials', undefined]);
    }
    // The code was not used up.
    expect((await signIn(t, email, code)).status).toBe(200);
  });

  test('ignores a code of an account that has no authenticator app', async () => {
    const person = await t.person('member', { passwordHash: await t.deps.passwords.hash(TEST_PASSWORD) });
    expect((await signIn(t, person.user?.email ?? '', '123456')).status).toBe(200);
  });

  test.each([
    [-2, 401],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 401],
  ])('answers a code from a phone whose clock differs by %i steps with %i', async (stepsOff, status) => {
    const { email, secret } = await enrolled(t);
    t.clock.advance(5 * STEP_MS);
    expect((await signIn(t, email, codeAt(secret, t.clock.now, stepsOff))).status).toBe(status);
  });

  test('accepts a code once, and then no earlier code', async () => {
    const { email, secret } = await enrolled(t);
    t.clock.advance(5 * STEP_MS);
    const code = codeAt(secret, t.clock.now);
    expect((await signIn(t, email, code)).status).toBe(200);
    const again = await signIn(t, email, code);
    expect([again.status, again.refusal]).toEqual([401, 'code_needed']);
    expect(again.fields?.['code']).toContain('already used');
    expect((await signIn(t, email, codeAt(secret, t.clock.now, -1))).refusal).toBe('code_needed');
    t.clock.advance(STEP_MS);
    expect((await signIn(t, email, codeAt(secret, t.clock.now))).status).toBe(200);
  });

  test('accepts a code once on two nodes at the same time', async () => {
    const { email, secret } = await enrolled(t);
    for (let round = 0; round < 5; round += 1) {
      t.clock.advance(3 * STEP_MS);
      const code = codeAt(secret, t.clock.now);
      const answers = await Promise.all(
        atBothNodes().flatMap((node) => [signIn(node, email, code), signIn(node, email, code)]),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401]);
    }
  });

  test('accepts a recovery code once on two nodes at the same time', async () => {
    const { email, recoveryCodes } = await enrolled(t);
    for (const code of recoveryCodes.slice(0, 3)) {
      const answers = await Promise.all(atBothNodes().map((node) => signIn(node, email, code)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
      expect((await signIn(t, email, code)).refusal).toBe('code_needed');
    }
  });
});

describe('guessing codes', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
  });
  afterAll(() => limited.close());

  test('does not count right codes', async () => {
    const { email, secret, person } = await enrolled(limited);
    const { cookies } = await limited.signInAgain(person);
    for (let round = 0; round < 9; round += 1) {
      limited.clock.advance(STEP_MS);
      const body = { email, password: TEST_PASSWORD, code: codeAt(secret, limited.clock.now) };
      expect((await limited.call(login, { body }, { user: null, cookies })).status).toBe(200);
    }
  });
});

describe('a node with another secret key', () => {
  test('refuses accounts whose code it cannot check', async () => {
    const { email } = await enrolled(t);
    const other = await openTestApp({ database: t.database, secretKey: Buffer.alloc(32, 'other') });
    expect((await signIn(other, email)).refusal).toBe('unavailable');
    await other.close();
  });

  test('keeps accounts, and requires new apps once its key is adopted', async () => {
    const lost = await openTestApp();
    const before = await enrolled(lost);
    const newKey = Buffer.alloc(32, 'new');
    expect(await adoptKey(lost.deps.db, newKey)).toBe(1);
    const node = await openTestApp({ database: lost.database, secretKey: newKey });
    node.clock.now = lost.clock.now;
    const signedIn = await signIn(node, before.email);
    expect(signedIn.status).toBe(200);
    const again = { user: before.person.user, cookies: signedIn.cookies };
    const { secret } = await turnOn(node, again);
    expect((await signIn(node, before.email)).refusal).toBe('code_needed');
    expect((await signIn(node, before.email, before.recoveryCodes[0])).refusal).toBe('code_needed');
    expect((await signIn(node, before.email, codeAt(secret, node.clock.now))).status).toBe(200);
    await node.close();
    await lost.close();
  });

  test('accepts codes again once the earlier key is restored', async () => {
    const lost = await openTestApp();
    const { email, secret } = await enrolled(lost);
    await adoptKey(lost.deps.db, Buffer.alloc(32, 'new'));
    expect(await adoptKey(lost.deps.db, lost.deps.secretKey)).toBe(0);
    expect((await signIn(lost, email)).refusal).toBe('code_needed');
    expect((await signIn(lost, email, codeAt(secret, lost.clock.now))).status).toBe(200);
    await lost.close();
  });
});
