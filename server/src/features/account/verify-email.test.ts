import { accountStatus, resendVerification, verifyEmail } from '@zapdeck/contract/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { users } from '../../db/schema/users.table.ts';
import { type AccountFixture, accountFixture, tokenIn } from '../auth/account.fixture.ts';
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

test('a mail comes with the signup, its link works once; a new one can be asked for until then', async () => {
  const email = 'fresh@example.org';
  const person = await account.signUp(email);
  const status = async () => (await t.call(accountStatus, {}, person)).body;
  expect(await status()).toEqual({
    isEmailVerified: false,
    hasPassword: true,
    linkedProviders: [],
    sessions: 1,
    belongings: { approvedApps: 0, otherApps: 0, votes: 0, reports: 0 },
  });
  const older = tokenIn(await account.mailTo(email, /confirm/));
  await t.call(resendVerification, {}, person);
  const token = tokenIn(await account.mailTo(email, /confirm/, 1));
  expect((await t.call(verifyEmail, { body: { token: older } }, person)).error.code).toBe('token_invalid');
  const confirm = () => t.call(verifyEmail, { body: { token } }, person);
  expect((await confirm()).status).toBe(200);
  expect((await status()).isEmailVerified).toBe(true);
  expect((await confirm()).error.code).toBe('token_invalid');
  const left = await t.deps.db.select().from(accountTokens).where(eq(accountTokens.purpose, 'verify_email'));
  const [user] = await t.deps.db.select().from(users).where(eq(users.email, email));
  expect(left.filter(({ userId }) => userId === user?.id)).toEqual([]);
});

test('mails written at the same time leave one valid link', async () => {
  const { user } = await t.person('member', { emailVerifiedAt: null });
  const userId = user?.id ?? '';
  const mail = accountMails.data.parse({ kind: 'verify', userId });
  const attempt = { id: newId(), log: t.app.log, isStopping: () => false };
  await Promise.all(Array.from({ length: 8 }, () => accountMails.run(t.deps, mail, attempt)));
  expect(await t.deps.db.$count(accountTokens, eq(accountTokens.userId, userId))).toBe(1);
});

test('a link is too old after a day', async () => {
  const email = 'next-day@example.org';
  await account.signUp(email);
  const token = tokenIn(await account.mailTo(email, /confirm/));
  t.clock.advance(DAY_MS);
  expect((await t.call(verifyEmail, { body: { token } })).error.code).toBe('token_invalid');
});

test('a signup that is refused sends nothing', async () => {
  const email = 'taken-twice@example.org';
  await account.signUp(email);
  await account.signUp(email);
  await account.mailTo(email, /confirm/);
  const { rows } = await t.deps.pool.query(
    `SELECT FROM jobs.job j JOIN users u ON u.id::text = j.data->>'userId' WHERE u.email = $1`,
    [email],
  );
  expect(rows).toHaveLength(1);
});
