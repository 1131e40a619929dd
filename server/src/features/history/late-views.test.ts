import { BATCH_WAIT_MAX_MS, recordInteractions, VIEW_WINDOW_MS } from '@zapdeck/contract/feed/interactions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
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

describe('a view that arrives late', () => {
  const HOUR_MS = 3_600_000;
  const viewLate = async (appId: string | undefined, ageMs: number, person = member) => {
    const interactions = [{ appId: appId ?? '', interactionType: 'view' as const, duration: 1_000 }];
    return t.call(recordInteractions, { body: { interactions, batchId: newId(), ageMs } }, person);
  };
  const seenAgo = async () => {
    const now = t.clock.now.getTime();
    return (await f.read(member)).entries.map(({ app, seenAt }) => [app?.title, now - Date.parse(seenAt)]);
  };

  test('is listed with the time at which it was made', async () => {
    const [piano, timer] = await f.addApps('Piano', 'Timer');
    await f.view(member, timer);
    expect((await viewLate(piano, 3 * HOUR_MS)).status).toBe(201);
    expect(await seenAgo()).toEqual([
      ['Timer', 1_000],
      ['Piano', 3 * HOUR_MS],
    ]);
    const counted = await t.deps.pool.query('SELECT day FROM daily_views WHERE app_id = $1', [piano]);
    expect(counted.rows).toHaveLength(1);
  });

  test('does not move an app back that was viewed again since', async () => {
    const [piano] = await f.addApps('Piano');
    await f.view(member, piano);
    await viewLate(piano, HOUR_MS);
    expect(await seenAgo()).toEqual([['Piano', 1_000]]);
  });

  test('is not listed if the history was cleared since', async () => {
    const [piano] = await f.addApps('Piano');
    await f.clear(member, false);
    t.clock.advance(1_000);
    await viewLate(piano, 2_000);
    expect(await f.read(member)).toMatchObject({ titles: [], total: 0 });
    await viewLate(piano, 500);
    expect((await f.read(member)).titles).toEqual(['Piano']);
  });

  test.each(['member', 'guest'] as const)(
    'does not mark the app of a %s as seen after “deal again”',
    async (kind) => {
      const person = await t.person(kind);
      const [piano, timer] = await f.addApps('Piano', 'Timer');
      await f.view(person, timer);
      await f.clear(person, true);
      t.clock.advance(1_000);
      const late = await viewLate(piano, 2_000, person);
      expect([late.status, await f.unseen(person)]).toEqual([201, 'Timer Piano']);
      await viewLate(timer, 500, person);
      expect(await f.unseen(person)).toBe('Piano');
    },
  );

  test('from before “deal again” counts once in the view window', async () => {
    const [piano] = await f.addApps('Piano');
    await f.clear(member, true);
    t.clock.advance(1_000);
    await viewLate(piano, 2_000);
    await viewLate(piano, 2_000);
    await f.view(member, piano);
    expect(await f.viewsOf(piano)).toBe(1);
    t.clock.advance(VIEW_WINDOW_MS);
    await f.view(member, piano);
    expect(await f.viewsOf(piano)).toBe(2);
  });

  test('is dated within the time that a batch can wait, and not in the future', async () => {
    const [piano, timer] = await f.addApps('Piano', 'Timer');
    await viewLate(piano, 30 * 24 * HOUR_MS);
    expect(await seenAgo()).toEqual([['Piano', BATCH_WAIT_MAX_MS]]);
    expect((await viewLate(timer, -1)).status).toBe(400);
  });
});
