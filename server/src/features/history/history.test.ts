import { signup } from '@zapdeck/contract/sign-in/signup';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { sequence } from '../../testing/random.ts';
import { sentBy, planOf, rowsOf } from '../../testing/statement-plans.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
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

describe('the list', () => {
  test('lists each seen app once, latest view first, with the viewer’s vote', async () => {
    const [piano, timer, chess] = await f.addApps('Piano', 'Timer', 'Chess');
    await f.view(member, piano, timer, chess, piano);
    const seenAt = new Date(t.clock.now.getTime() - 1_000).toISOString();
    await t.call(castVote, { body: { appId: timer ?? '', voteType: 'down' } }, member);
    await f.view(await t.person('member'), timer);
    const { titles, entries, total } = await f.read(member);
    expect([titles, total]).toEqual([['Piano', 'Chess', 'Timer'], 3]);
    expect(entries[0]?.seenAt).toBe(seenAt);
    expect(entries.map(({ app }) => app?.userVote?.voteType)).toEqual([undefined, undefined, 'down']);
  });

  test('is returned in pages', async () => {
    const ids = await f.addApps('A', 'B', 'C', 'D', 'E');
    await f.view(member, ...ids);
    const page = await f.read(member, { limit: 2, offset: 2 });
    expect([page.titles, page.total]).toEqual([['C', 'B'], 5]);
  });

  test('keeps the entry of a rejected app without its details', async () => {
    const [piano, timer] = await f.addApps('Piano', 'Timer');
    await f.view(member, piano, timer);
    await t.deps.pool.query(`UPDATE apps SET status = 'rejected' WHERE id = $1`, [piano]);
    const { entries, total } = await f.read(member);
    expect(entries.map(({ appId, app }) => [appId, app?.title])).toEqual([
      [timer, 'Timer'],
      [piano, undefined],
    ]);
    expect(total).toBe(2);
    expect((await f.read(member, { q: 'piano' })).total).toBe(0);
    await t.deps.pool.query('DELETE FROM apps WHERE id = $1', [piano]);
    expect((await f.read(member)).total).toBe(1);
  });

  test('equals a slow reference after random views, votes, rejections and clearings', {
    tags: 'long',
  }, async () => {
    const random = sequence(Number(process.env['SEED'] ?? 7));
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const ids = await f.addApps(...Array.from({ length: 12 }, (_, index) => `App ${index}`));
    const titles = new Map(ids.map((id, index) => [id, `App ${index}`]));
    let seen: string[] = [];
    const rejected = new Set<string>();
    for (let step = 0; step < 60; step += 1) {
      const id = pick(ids);
      const dice = random();
      if (dice < 0.05) {
        await f.clear(member, random() < 0.5);
        seen = [];
      } else if (dice < 0.1) {
        const status = rejected.delete(id) ? 'approved' : 'rejected';
        if (status === 'rejected') rejected.add(id);
        await t.deps.pool.query('UPDATE apps SET status = $2 WHERE id = $1', [id, status]);
      } else if (!rejected.has(id)) {
        await f.view(member, id);
        seen = [id, ...seen.filter((other) => other !== id)];
      }
      const [limit, offset] = [1 + Math.floor(random() * 5), Math.floor(random() * 5)];
      const { entries, total } = await f.read(member, { limit, offset });
      const expected = seen.slice(offset, offset + limit);
      expect(entries.map(({ appId, app }) => [appId, app?.title])).toEqual(
        expected.map((appId) => [appId, rejected.has(appId) ? undefined : titles.get(appId)]),
      );
      expect(total).toBe(seen.length);
      const found = seen.filter((appId) => !rejected.has(appId) && titles.get(appId) === 'App 1');
      const search = await f.read(member, { q: '1', limit, offset: offset % 2 });
      expect(search.entries.map(({ appId }) => appId)).toEqual(found.slice(offset % 2, (offset % 2) + limit));
      expect(search.total).toBe(found.length);
    }
  });

  test('reads list and total in one statement', async () => {
    await f.view(member, ...(await f.addApps('A', 'B', 'C')));
    const sent = await sentBy(t.deps.pool, async () => {
      expect(await f.read(member, { limit: 2, offset: 1 })).toMatchObject({ titles: ['B', 'A'], total: 3 });
    });
    expect(sent.filter(({ text }) => text.includes('"seen_apps"'))).toHaveLength(1);
    expect(await f.read(member, { limit: 2, offset: 3 })).toMatchObject({ titles: [], total: 3 });
  });

  test('reads only the rows of its page, even with 50,000 seen apps', async () => {
    await t.deps.pool.query(
      `ALTER TABLE seen_apps DISABLE TRIGGER USER;
       ALTER TABLE seen_apps DROP CONSTRAINT seen_apps_app_id_apps_id_fk;
       INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
         SELECT '${member.user?.id}', gen_random_uuid(), now() - n * interval '1 minute' FROM generate_series(1, 50000) AS n;
       ANALYZE seen_apps`,
    );
    const sent = await sentBy(t.deps.pool, () => f.read(member, { limit: 30 }));
    const page = sent.find(({ text }) => text.includes('order by "seen_apps"'));
    if (!page) throw new Error('The page was not read');
    const nodes = await planOf(t.deps.pool, page);
    expect(nodes.filter((node) => node['Index Name'] === 'seen_apps_recycle_idx').map(rowsOf)).toContain(30);
    await t.deps.pool.query(
      `DELETE FROM seen_apps WHERE user_id = '${member.user?.id}';
       ALTER TABLE seen_apps ADD CONSTRAINT seen_apps_app_id_apps_id_fk FOREIGN KEY (app_id) REFERENCES apps ON DELETE CASCADE;
       ALTER TABLE seen_apps ENABLE TRIGGER USER`,
    );
  });
});

describe('a guest', () => {
  test('has a history without counted views and interactions, and can clear it', async () => {
    const guest = await t.person('guest');
    const [piano, timer] = await f.addApps('Piano', 'Timer');
    await f.view(guest, piano, timer);
    expect(await f.read(guest)).toMatchObject({ titles: ['Timer', 'Piano'], total: 2 });
    expect([await f.viewsOf(piano), await f.unseen(guest)]).toEqual([0, '']);
    const { rows } = await t.deps.pool.query('SELECT FROM user_app_interactions WHERE user_id = $1', [
      guest.user?.id,
    ]);
    expect(rows).toEqual([]);
    await f.clear(guest, true);
    expect([(await f.read(guest)).total, await f.unseen(guest)]).toEqual([0, 'Timer Piano']);
  });

  test('keeps the history at sign-up', async () => {
    const guest = await t.person('guest');
    const [piano] = await f.addApps('Piano');
    await f.view(guest, piano);
    const body = {
      email: `${newId()}@example.org`,
      firstName: 'Robin',
      password: TEST_PASSWORD,
      confirmPassword: TEST_PASSWORD,
    };
    const { setCookie } = await t.call(signup, { body }, guest);
    expect((await f.read({ user: null, cookies: setCookie })).titles).toEqual(['Piano']);
  });
});
