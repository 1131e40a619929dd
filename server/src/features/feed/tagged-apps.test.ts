import { deleteApp } from '@zapdeck/contract/apps/admin-app';
import { editApp, setAppStatus } from '@zapdeck/contract/apps/apps';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { storeUpload } from '../listings/files/bulk-upload.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';

/** Up to this number of apps, those of a tag are looked up. */
const RARE_MAX = 3_000;

let t: TestApp;
let feed: FeedFixture;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await feed.reset();
  admin = await t.person('admin');
});

async function readTags(sql: string): Promise<string[]> {
  const { rows } = await t.deps.pool.query<{ tag: string }>(sql);
  return rows.map(({ tag }) => tag);
}

/** Returns the stored tags as `TITLE TAG`. Expects those of `apps`. */
async function tagged(): Promise<string[]> {
  const stored = await readTags(
    "SELECT concat(title, ' ', tag) AS tag FROM app_tags LEFT JOIN apps ON apps.id = app_id ORDER BY 1",
  );
  const expected = await readTags(
    "SELECT DISTINCT concat(title, ' ', tag) AS tag FROM apps, unnest(tags) AS tag ORDER BY 1",
  );
  expect(stored).toEqual(expected);
  return stored;
}

test('app_tags has the tags of all apps after uploads, edits, decisions and deletions', async () => {
  const one = await t.addApp({ title: 'one', tags: ['Free', 'New'] });
  await t.addApp({ title: 'two', tags: ['Free', 'Free'] });
  const row = { description: 'One', category: 'Games' as const, language: null, thumbnailUrl: null };
  const rows = ['u1', 'u2'].map((title) => ({
    ...row,
    title,
    url: `https://${title}.example/`,
    tags: [title],
  }));
  const adminId = admin.user?.id ?? '';
  await storeUpload(
    t.deps.db,
    { rows, fileName: 'apps.csv', submittedBy: adminId, hasFirstViews: false },
    { actorId: adminId, now: t.clock.now },
  );
  expect(await tagged()).toEqual(['one Free', 'one New', 'two Free', 'u1 u1', 'u2 u2']);

  const params = { id: one.id };
  await t.call(editApp, { params, body: { tags: ['New', 'Open Source'] } }, admin);
  expect(await tagged()).toEqual(['one New', 'one Open Source', 'two Free', 'u1 u1', 'u2 u2']);
  for (const status of ['rejected', 'approved'] as const)
    expect((await t.call(setAppStatus, { params, body: { status } }, admin)).status).toBe(200);
  expect(await tagged()).toHaveLength(5);

  const updatedAt = (await t.readApp(one.id)).updatedAt.toISOString();
  expect((await t.call(deleteApp, { params, body: { updatedAt } }, admin)).status).toBe(200);
  await t.deps.pool.query("DELETE FROM apps WHERE title LIKE 'u_'");
  expect(await tagged()).toEqual(['two Free']);
});

test('the deck of a tag keeps the order of best when the tag becomes common', { tags: 'long' }, async () => {
  await feed.set({ algorithmType: 'semi_simple', appsPerPage: 2 });
  await t.deps.pool.query(
    `INSERT INTO apps (id, title, description, url, tags, status, upvotes)
     SELECT gen_random_uuid(), place, 'One of many', 'https://' || place || '.example/', '{Free}', 'approved', 9999 - place
     FROM generate_series(1, ${RARE_MAX}) AS place`,
  );
  await t.addApp({ title: 'other', upvotes: 99_999 });
  const member = await t.person('member');
  const first = await feed.page(member, undefined, 'tag:Free');
  const second = await feed.page(member, first.next, 'tag:Free');
  await t.addApp({ title: 'more', tags: ['Free'], upvotes: 99_999 });
  await t.deps.pool.query('TRUNCATE hands');
  const third = await feed.page(member, second.next, 'tag:Free');
  expect([first.titles, second.titles, third.titles]).toEqual(['1 2', '3 4', 'more 5']);
  expect((await feed.page(member, undefined, 'tag:Free')).titles).toBe('more 1');
});
