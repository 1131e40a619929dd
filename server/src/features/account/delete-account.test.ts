import { accountStatus, deleteAccount } from '@zapdeck/contract/accounts/account';
import { changedApps } from '@zapdeck/contract/apps/app-changes';
import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { editOwnApp } from '@zapdeck/contract/apps/change-own-app';
import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { sendVersion } from '@zapdeck/contract/feed/first-views';
import { readPerson, suspendPerson } from '@zapdeck/contract/accounts/people';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq, notInArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { appNotes } from '../../db/schema/app-notes.table.ts';
import { appVerifications } from '../../db/schema/app-verifications.table.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { type AccountFixture, accountFixture } from '../auth/account.fixture.ts';
import { errorLogs } from '../../db/schema/error-logs.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { inTransaction } from '../../db/transaction.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { addBudgets } from '../../testing/view-budgets.ts';

let t: TestApp;
let account: AccountFixture;
beforeAll(async () => {
  t = await openTestApp();
  account = accountFixture(t);
});
afterAll(() => t.close());

test('deletes votes and all stored data, and keeps approved apps without a submitter', async () => {
  const email = 'leaver@example.org';
  const person = await account.signUp(email);
  const { id } = (await t.call(currentUser, {}, person)).body;
  const [approved, pending, rejected, liked] = await Promise.all([
    t.addApp({ submittedBy: id }),
    t.addApp({ submittedBy: id, status: 'pending' }),
    t.addApp({ submittedBy: id, status: 'rejected' }),
    t.addApp(),
  ]);
  const other = await t.person('member');
  await t.call(castVote, { body: { appId: liked.id, voteType: 'up' } }, person);
  await t.call(castVote, { body: { appId: liked.id, voteType: 'up' } }, other);
  await t.call(castVote, { body: { appId: approved.id, voteType: 'down' } }, other);
  await t.deps.db.insert(errorLogs).values({ userId: id, errorType: 'CLIENT_ERROR', errorMessage: 'x' });
  expect((await t.readApp(liked.id)).upvotes).toBe(2);
  const { belongings } = (await t.call(accountStatus, {}, person)).body;
  expect(belongings).toEqual({ approvedApps: 1, otherApps: 2, votes: 1, reports: 0 });

  const leave = (body: { email: string; password?: string }) => t.call(deleteAccount, { body }, person);
  expect((await leave({ email: 'other@example.org', password: TEST_PASSWORD })).error).toMatchObject({
    code: 'invalid_input',
    fields: { email: expect.any(String) },
  });
  expect((await leave({ email })).error.code).toBe('wrong_password');
  expect((await leave({ email, password: 'not-my-password' })).error.code).toBe('wrong_password');
  expect(await account.isSignedIn(person)).toBe(true);

  const left = await leave({ email: ' Leaver@Example.org', password: TEST_PASSWORD });
  expect(left.status).toBe(204);
  expect(await account.isSignedIn(person)).toBe(false);
  expect((await t.readApp(liked.id)).upvotes).toBe(1);
  expect(await t.readApp(approved.id)).toMatchObject({
    submittedBy: null,
    downvotes: 1,
    status: 'approved',
  });
  const remaining = await t.deps.db.select({ id: apps.id }).from(apps);
  expect(remaining.map((app) => app.id)).not.toContain(pending.id);
  expect(remaining.map((app) => app.id)).not.toContain(rejected.id);

  const { rows } = await t.deps.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`,
  );
  expect(rows.length).toBeGreaterThan(10);
  for (const { name } of rows) {
    const { rows: found } = await t.deps.pool.query(
      `SELECT FROM ${name} t WHERE position($1 IN t::text) > 0`,
      [id],
    );
    expect.soft(found, name).toEqual([]);
  }
});

test('removes submitter, check mark, proof and notes from an app that stays', async () => {
  const maker = await t.person('member');
  const app = await t.addApp({ submittedBy: maker.user?.id ?? '', verifiedAt: t.clock.now });
  await t.deps.db.insert(appVerifications).values({ appId: app.id, token: 'A'.repeat(43) });
  await t.deps.db
    .insert(appNotes)
    .values({ appId: app.id, text: 'Known under another name', createdAt: t.clock.now });
  await t.call(deleteAccount, { body: { email: maker.user?.email ?? '' } }, maker);
  const viewer = await t.person('member');
  const response = await t.app.inject({
    method: 'GET',
    url: `/api/apps?ids=${app.id}`,
    cookies: viewer.cookies,
  });
  expect(response.json()).toMatchObject([{ id: app.id, submitter: null, isVerified: false }]);
  expect(await t.deps.db.$count(appVerifications)).toBe(0);
  expect(await t.deps.db.$count(appNotes)).toBe(0);
});

test('waits for a decision on an app of the account without blocking it', async () => {
  const email = 'judged@example.org';
  const person = await account.signUp(email);
  const { id } = (await t.call(currentUser, {}, person)).body;
  const judged = await t.addApp({ submittedBy: id });
  await t.addApp({ submittedBy: id, status: 'pending' });
  let left: Promise<{ status: number }> | undefined;
  await inTransaction(t.deps.db, async (tx) => {
    await tx.select().from(apps).where(eq(apps.id, judged.id)).for('no key update');
    left = t.call(deleteAccount, { body: { email, password: TEST_PASSWORD } }, person);
    await untilBlocked(t.deps.pool);
    await tx.update(apps).set({ status: 'rejected' }).where(eq(apps.id, judged.id));
  });
  expect((await left)?.status).toBe(204);
  await t.deps.background.idle();
  expect(await t.deps.db.select().from(apps).where(eq(apps.id, judged.id))).toEqual([]);
});

test('can be repeated with an idempotency key', async () => {
  const person = await t.person('member');
  const body = { email: person.user?.email ?? '' };
  const left = await t.call(deleteAccount, { body }, person, { 'idempotency-key': 'leave' });
  expect(left.status).toBe(204);
  expect(await account.isSignedIn(person)).toBe(false);
});

test('refuses to delete the last admin, also if the last two delete their accounts at once', async () => {
  const admins = await Promise.all([t.person('admin'), t.person('admin')]);
  const ids = admins.map(({ user }) => user?.id ?? '');
  await t.deps.db.update(users).set({ isAdmin: false }).where(notInArray(users.id, ids));
  const answers = await Promise.all(
    admins.map((admin) => t.call(deleteAccount, { body: { email: admin.user?.email ?? '' } }, admin)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(answers.find(({ status }) => status === 409)?.error.code).toBe('last_admin');
});

describe('deleting the account of an admin', () => {
  const reason = 'Five apps that are one.';
  // The last admin cannot be deleted.
  beforeAll(() => t.person('admin'));

  async function moderate(): Promise<{ admin: Person; suspendedId: string; likedId: string }> {
    const [admin, suspended, liked] = [await t.person('admin'), await t.person('member'), await t.addApp()];
    const pending = await t.addApp({ status: 'pending' });
    const suspendedId = suspended.user?.id ?? '';
    await t.call(
      suspendPerson,
      { params: { id: suspendedId }, body: { reason, takesAppsOut: false } },
      admin,
    );
    const { body } = await t.call(decideApps, { body: { ids: [pending.id], decision: 'approved' } }, admin);
    expect(body.outcomes).toMatchObject([{ outcome: 'decided' }]);
    await t.call(castVote, { body: { appId: liked.id, voteType: 'up' } }, admin);
    return { admin, suspendedId, likedId: liked.id };
  }

  const leave = ({ user, cookies }: Person) =>
    t.call(deleteAccount, { body: { email: user?.email ?? '' } }, { user, cookies });

  test('removes the admin’s id from suspensions and decisions, which stay', async () => {
    const { admin, suspendedId } = await moderate();
    const rows = async () => {
      const { rows: found } = await t.deps.pool.query<{ table: string; by: string | null }>(
        `SELECT 'users' AS table, suspended_by AS by FROM users WHERE id = $1
         UNION ALL SELECT 'decisions', moderator_id FROM decisions
         UNION ALL SELECT 'decision_batches', moderator_id FROM decision_batches`,
        [suspendedId],
      );
      return found.map(({ table, by }) => `${table} ${by}`);
    };
    const tables = ['users', 'decisions', 'decision_batches'];
    expect(await rows()).toEqual(tables.map((table) => `${table} ${admin.user?.id}`));
    expect((await leave(admin)).status).toBe(204);
    expect(await rows()).toEqual(tables.map((table) => `${table} null`));
    const { body } = await t.call(readPerson, { params: { id: suspendedId } }, await t.person('admin'));
    expect(body.suspension).toMatchObject({ reason, by: null });
  });

  test('waits for a change of a user whom the admin suspended, without blocking votes', async () => {
    const { admin, suspendedId, likedId } = await moderate();
    const client = await t.deps.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [suspendedId]);
      const left = leave(admin);
      await untilBlocked(t.deps.pool);
      await client.query('SELECT FROM apps WHERE id = $1 FOR UPDATE NOWAIT', [likedId]);
      await client.query('COMMIT');
      expect((await left).status).toBe(204);
    } finally {
      client.release(true);
    }
  });
});

test('takes waiting changes out of the list of changed apps, and deletes notes of versions', async () => {
  const [maker, admin] = [await t.person('member'), await t.person('admin')];
  const submittedBy = maker.user?.id ?? '';
  const [version, both] = [await t.addApp({ submittedBy }), await t.addApp({ submittedBy })];
  const listed = async () => (await t.call(changedApps, { query: {} }, admin)).body.map(({ app }) => app.id);
  for (const { id } of [version, both])
    await t.call(sendVersion, { params: { id }, body: { note: 'Twelve new levels' } }, maker);
  await t.call(editOwnApp, { params: { id: both.id }, body: { category: 'Design' } }, maker);
  await addBudgets(t.deps.pool, 'id = $1', [version.id]);
  await t.deps.pool.query("UPDATE view_budgets SET note = 'Eleven new levels'");
  expect((await listed()).toSorted()).toEqual([version.id, both.id].toSorted());
  await t.call(deleteAccount, { body: { email: maker.user?.email ?? '' } }, maker);
  expect(await listed()).toEqual([both.id]);
  const { rows } = await t.deps.pool.query('SELECT app_id AS app, note FROM view_budgets');
  expect(rows).toEqual([{ app: version.id, note: null }]);
});
