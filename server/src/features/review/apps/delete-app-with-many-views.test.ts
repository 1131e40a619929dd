import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { adminAppHistory, deleteApp } from '@zapdeck/contract/apps/admin-app';
import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../../db/columns.ts';
import type { AppRow } from '../../../db/schema/apps.table.ts';
import { eventually } from '../../../testing/eventually.ts';
import { deleteApp as deleteInSteps } from './delete-app.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';

/** More than one batch, and less than two. */
const VIEWERS = 1_500;

let t: TestApp;
let admin: Person;
let maker: Person;
let app: AppRow;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  maker = await t.person('member');
  app = await t.addApp({ submittedBy: maker.user?.id, updatedAt: t.clock.now });
  await t.deps.pool.query(
    `WITH people AS (INSERT INTO users (id, email) SELECT gen_random_uuid(), n || '@' || $1::uuid || '.test'
        FROM generate_series(1, ${VIEWERS}) AS n RETURNING id),
      met AS (INSERT INTO seen_apps (user_id, app_id) SELECT id, $1 FROM people)
    INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type)
      SELECT gen_random_uuid(), id, $1, 'skip' FROM people`,
    [app.id],
  );
});

const deletion = (as = admin) =>
  t.call(deleteApp, { params: { id: app.id }, body: { updatedAt: app.updatedAt.toISOString() } }, as);
const swipe = (person: Person) =>
  t.call(
    recordInteractions,
    { body: { interactions: [{ appId: app.id, interactionType: 'skip', duration: 500 }], batchId: newId() } },
    person,
  );

async function rowsLeft(): Promise<number[]> {
  const tables = ['seen_apps', 'user_app_interactions', 'votes'];
  const counts = tables.map((table) => `(SELECT count(*) FROM ${table} WHERE app_id = $1)::int AS ${table}`);
  const { rows } = await t.deps.pool.query<Record<string, number>>(`SELECT ${counts.join(', ')}`, [app.id]);
  return Object.values(rows[0] ?? {});
}

/** Runs the work while another transaction locks the seen count of this user. */
async function whileCounting(userId: string | undefined, work: () => Promise<void>): Promise<void> {
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    const { rowCount } = await client.query('SELECT FROM seen_counts WHERE user_id = $1 FOR UPDATE', [
      userId,
    ]);
    expect(rowCount).toBe(1);
    await work();
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
}

test('deleting an app with many views delays no swipes, and the app is not dealt meanwhile', async () => {
  const [member, watcher] = [await t.person('member'), await t.person('member')];
  await swipe(member);
  let response: ReturnType<typeof deletion> | undefined;
  await whileCounting(member.user?.id, async () => {
    response = deletion();
    await eventually(async () => expect((await t.readApp(app.id)).status).toBe('rejected'));
    // One batch is deleted while the locked row cannot be.
    await eventually(async () => expect((await rowsLeft())[0]).toBe(VIEWERS + 1 - 1_000));
    expect((await swipe(watcher)).status).toBe(201);
    expect((await rowsLeft())[1]).toBe(VIEWERS + 1);
  });
  expect((await response)?.body).toEqual({ votes: 0, reports: 0, notes: 0 });
  expect(await rowsLeft()).toEqual([0, 0, 0]);
  const { rows } = await t.deps.pool.query('SELECT FROM seen_counts WHERE seen <> 0 AND user_id = $1', [
    member.user?.id,
  ]);
  expect(rows).toEqual([]);
});

test('an interrupted deletion leaves a rejected app that another admin can delete', async () => {
  const other = await t.person('admin');
  let checks = 0;
  const node = { ...t.deps, isStopping: () => (checks += 1) > 1 };
  const halfway = deleteInSteps(t.deps.db, {
    node,
    id: app.id,
    reason: 'Copied.',
    updatedAt: app.updatedAt.toISOString(),
    moderator: { id: admin.user?.id ?? '' },
    now: t.clock.now,
  });
  await expect(halfway).rejects.toMatchObject({ code: 'unavailable' });
  const left = await t.readApp(app.id);
  expect(left).toMatchObject({ status: 'rejected', reviewReason: 'Copied.' });
  expect(await rowsLeft()).toEqual([VIEWERS - 1_000, VIEWERS, 0]);
  const { body } = await t.call(adminAppHistory, { params: { id: app.id }, query: {} }, other);
  expect(body.find(({ action }) => action === 'app.reviewed')?.after).toMatchObject({ status: 'rejected' });

  app = left;
  expect((await deletion(other)).status).toBe(200);
  expect(await rowsLeft()).toEqual([0, 0, 0]);
});

test('a swipe waits for the deletion of its app without a deadlock', async () => {
  const viewer = await t.person('member');
  await swipe(viewer);
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM seen_apps WHERE app_id = $1 FOR UPDATE', [app.id]);
    const swiped = swipe(viewer);
    await untilBlocked(t.deps.pool, { like: '%record_viewed_apps%' });
    // Fails at once if the swipe has locked the app before the row that it waits for.
    await client.query('SELECT FROM apps WHERE id = $1 FOR UPDATE NOWAIT', [app.id]);
    await client.query('DELETE FROM apps WHERE id = $1', [app.id]);
    await client.query('COMMIT');
    expect((await swiped).status).toBe(201);
  } finally {
    client.release(true);
  }
});

test('another decision during the deletion takes precedence', async () => {
  const member = await t.person('member');
  await swipe(member);
  let response: ReturnType<typeof deletion> | undefined;
  await whileCounting(member.user?.id, async () => {
    response = deletion();
    await eventually(async () => expect((await t.readApp(app.id)).status).toBe('rejected'));
    t.clock.advance(1_000);
    await t.call(
      setAppStatus,
      { params: { id: app.id }, body: { status: 'approved' } },
      await t.person('admin'),
    );
  });
  expect((await response)?.error.code).toBe('already_decided');
  expect((await t.readApp(app.id)).status).toBe('approved');
});

test('an account with a rejected app with many views can be deleted while a viewer is locked', async () => {
  await t.call(setAppStatus, { params: { id: app.id }, body: { status: 'rejected' } }, admin);
  const { id, email } = maker.user ?? { id: '', email: '' };
  const member = await t.person('member');
  await t.deps.pool.query('INSERT INTO seen_apps (user_id, app_id) VALUES ($1, $2)', [
    member.user?.id,
    app.id,
  ]);
  let response: Promise<unknown> | undefined;
  await whileCounting(member.user?.id, async () => {
    response = t.call(deleteAccount, { body: { email: email ?? '' } }, maker);
    await eventually(async () => expect((await rowsLeft())[0]).toBe(VIEWERS + 1 - 1_000));
  });
  expect(await response).toMatchObject({ status: 204 });
  expect(await rowsLeft()).toEqual([0, 0, 0]);
  const { rows } = await t.deps.pool.query('SELECT FROM users WHERE id = $1', [id]);
  expect(rows).toEqual([]);
});

test('deleting an account locks seen apps before the seen count, like the deletion of an app', async () => {
  const person = await t.person('member');
  await swipe(person);
  const client = await t.deps.pool.connect();
  // Foreign keys cascade in the order of their creation. This one is now the last.
  await client.query(`ALTER TABLE seen_apps DROP CONSTRAINT seen_apps_user_id_users_id_fk,
    ADD CONSTRAINT seen_apps_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users ON DELETE CASCADE`);
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM seen_apps WHERE user_id = $1 FOR UPDATE', [person.user?.id]);
    const response = t.call(deleteAccount, { body: { email: person.user?.email ?? '' } }, person);
    await untilBlocked(t.deps.pool);
    // The deletion of the app locks this row next. Another order would be a deadlock.
    await client.query('SELECT FROM seen_counts WHERE user_id = $1 FOR UPDATE NOWAIT', [person.user?.id]);
    await client.query('COMMIT');
    expect((await response).status).toBe(204);
  } finally {
    client.release(true);
  }
});

test('deleting an app with few views locks them before the app, like the deletion of an account', async () => {
  const viewer = await t.person('member');
  app = await t.addApp({ updatedAt: t.clock.now });
  await t.deps.pool.query('INSERT INTO seen_apps (user_id, app_id) VALUES ($1, $2)', [
    viewer.user?.id,
    app.id,
  ]);
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM seen_apps WHERE app_id = $1 FOR UPDATE', [app.id]);
    const deleted = deletion();
    await untilBlocked(t.deps.pool);
    // The deletion of an account locks the apps of its votes next.
    await client.query('SELECT FROM apps WHERE id = $1 FOR NO KEY UPDATE NOWAIT', [app.id]);
    await client.query('COMMIT');
    expect((await deleted).status).toBe(200);
  } finally {
    client.release(true);
  }
});
