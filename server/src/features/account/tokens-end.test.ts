import { resetPassword, verifyEmail } from '@zapdeck/contract/accounts/account';
import { ownApps } from '@zapdeck/contract/apps/own-app';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiTokenOf } from '../../testing/api-token-of.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { NEW_PASSWORD, twice } from '../auth/account.fixture.ts';
import { mintToken } from '../auth/account-tokens.ts';
import { resetPassword as resetByOperator } from '../users/admin-accounts.ts';

let t: TestApp;
let owner: Person;
let token: string;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  owner = await t.person('member');
  token = await apiTokenOf(t, owner, ['apps:read']);
});

const link = (purpose: 'reset_password' | 'verify_email') =>
  mintToken(t.deps.db, owner.user?.id ?? '', purpose, t.clock.now);
const works = async () => {
  const headers = { authorization: `Bearer ${token}` };
  return (await t.call(ownApps, { query: {} }, visitor, headers)).status === 200;
};

test('a password reset by mail revokes API tokens', async () => {
  const body = { token: await link('reset_password'), ...twice(NEW_PASSWORD) };
  expect((await t.call(resetPassword, { body })).status).toBe(200);
  expect(await works()).toBe(false);
});

test('a password reset by the operator revokes API tokens', async () => {
  const { db, jobs, passwords } = t.deps;
  await resetByOperator(db, passwords, { email: owner.user?.email ?? '', jobs, now: t.clock.now });
  expect(await works()).toBe(false);
});

test('confirming the address revokes API tokens, except in a session of the account', async () => {
  const confirm = async (as: Person) =>
    (await t.call(verifyEmail, { body: { token: await link('verify_email') } }, as)).status;
  expect(await confirm(owner)).toBe(200);
  expect(await works()).toBe(true);
  owner = await t.person('member');
  token = await apiTokenOf(t, owner, ['apps:read']);
  expect(await confirm(visitor)).toBe(200);
  expect(await works()).toBe(false);
});
