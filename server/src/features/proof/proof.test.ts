import { changePassword, logoutEverywhere } from '@zapdeck/contract/accounts/account';
import { login } from '@zapdeck/contract/sign-in/auth';
import { PROOF_LASTS_MS, prove, waysToProve } from '@zapdeck/contract/sign-in/proof';
import { editUser } from '@zapdeck/contract/accounts/users';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessions } from '../../db/schema/sessions.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { sidOf } from '../../accounts/session.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let passwordHash: string;
beforeAll(async () => {
  t = await openTestApp();
  passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
});
afterAll(() => t.close());

/** A sensitive change. Returns the code of its refusal; undefined if it was made. */
async function makeModerator(admin: Person): Promise<string | undefined> {
  const { user } = await t.person('member');
  const answer = await t.call(
    editUser,
    { params: { id: user?.id ?? '' }, body: { role: 'moderator' } },
    admin,
  );
  return answer.status === 200 ? undefined : answer.error.code;
}

async function giveFactor({ user }: Person): Promise<void> {
  await t.deps.db
    .update(users)
    .set({ hasFactor: true })
    .where(eq(users.id, user?.id ?? ''));
}

const newPassword = { password: 'a-longer-horse-10', confirmPassword: 'a-longer-horse-10' };

test('requires the password again after 15 minutes', async () => {
  const admin = await t.person('admin', { passwordHash });
  expect(await makeModerator(admin)).toBeUndefined();
  t.clock.advance(PROOF_LASTS_MS - 1);
  expect(await makeModerator(admin)).toBeUndefined();
  t.clock.advance(1);
  expect(await makeModerator(admin)).toBe('proof_needed');

  const refused = await t.call(prove, { body: { password: 'wrong-horse-9' } }, admin);
  expect(refused.error).toMatchObject({ code: 'wrong_password', fields: { password: expect.any(String) } });
  expect(await makeModerator(admin)).toBe('proof_needed');

  expect((await t.call(prove, { body: { password: TEST_PASSWORD } }, admin)).status).toBe(200);
  expect(await makeModerator(admin)).toBeUndefined();
});

test('counts a proof only for its session', async () => {
  const admin = await t.person('admin', { passwordHash });
  const elsewhere = await t.signInAgain(admin);
  t.clock.advance(PROOF_LASTS_MS);
  await t.call(prove, { body: { password: TEST_PASSWORD } }, admin);
  expect(await makeModerator(elsewhere)).toBe('proof_needed');
});

test('keeps the missing proof when signing out other devices renews the cookie', async () => {
  const admin = await t.person('admin', { passwordHash });
  t.clock.advance(PROOF_LASTS_MS);
  const { setCookie: cookies } = await t.call(logoutEverywhere, { body: { devices: 'others' } }, admin);
  expect(await makeModerator({ ...admin, cookies })).toBe('proof_needed');
});

test('requires a proof in sessions from before proofs existed', async () => {
  const admin = await t.person('admin', { passwordHash });
  const sid = sidOf(admin.cookies[t.deps.cookie.name] ?? '');
  await t.deps.db.update(sessions).set({ provedAt: null }).where(eq(sessions.sid, sid));
  expect(await makeModerator(admin)).toBe('proof_needed');
});

test('rejects the password alone for an account with a second factor', async () => {
  const admin = await t.person('admin', { passwordHash });
  await giveFactor(admin);
  expect(await makeModerator(admin)).toBe('proof_needed');
  expect((await t.call(waysToProve, {}, admin)).body).toMatchObject({ ways: [], providers: [] });
  const byPassword = await t.call(prove, { body: { password: TEST_PASSWORD } }, admin);
  expect(byPassword.error.code).toBe('proof_not_possible');
  const body = { currentPassword: TEST_PASSWORD, ...newPassword };
  expect((await t.call(changePassword, { body }, admin)).error.code).toBe('proof_needed');
});

test('changes a password with the old one at any time if there is no second factor', async () => {
  const member = await t.person('member', { passwordHash });
  t.clock.advance(PROOF_LASTS_MS);
  const body = { currentPassword: TEST_PASSWORD, ...newPassword };
  expect((await t.call(changePassword, { body }, member)).status).toBe(200);
  const email = member.user?.email ?? '';
  expect((await t.call(login, { body: { email, password: newPassword.password } })).status).toBe(200);
});

test('accepts a new sign-in at the provider', async () => {
  const member = await t.person('member', { passwordHash: null, googleId: 'https://accounts.google.com 1' });
  expect((await t.call(waysToProve, {}, member)).body).toMatchObject({ ways: [], providers: ['google'] });
  const byPassword = await t.call(prove, { body: { password: TEST_PASSWORD } }, member);
  expect(byPassword.error.code).toBe('proof_not_possible');
});
