import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { VIEW_WINDOW_MS } from '@zapdeck/contract/feed/interactions';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from '../feed/feed.fixture.ts';
import { type HistoryFixture, historyFixture } from './history.fixture.ts';

let t: TestApp;
let feed: FeedFixture;
let f: HistoryFixture;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
  f = historyFixture(t, feed);
});
afterAll(() => t.close());
beforeEach(async () => {
  await feed.reset();
  member = await t.person('member');
});

describe('clearing', () => {
  test('keeps the apps seen, and a later view adds its app again', async () => {
    const [piano, timer] = await f.addApps('Piano', 'Timer');
    const other = await t.person('member');
    await f.view(member, piano, timer);
    await f.view(other, piano);
    expect((await f.clear(member, false)).status).toBe(204);
    expect(await f.read(member)).toMatchObject({ titles: [], total: 0 });
    expect((await f.read(other)).titles).toEqual(['Piano']);
    expect(await f.unseen(member)).toBe('');
    await f.view(member, piano);
    expect((await f.read(member)).titles).toEqual(['Piano']);
  });

  test('marks the apps as unseen on request, without changing numbers', async () => {
    const [piano, timer] = await f.addApps('Piano', 'Timer');
    await f.view(member, piano, timer);
    await t.call(castVote, { body: { appId: piano ?? '', voteType: 'up' } }, member);
    const before = [await t.readApp(piano ?? ''), await t.readApp(timer ?? '')];
    expect((await f.clear(member, true)).status).toBe(204);
    expect([await t.readApp(piano ?? ''), await t.readApp(timer ?? '')]).toEqual(before);
    expect((await f.read(member)).total).toBe(0);
    expect(await f.unseen(member)).toBe('Timer Piano');
    const counted = await t.deps.pool.query('SELECT seen FROM seen_counts WHERE user_id = $1', [
      member.user?.id,
    ]);
    expect(counted.rows).toEqual([{ seen: 0 }]);
    await f.view(member, timer);
    expect((await f.read(member)).titles).toEqual(['Timer']);
    expect(await f.unseen(member)).toBe('Piano');
  });

  test('does not count a view twice in the view window', async () => {
    const [piano] = await f.addApps('Piano');
    await f.view(member, piano);
    for (const times of [1, 2]) {
      t.clock.advance(VIEW_WINDOW_MS / 3);
      await f.clear(member, true);
      if (times === 2) await f.clear(member, true);
      await f.view(member, piano);
      expect(await f.viewsOf(piano)).toBe(1);
    }
    t.clock.advance(VIEW_WINDOW_MS / 3);
    await f.view(member, piano);
    expect(await f.viewsOf(piano)).toBe(2);
  });

  test('includes views that another node stored with a clock that is ahead', async () => {
    const [piano] = await f.addApps('Piano');
    t.clock.advance(5_000);
    await f.view(member, piano);
    t.clock.advance(-6_000);
    await f.clear(member, false);
    expect((await f.read(member)).total).toBe(0);
  });

  test('is ordered with concurrent views of another tab, and keeps the count of seen apps', async () => {
    const ids = await f.addApps(...'ABCDEFGHIJ'.split(''));
    for (let round = 0; round < 6; round += 1) {
      const acts = ids.map((id) => f.view(member, id));
      await Promise.all([...acts, f.clear(member, true), f.clear(member, round % 2 === 0)]);
      const { rows } = await t.deps.pool.query(
        `SELECT seen = (SELECT count(*) FROM seen_apps WHERE user_id = $1) AS equal FROM seen_counts WHERE user_id = $1`,
        [member.user?.id],
      );
      expect(rows).toEqual([{ equal: true }]);
      expect((await f.read(member)).total).toBeLessThanOrEqual(ids.length);
    }
    await f.clear(member, true);
    expect([(await f.read(member)).total, (await f.unseen(member)).split(' ').length]).toEqual([0, 10]);
  });

  test('includes a view that is stored while it waits for the user', async () => {
    const [piano] = await f.addApps('Piano');
    const later = new Date(t.clock.now.getTime() + 5_000).toISOString();
    await f.whileHeld(
      `SELECT FROM record_viewed_apps('${member.user?.id}', NULL, '${later}', '${later}', '30 minutes', ARRAY[gen_random_uuid()], ARRAY['${piano}'::uuid], ARRAY['view'::interaction_type], ARRAY[0], NULL)`,
      () => f.clear(member, false),
    );
    expect(await f.read(member)).toMatchObject({ total: 0 });
    expect(await f.unseen(member)).toBe('');
  });

  test('locks no seen app while it waits for a reset', async () => {
    const [piano] = await f.addApps('Piano');
    await f.view(member, piano);
    await f.whileHeld(
      'LOCK TABLE apps IN EXCLUSIVE MODE',
      () => f.clear(member, true),
      'DELETE FROM seen_apps',
    );
    expect((await f.read(member)).total).toBe(0);
  });

  test('does not deadlock with deletions of makers', { tags: 'long' }, async () => {
    for (let round = 0; round < 20; round += 1) {
      const maker = await t.person('member');
      // The rows of the viewer are in the opposite order of the apps, and so are those that the deletion finds.
      await t.deps.pool.query(
        `WITH made AS (
           INSERT INTO apps (id, title, description, url, category, status, submitted_by)
           SELECT gen_random_uuid(), 'App', 'Made.', 'https://' || gen_random_uuid() || '.example.org/', 'News', 'rejected', $1
           FROM generate_series(1, 60) RETURNING id)
         SELECT FROM made`,
        [maker.user?.id],
      );
      await t.deps.pool.query(
        `INSERT INTO seen_apps (user_id, app_id) SELECT $1, id FROM apps WHERE submitted_by = $2 ORDER BY ctid DESC`,
        [member.user?.id, maker.user?.id],
      );
      const answers = await Promise.all([
        f.clear(member, true),
        t.call(deleteAccount, { body: { email: maker.user?.email ?? '' } }, maker),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    }
  });

  test('is rejected for another user than that of the session', async () => {
    const [piano] = await f.addApps('Piano');
    await f.view(member, piano);
    const other = await t.person('member');
    expect(await f.clear(member, true, { userId: other.user?.id ?? '' })).toMatchObject({
      status: 409,
      error: { code: 'session_changed' },
    });
    expect((await f.read(member)).total).toBe(1);
  });
});
