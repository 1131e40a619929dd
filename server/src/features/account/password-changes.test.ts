import * as contract from '@zapdeck/contract/accounts/account';
import { currentUser, login } from '@zapdeck/contract/sign-in/auth';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { resetPassword as resetByCommand } from '../users/admin-accounts.ts';
import { accountTokens } from '../../db/schema/account-tokens.table.ts';
import { users } from '../../db/schema/users.table.ts';
import {
  type AccountFixture,
  accountFixture,
  holding,
  NEW_PASSWORD,
  tokenIn,
  twice,
} from '../auth/account.fixture.ts';
import { revokeTokens, mintToken, type TokenPurpose } from '../auth/account-tokens.ts';
import { inTransaction } from '../../db/transaction.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';

const HOUR_MS = 3_600_000;

let t: TestApp;
let account: AccountFixture;
beforeAll(async () => {
  t = await openTestApp({ runsJobs: true });
  account = accountFixture(t);
});
afterAll(() => t.close());

describe('forgotten password', () => {
  test('the link in the mail resets the password once and ends all sessions', async () => {
    const email = 'forgetful@example.org';
    const elsewhere = await account.signUp(email);
    const token = await account.resetTokenFor(email);
    expect(await account.canLogIn(email, TEST_PASSWORD)).toBe(true);

    const reset = () => t.call(contract.resetPassword, { body: { token, ...twice(NEW_PASSWORD) } });
    const answers = await Promise.all([reset(), reset(), reset()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(answers.find(({ status }) => status === 400)?.error.code).toBe('token_invalid');
    expect(await account.isSignedIn(elsewhere)).toBe(false);
    expect(await account.canLogIn(email, TEST_PASSWORD)).toBe(false);
    expect(await account.canLogIn(email, NEW_PASSWORD)).toBe(true);
    const [user] = await t.deps.db.select().from(users).where(eq(users.email, email));
    expect(user?.emailVerifiedAt).toEqual(t.clock.now);
  });

  test('a new link revokes the earlier ones', async () => {
    const email = 'twice-sent@example.org';
    await account.signUp(email);
    const [first, second] = [await account.resetTokenFor(email, 0), await account.resetTokenFor(email, 1)];
    expect(first).not.toBe(second);
    const use = (token: string) =>
      t.call(contract.resetPassword, { body: { token, ...twice(NEW_PASSWORD) } });
    expect((await use(first)).error.code).toBe('token_invalid');
    expect((await use(second)).status).toBe(200);
  });

  test('a link expires after an hour', async () => {
    const email = 'slow@example.org';
    await account.signUp(email);
    const token = await account.resetTokenFor(email);
    t.clock.advance(HOUR_MS - 1);
    const use = (password: string) => t.call(contract.resetPassword, { body: { token, ...twice(password) } });
    // The password is rejected, so the token stays valid.
    expect((await use('12345')).error.code).toBe('invalid_input');
    t.clock.advance(1);
    const tooLate = await use(NEW_PASSWORD);
    expect(tooLate.error.code).toBe('token_invalid');
    expect(await account.canLogIn(email, NEW_PASSWORD)).toBe(false);
  });

  test('a confirmation link cannot reset the password, and a reset link cannot confirm', async () => {
    const email = 'mixed-up@example.org';
    await account.signUp(email);
    const verify = tokenIn(await account.mailTo(email, /confirm/));
    const reset = await account.resetTokenFor(email);
    expect(
      (await t.call(contract.resetPassword, { body: { token: verify, ...twice(NEW_PASSWORD) } })).error.code,
    ).toBe('token_invalid');
    expect((await t.call(contract.verifyEmail, { body: { token: reset } })).error.code).toBe('token_invalid');
  });

  test('stores only hashes of tokens', async () => {
    const email = 'hashed@example.org';
    await account.signUp(email);
    const token = await account.resetTokenFor(email);
    const { rows } = await t.deps.pool.query<{ dump: string }>(
      `SELECT string_agg(a::text, '') AS dump FROM account_tokens a`,
    );
    expect(rows[0]?.dump).toContain('reset');
    expect(rows[0]?.dump).not.toContain(token);
    expect(rows[0]?.dump).not.toContain(email);
  });
});

describe('changePassword', () => {
  test('needs the current password, ends all other sessions and renews this one', async () => {
    const email = 'changer@example.org';
    const here = await account.signUp(email);
    const there = holding((await t.call(login, { body: { email, password: TEST_PASSWORD } })).setCookie);
    const change = (currentPassword: string, password = NEW_PASSWORD) =>
      t.call(contract.changePassword, { body: { currentPassword, ...twice(password) } }, here);

    const wrong = await change('not-my-password');
    expect(wrong).toMatchObject({ status: 403, error: { code: 'wrong_password' } });
    expect(await account.isSignedIn(there)).toBe(true);

    const changed = await change(TEST_PASSWORD);
    expect(changed.status).toBe(200);
    expect(changed.setCookie['sid']).toBeDefined();
    expect(changed.setCookie['sid']).not.toBe(here.cookies['sid']);
    expect(await account.isSignedIn(holding(changed.setCookie))).toBe(true);
    expect([await account.isSignedIn(here), await account.isSignedIn(there)]).toEqual([false, false]);
    expect([
      await account.canLogIn(email, TEST_PASSWORD),
      await account.canLogIn(email, NEW_PASSWORD),
    ]).toEqual([false, true]);
  });

  test.each([
    [
      'by the person',
      (person: Person) =>
        t.call(
          contract.changePassword,
          { body: { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) } },
          person,
        ),
    ],
    [
      'from the command line',
      (_person: Person, email: string) =>
        resetByCommand(t.deps.db, t.deps.passwords, { jobs: t.deps.jobs, email, now: t.clock.now }),
    ],
  ])('revokes reset links, and no others, after a change %s', async (who, change) => {
    const email = `changed-${who.length}@example.org`;
    const person = await account.signUp(email);
    // Waits for the mail of the sign-up: its link would revoke the one below.
    await account.mailTo(email, /confirm/);
    const { id } = (await t.call(currentUser, {}, person)).body;
    const mint = (purpose: TokenPurpose) => mintToken(t.deps.db, id, purpose, t.clock.now);
    const [stolen, confirming] = [await mint('reset_password'), await mint('verify_email')];
    await change(person, email);
    const answer = await t.call(contract.resetPassword, {
      body: { token: stolen, ...twice('a-third-horse') },
    });
    expect(answer.error.code).toBe('token_invalid');
    expect((await t.call(contract.verifyEmail, { body: { token: confirming } })).status).toBe(200);
  });

  test.each([
    [
      'a link that sets another',
      'reset_password',
      (token: string) => t.call(contract.resetPassword, { body: { token, ...twice('a-third-horse') } }),
    ],
    [
      'a link that confirms the address',
      'verify_email',
      (token: string) => t.call(contract.verifyEmail, { body: { token } }),
    ],
  ] as const)('does not deadlock with %s at the same time', async (_what, purpose, use) => {
    const { user } = await t.person('member', { emailVerifiedAt: null });
    const id = user?.id ?? '';
    const token = await mintToken(t.deps.db, id, purpose, t.clock.now);
    let used: ReturnType<typeof use> | undefined;
    await inTransaction(t.deps.db, async (tx) => {
      await tx.update(users).set({ passwordHash: 'another' }).where(eq(users.id, id));
      used = use(token);
      await untilBlocked(t.deps.pool);
      await revokeTokens(tx, id, purpose);
    });
    expect((await used)?.error.code).toBe('token_invalid');
  });

  test.each([
    [
      'resets no password',
      'reset_password',
      (token: string) => t.call(contract.resetPassword, { body: { token, ...twice('a-third-horse') } }),
    ],
    [
      'confirms nothing',
      'verify_email',
      (token: string) => t.call(contract.verifyEmail, { body: { token } }),
    ],
  ] as const)('a link to a former address %s', async (_what, purpose, use) => {
    const { user } = await t.person('member', { emailVerifiedAt: null });
    const id = user?.id ?? '';
    const token = await mintToken(t.deps.db, id, purpose, t.clock.now);
    const change = (email: string) => t.deps.db.update(users).set({ email }).where(eq(users.id, id));
    await change(user?.email ?? '');
    expect(await t.deps.db.$count(accountTokens, eq(accountTokens.userId, id))).toBe(1);
    await change(`new-${purpose}@example.org`);
    expect((await use(token)).error.code).toBe('token_invalid');
    const [row] = await t.deps.db.select().from(users).where(eq(users.id, id));
    expect(row?.emailVerifiedAt).toBeNull();
  });

  test('rejects an account without a password', async () => {
    const social = await t.person('member', { authProvider: 'google', googleId: 'https://g.example 1' });
    const answer = await t.call(
      contract.changePassword,
      { body: { currentPassword: TEST_PASSWORD, ...twice(NEW_PASSWORD) } },
      social,
    );
    expect(answer).toMatchObject({ status: 409, error: { code: 'no_password' } });
  });
});
