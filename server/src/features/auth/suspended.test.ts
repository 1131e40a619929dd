import { randomUUID } from 'node:crypto';
import { changePassword, resetPassword } from '@zapdeck/contract/accounts/account';
import { adminStats } from '@zapdeck/contract/instance/stats';
import { adminApps, submitApp } from '@zapdeck/contract/apps/apps';
import { continueAsGuest, currentUser, login, logout } from '@zapdeck/contract/sign-in/auth';
import { recordDurations, recordInteractions } from '@zapdeck/contract/feed/interactions';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { sessions } from '../../db/schema/sessions.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { mintToken } from './account-tokens.ts';

const REASON = 'Five apps that are one.';
const twice = (password: string) => ({ password, confirmPassword: password });

let t: TestApp;
let passwordHash: string;
let person: Person;
let email: string;
beforeAll(async () => {
  t = await openTestApp();
  passwordHash = await t.deps.passwords.hash(TEST_PASSWORD);
});
afterAll(() => t.close());
beforeEach(async () => {
  person = await t.person('member', { passwordHash });
  email = person.user?.email ?? '';
});

const idOf = ({ user }: Person) => user?.id ?? '';
const setSuspended = (suspendedAt: Date | null, suspendedReason: string | null) =>
  t.deps.db
    .update(users)
    .set({ suspendedAt, suspendedReason })
    .where(eq(users.id, idOf(person)));
const suspend = () => setSuspended(t.clock.now, REASON);

test('rejects calls of an open session from the next request on, with the reason', async () => {
  const { id: appId } = await t.addApp();
  const key = { 'idempotency-key': randomUUID() };
  const vote = { body: { appId, voteType: 'up' } } as const;
  expect((await t.call(castVote, vote, person, key)).status).toBe(200);
  await suspend();
  const interactions = [{ appId, interactionType: 'like' as const, duration: 500 }];
  const refused = [
    await t.call(currentUser, {}, person),
    // A stored response for an idempotency key must not be replayed either.
    await t.call(castVote, vote, person, key),
    await t.call(castVote, { body: { appId, voteType: 'down' } }, person),
    await t.call(recordDurations, { body: { durations: { [appId]: 900 }, batchId: randomUUID() } }, person),
    await t.call(recordInteractions, { body: { interactions, batchId: randomUUID() } }, person),
    await t.call(
      changePassword,
      { body: { currentPassword: TEST_PASSWORD, ...twice('another-horse-7') } },
      person,
    ),
  ];
  for (const { status, error } of refused) {
    expect(status).toBe(401);
    expect(error.code).toBe('session_suspended');
    expect(error.message).toMatch(/^Unauthorized: .*Five apps that are one\./);
  }
  expect(await t.readApp(appId)).toMatchObject({ upvotes: 1, downvotes: 0, timeSpent: 1, views: 0 });
});

test('treats an open session as a visitor on public calls, and allows logout', async () => {
  await suspend();
  const guest = await t.call(continueAsGuest, {}, person);
  expect(guest.status).toBe(201);
  expect(guest.body).toMatchObject({ isGuest: true });
  expect(guest.body.id).not.toBe(idOf(person));
  const open = async () =>
    (
      await t.deps.db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, idOf(person)))
    ).length;
  // The browser continues as a guest.
  expect(await open()).toBe(0);
  const other = await t.person('member');
  await t.call(logout, {}, other, { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' });
  expect((await t.call(currentUser, {}, other)).error.code).toBe('unauthorized');
});

test('shows the reason at login only for the right password', async () => {
  await suspend();
  const right = await t.call(login, { body: { email, password: TEST_PASSWORD } });
  expect(right).toMatchObject({ status: 403, error: { code: 'suspended' } });
  expect(right.error.message).toContain(REASON);
  expect(right.setCookie).toEqual({});
  const wrong = await t.call(login, { body: { email, password: 'not-this-one' } });
  expect(wrong).toMatchObject({ status: 401, error: { code: 'wrong_credentials' } });
  await setSuspended(null, null);
  expect((await t.call(login, { body: { email, password: TEST_PASSWORD } })).status).toBe(200);
});

test('shows the reason at sign-up for the right password, and otherwise says that the email is taken', async () => {
  await suspend();
  const form = { email, firstName: 'Anew' };
  const right = await t.call(signup, { body: { ...form, ...twice(TEST_PASSWORD) } });
  expect(right).toMatchObject({ status: 403, error: { code: 'suspended' } });
  const other = await t.call(signup, { body: { ...form, ...twice('not-this-one') } });
  expect(other).toMatchObject({ status: 409, error: { code: 'email_taken' } });
  // Accounts that are not suspended must take as long.
  const verify = vi.spyOn(t.deps.passwords, 'verify');
  onTestFinished(() => verify.mockRestore());
  await setSuspended(null, null);
  const open = await t.call(signup, { body: { ...form, ...twice(TEST_PASSWORD) } });
  expect(open).toMatchObject({ status: 409, error: { code: 'email_taken' } });
  expect(verify.mock.calls.map(([hash]) => hash)).toEqual([null]);
});

test('shows the reason for a reset link, which stays valid', async () => {
  const token = await mintToken(t.deps.db, idOf(person), 'reset_password', t.clock.now);
  await suspend();
  const body = { token, ...twice('another-horse-7') };
  const refused = await t.call(resetPassword, { body });
  expect(refused).toMatchObject({ status: 403, error: { code: 'suspended' } });
  await setSuspended(null, null);
  expect((await t.call(resetPassword, { body })).status).toBe(200);
});

test('hides pending apps from the queue and its counts until the suspension ends', async () => {
  const admin = await t.person('admin');
  const queue = async () => {
    const { body, headers } = await t.call(pendingApps, { query: { limit: 500 } }, admin);
    const total = Number(headers['x-total-count']);
    expect(body).toHaveLength(total);
    expect((await t.call(adminStats, {}, admin)).body.pendingApps).toBe(total);
    return body.map(({ id }) => id);
  };
  const another = await t.addApp({ status: 'pending' });
  const approved = await t.addApp({ submittedBy: idOf(person) });
  const app = {
    title: 'Wait',
    description: 'For it',
    url: 'https://wait.example.com/',
    category: 'Games',
  } as const;
  const { id } = (await t.call(submitApp, { body: app }, person)).body;
  expect((await queue()).toSorted()).toEqual([another.id, id].toSorted());
  await suspend();
  await t.addApp({ status: 'pending', submittedBy: idOf(person) });
  expect(await queue()).toEqual([another.id]);
  expect((await t.readApp(approved.id)).status).toBe('approved');
  // The list of all apps still contains them.
  const all = await t.call(adminApps, { query: { status: 'pending' } }, admin);
  expect(all.body).toHaveLength(3);
  await setSuspended(null, null);
  expect(await queue()).toHaveLength(3);
});
