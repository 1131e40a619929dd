import { countNewApps, NEW_APPS_MAX, RETURN_AFTER_MS } from '@zapdeck/contract/apps/new-apps';
import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { hide } from '@zapdeck/contract/feed/hidden';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';

let t: TestApp;
let feed: FeedFixture;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await feed.reset();
  t.clock.now = new Date();
  member = await t.person('member');
});

/** Time of the last view of the member. */
let lastView: Date;
async function seeOld(...titles: string[]): Promise<void> {
  for (const title of titles) {
    const { id } = await t.addApp({ title });
    await feed.see(member, id);
    lastView = new Date(t.clock.now.getTime() - 1_000);
  }
}

/** Adds apps that are approved an hour after the last view. */
async function approveLater(...titles: string[]): Promise<void> {
  for (const title of titles) {
    const { id } = await t.addApp({ title });
    const at = new Date(lastView.getTime() + 3_600_000);
    await t.deps.pool.query('UPDATE apps SET approved_at = $2 WHERE id = $1', [id, at]);
  }
}

const comeBack = (afterMs = RETURN_AFTER_MS) => (t.clock.now = new Date(lastView.getTime() + afterMs));
const count = async () => (await t.call(countNewApps, {}, member)).body;

test('counts the apps since the last view, which are the first of the deck of new apps', async () => {
  await seeOld('Old', 'Older');
  await approveLater('First', 'Second', 'Third');
  comeBack();
  expect(await count()).toEqual({ since: lastView.toISOString(), count: 3 });
  expect((await feed.page(member, undefined, 'new')).titles).toBe('Third Second First Older Old');
});

test('counts nothing within eight hours, and nothing once an app is viewed', async () => {
  await seeOld('Old');
  await approveLater('New');
  comeBack(RETURN_AFTER_MS - 1);
  expect(await count()).toEqual({ since: null, count: 0 });
  comeBack();
  expect((await count()).count).toBe(1);
  await seeOld('On another device');
  expect(await count()).toEqual({ since: null, count: 0 });
});

test('counts nothing for a member without views', async () => {
  await t.addApp();
  expect(await count()).toEqual({ since: null, count: 0 });
});

test('counts an app that was approved again, and none that is unreachable, rejected or only edited', async () => {
  await seeOld('Again', 'Edited');
  await approveLater('Away', 'Rejected');
  await t.deps.pool.query(`UPDATE apps SET frame_status = 'unreachable' WHERE title = 'Away'`);
  await t.deps.pool.query(`UPDATE apps SET status = 'rejected' WHERE title = 'Rejected'`);
  await t.deps.pool.query(
    `UPDATE apps SET description = 'Changed', updated_at = now() WHERE title = 'Edited'`,
  );
  const admin = await t.person('admin');
  const { rows } = await t.deps.pool.query<{ id: string }>(`SELECT id FROM apps WHERE title = 'Again'`);
  // The view was long ago, because approvals have the time of the database.
  await t.deps.pool.query(`UPDATE seen_apps SET last_viewed_at = last_viewed_at - interval '1 day';
    UPDATE apps SET approved_at = approved_at - interval '1 day'`);
  for (const status of ['rejected', 'approved'] as const)
    await t.call(setAppStatus, { params: { id: rows[0]?.id ?? '' }, body: { status } }, admin);
  comeBack();
  expect((await count()).count).toBe(1);
  expect((await feed.page(member, undefined, 'new')).titles.split(' ')[0]).toBe('Again');
});

test('counts no apps that the member hides', async () => {
  await seeOld('Old');
  await approveLater('First', 'Second');
  await t.deps.pool.query(`UPDATE apps SET tags = '{Loud}' WHERE title = 'First'`);
  await t.call(hide, { body: { kind: 'tag', value: 'Loud' } }, member);
  comeBack();
  expect((await count()).count).toBe(1);
});

test('counts at most a hundred apps', { tags: 'long' }, async () => {
  await seeOld('Old');
  await approveLater(...Array.from({ length: NEW_APPS_MAX + 1 }, (_, index) => `New ${index}`));
  comeBack();
  expect((await count()).count).toBe(NEW_APPS_MAX);
});
