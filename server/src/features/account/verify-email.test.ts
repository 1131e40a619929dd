import {
  accountStatus,
  resendVerification,
  resetPassword,
  verifyEmail,
} from '@zapdeck/contract/accounts/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import {
  type AccountFixture,
  accountFixture,
  NEW_PASSWORD,
  tokenIn,
  twice,
} from '../auth/account.fixture.ts';
import { newId } from '../../db/columns.ts';
import { accountMails } from '../auth/account-mails.ts';
import { accountTokens } from '../../db/schema/account-tokens.table.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let account: AccountFixture;
beforeAll(async () => {
  t = await openTestApp({ runsJobs: true });
  account = accountFixture(t);
});
afterAll(() => t.close());

test('sign-up mails a link, a newer link revokes it, and a used link still counts as confirmed', async () => {
  const email = 'fresh@example.org';
  const person = await account.signUp(email);
  const status = async () => (await t.call(accountStatus, {}, person)).body;
  expect(await status()).toEqual({
    isEmailVerified: false,
    pendingEmail: null,
    hasPassword: true,
    linkedProviders: [],
    readsLanguages: null,
    belongings: { approvedApps: 0, otherApps: 0, votes: 0, reports: 0 },
  });
  const older = tokenIn(await account.mailTo(email, /confirm/));
  await t.call(resendVerification, {}, person);
  const token = tokenIn(await account.mailTo(email, /confirm/, 1));
  expect((await t.call(verifyEmail, { body: { token: older } }, person)).error.code).toBe('token_invalid');
  const confirm = () => t.call(verifyEmail, { body: { token } }, person);
  expect((await confirm()).status).toBe(200);
  expect((await status()).isEmailVerified).toBe(true);
  expect(await confirm()).toMatchObject({ status: 200, body: { isConfirmed: true, passwordToken: null } });
  const signedOut = await t.call(verifyEmail, { body: { token, keepPassword: true } });
  expect(signedOut).toMatchObject({ status: 200, body: { isConfirmed: true, passwordToken: null } });
  expect(await account.isSignedIn(person)).toBe(true);
});

test('concurrent mails leave one valid link', async () => {
  const { user } = await t.person('member', { emailVerifiedAt: null });
  const userId = user?.id ?? '';
  const mail = accountMails.data.parse({ kind: 'verify', userId });
  const attempt = { id: newId(), log: t.app.log, isStopping: () => false };
  await Promise.all(Array.from({ length: 8 }, () => accountMails.run(t.deps, mail, attempt)));
  expect(await t.deps.db.$count(accountTokens, eq(accountTokens.userId, userId))).toBe(1);
});

test('opening a link twice at once resets the password once and confirms twice', async () => {
  const email = 'opened-twice@example.org';
  await account.signUp(email);
  const token = tokenIn(await account.mailTo(email, /confirm/));
  const opened = await Promise.all([1, 2].map(() => t.call(verifyEmail, { body: { token } })));
  expect(opened.map(({ status, body }) => [status, body.isConfirmed])).toEqual([
    [200, true],
    [200, true],
  ]);
  expect(opened.filter(({ body }) => body.passwordToken !== null)).toHaveLength(1);
});

test.each(['without a session', 'in the session of another user'])(
  'opening a link %s with keepPassword confirms nothing',
  async (where) => {
    const email = `asks-first-${where.length}@example.org`;
    const person = await account.signUp(email);
    const token = tokenIn(await account.mailTo(email, /confirm/));
    const opener = where === 'without a session' ? undefined : await t.person('member');
    const asked = await t.call(verifyEmail, { body: { token, keepPassword: true } }, opener);
    expect(asked).toMatchObject({ status: 200, body: { isConfirmed: false, passwordToken: null } });
    expect((await t.call(accountStatus, {}, person)).body.isEmailVerified).toBe(false);
    expect(await account.canLogIn(email, TEST_PASSWORD)).toBe(true);
    const own = await t.call(verifyEmail, { body: { token, keepPassword: true } }, person);
    expect(own.body).toMatchObject({ isConfirmed: true, passwordToken: null });
  },
);

test('a link is still valid after its owner has chosen a new password', async () => {
  const email = 'confirmed-and-reset@example.org';
  await account.signUp(email);
  const token = tokenIn(await account.mailTo(email, /confirm/));
  const { body } = await t.call(verifyEmail, { body: { token } });
  const form = { token: body.passwordToken ?? '', ...twice(NEW_PASSWORD) };
  expect((await t.call(resetPassword, { body: form })).status).toBe(200);
  const again = await t.call(verifyEmail, { body: { token } });
  expect(again).toMatchObject({ status: 200, body: { isConfirmed: true, passwordToken: null } });
  expect(await account.canLogIn(email, NEW_PASSWORD)).toBe(true);
});

test('a link expires after a day', async () => {
  const email = 'next-day@example.org';
  await account.signUp(email);
  const token = tokenIn(await account.mailTo(email, /confirm/));
  t.clock.advance(DAY_MS);
  expect((await t.call(verifyEmail, { body: { token } })).error.code).toBe('token_invalid');
});

test('a rejected sign-up sends no mail', async () => {
  const email = 'taken-twice@example.org';
  await account.signUp(email);
  await account.signUp(email);
  await eventually(async () => {
    const waiting = await t.deps.jobs.readWaiting(t.deps.db);
    expect(waiting.filter(({ name }) => name.endsWith('-mails'))).toEqual([]);
  });
  expect(t.sentMails.filter(({ to }) => to === email)).toHaveLength(1);
});
