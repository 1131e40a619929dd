import { deleteAccount } from '@zapdeck/contract/account';
import { TOTAL_COUNT_HEADER } from '@zapdeck/contract/feed';
import { clearHistory, readHistory } from '@zapdeck/contract/history';
import { BATCH_WAIT_MAX_MS, recordInteractions, VIEW_WINDOW_MS } from '@zapdeck/contract/interactions';
import { signup } from '@zapdeck/contract/signup';
import { castVote } from '@zapdeck/contract/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { sequence } from '../../testing/random.ts';
import { sentBy, planOf, rowsOf } from '../../testing/statement-plans.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { type FeedFixture, feedFixture } from '../feed/feed.fixture.ts';

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
  member = await t.person('member');
});

/** Views apps one after the other. */
async function view(person: Person, ...appIds: (string | undefined)[]): Promise<void> {
  for (const appId of appIds) {
    t.clock.advance(1_000);
    const interactions = [{ appId: appId ?? '', interactionType: 'view' as const, duration: 1_000 }];
    const { status } = await t.call(recordInteractions, { body: { interactions, batchId: newId() } }, person);
    expect(status).toBe(201);
  }
  t.clock.advance(1_000);
}

async function addApps(...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) ids.push((await t.addApp({ title })).id);
  return ids;
}

async function read(person: Person, query: { q?: string; limit?: number; offset?: number } = {}) {
  const { status, body, headers } = await t.call(readHistory, { query }, person);
  expect(status).toBe(200);
  return {
    titles: body.map(({ app }) => app?.title),
    entries: body,
    total: Number(headers[TOTAL_COUNT_HEADER]),
  };
}

/** Calls `act`, which must wait for the locks of the statement, and then commits, after `last` if given. */
async function whileHeld(
  statement: string,
  act: () => Promise<{ status: number }>,
  last = 'SELECT',
): Promise<void> {
  const other = await t.deps.pool.connect();
  try {
    await other.query(`BEGIN; SET LOCAL lock_timeout = 500; ${statement}`);
    const acting = act();
    await untilBlocked(t.deps.pool);
    await other.query(`${last}; COMMIT`);
    expect((await acting).status).toBe(204);
  } finally {
    other.release(true);
  }
}

const clear = (person: Person, dealAgain: boolean, as: { userId?: string } = {}) =>
  t.call(clearHistory, { body: { dealAgain, ...as } }, person);

const unseen = async (person: Person) => (await feed.page(person, undefined, 'unseen')).titles;
const viewsOf = async (id: string | undefined) => (await t.readApp(id ?? '')).views;

describe('the list', () => {
  test('has each seen app once, the latest view first, with the own vote', async () => {
    const [piano, timer, chess] = await addApps('Piano', 'Timer', 'Chess');
    await view(member, piano, timer, chess, piano);
    const seenAt = new Date(t.clock.now.getTime() - 1_000).toISOString();
    await t.call(castVote, { body: { appId: timer ?? '', voteType: 'down' } }, member);
    await view(await t.person('member'), timer);
    const { titles, entries, total } = await read(member);
    expect([titles, total]).toEqual([['Piano', 'Chess', 'Timer'], 3]);
    expect(entries[0]?.seenAt).toBe(seenAt);
    expect(entries.map(({ app }) => app?.userVote?.voteType)).toEqual([undefined, undefined, 'down']);
  });

  test('is returned in pages', async () => {
    const ids = await addApps('A', 'B', 'C', 'D', 'E');
    await view(member, ...ids);
    const page = await read(member, { limit: 2, offset: 2 });
    expect([page.titles, page.total]).toEqual([['C', 'B'], 5]);
  });

  test('keeps the entry of a rejected app, without its details', async () => {
    const [piano, timer] = await addApps('Piano', 'Timer');
    await view(member, piano, timer);
    await t.deps.pool.query(`UPDATE apps SET status = 'rejected' WHERE id = $1`, [piano]);
    const { entries, total } = await read(member);
    expect(entries.map(({ appId, app }) => [appId, app?.title])).toEqual([
      [timer, 'Timer'],
      [piano, undefined],
    ]);
    expect(total).toBe(2);
    expect((await read(member, { q: 'piano' })).total).toBe(0);
    await t.deps.pool.query('DELETE FROM apps WHERE id = $1', [piano]);
    expect((await read(member)).total).toBe(1);
  });

  test.each(['iano', 'PIANO', 'octaves', 'chords', 'music'])('finds an app by “%s”', async (q) => {
    const tags = ['Chords', 'Free'];
    const { id } = await t.addApp({ title: 'Tiny Piano', description: 'Two octaves.', tags });
    const other = await t.addApp({ title: 'Timer', description: '100 %', tags: [], category: 'Games' });
    await view(member, id, other.id);
    expect(await read(member, { q })).toMatchObject({ titles: ['Tiny Piano'], total: 1 });
    expect((await read(member, { q: '0 %' })).titles).toEqual(['Timer']);
    expect((await read(member, { q: '_' })).titles).toEqual([]);
  });

  test('is equal to a slow reference after random views, votes, rejections and clearings', async () => {
    const random = sequence(Number(process.env['SEED'] ?? 7));
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const ids = await addApps(...Array.from({ length: 12 }, (_, index) => `App ${index}`));
    const titles = new Map(ids.map((id, index) => [id, `App ${index}`]));
    let seen: string[] = [];
    const rejected = new Set<string>();
    for (let step = 0; step < 60; step += 1) {
      const id = pick(ids);
      const dice = random();
      if (dice < 0.05) {
        await clear(member, random() < 0.5);
        seen = [];
      } else if (dice < 0.1) {
        const status = rejected.delete(id) ? 'approved' : 'rejected';
        if (status === 'rejected') rejected.add(id);
        await t.deps.pool.query('UPDATE apps SET status = $2 WHERE id = $1', [id, status]);
      } else if (!rejected.has(id)) {
        await view(member, id);
        seen = [id, ...seen.filter((other) => other !== id)];
      }
      const [limit, offset] = [1 + Math.floor(random() * 5), Math.floor(random() * 5)];
      const { entries, total } = await read(member, { limit, offset });
      const expected = seen.slice(offset, offset + limit);
      expect(entries.map(({ appId, app }) => [appId, app?.title])).toEqual(
        expected.map((appId) => [appId, rejected.has(appId) ? undefined : titles.get(appId)]),
      );
      expect(total).toBe(seen.length);
      const found = seen.filter((appId) => !rejected.has(appId) && titles.get(appId)?.includes('1'));
      expect((await read(member, { q: '1' })).entries.map(({ appId }) => appId)).toEqual(found);
    }
  });

  test('is read with its total in one statement', async () => {
    await view(member, ...(await addApps('A', 'B', 'C')));
    const sent = await sentBy(t.deps.pool, async () => {
      expect(await read(member, { limit: 2, offset: 1 })).toMatchObject({ titles: ['B', 'A'], total: 3 });
    });
    expect(sent.filter(({ text }) => text.includes('"seen_apps"'))).toHaveLength(1);
    expect(await read(member, { limit: 2, offset: 3 })).toMatchObject({ titles: [], total: 3 });
  });

  test('reads the rows of its page only, of 50,000 seen apps', async () => {
    await t.deps.pool.query(
      `ALTER TABLE seen_apps DISABLE TRIGGER USER;
       ALTER TABLE seen_apps DROP CONSTRAINT seen_apps_app_id_apps_id_fk;
       INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
         SELECT '${member.user?.id}', gen_random_uuid(), now() - n * interval '1 minute' FROM generate_series(1, 50000) AS n;
       ANALYZE seen_apps`,
    );
    const sent = await sentBy(t.deps.pool, () => read(member, { limit: 30 }));
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

describe('a view that arrives late', () => {
  const HOUR_MS = 3_600_000;
  const viewLate = async (appId: string | undefined, ageMs: number, person = member) => {
    const interactions = [{ appId: appId ?? '', interactionType: 'view' as const, duration: 1_000 }];
    return t.call(recordInteractions, { body: { interactions, batchId: newId(), ageMs } }, person);
  };
  const seenAgo = async () => {
    const now = t.clock.now.getTime();
    return (await read(member)).entries.map(({ app, seenAt }) => [app?.title, now - Date.parse(seenAt)]);
  };

  test('is listed at the time at which it was made', async () => {
    const [piano, timer] = await addApps('Piano', 'Timer');
    await view(member, timer);
    expect((await viewLate(piano, 3 * HOUR_MS)).status).toBe(201);
    expect(await seenAgo()).toEqual([
      ['Timer', 1_000],
      ['Piano', 3 * HOUR_MS],
    ]);
    const counted = await t.deps.pool.query('SELECT day FROM daily_views WHERE app_id = $1', [piano]);
    expect(counted.rows).toHaveLength(1);
  });

  test('does not move an app back that was viewed again since', async () => {
    const [piano] = await addApps('Piano');
    await view(member, piano);
    await viewLate(piano, HOUR_MS);
    expect(await seenAgo()).toEqual([['Piano', 1_000]]);
  });

  test('is not listed if the history was cleared since', async () => {
    const [piano] = await addApps('Piano');
    await clear(member, false);
    t.clock.advance(1_000);
    await viewLate(piano, 2_000);
    expect(await read(member)).toMatchObject({ titles: [], total: 0 });
    await viewLate(piano, 500);
    expect((await read(member)).titles).toEqual(['Piano']);
  });

  test.each(['member', 'guest'] as const)(
    'of a %s before “deal again” does not make its app seen',
    async (kind) => {
      const person = await t.person(kind);
      const [piano, timer] = await addApps('Piano', 'Timer');
      await view(person, timer);
      await clear(person, true);
      t.clock.advance(1_000);
      const late = await viewLate(piano, 2_000, person);
      expect([late.status, await unseen(person)]).toEqual([201, 'Timer Piano']);
      await viewLate(timer, 500, person);
      expect(await unseen(person)).toBe('Piano');
    },
  );

  test('before “deal again” counts once in the view window', async () => {
    const [piano] = await addApps('Piano');
    await clear(member, true);
    t.clock.advance(1_000);
    await viewLate(piano, 2_000);
    await viewLate(piano, 2_000);
    await view(member, piano);
    expect(await viewsOf(piano)).toBe(1);
    t.clock.advance(VIEW_WINDOW_MS);
    await view(member, piano);
    expect(await viewsOf(piano)).toBe(2);
  });

  test('was made at most as long ago as a batch waits, and not in the future', async () => {
    const [piano, timer] = await addApps('Piano', 'Timer');
    await viewLate(piano, 30 * 24 * HOUR_MS);
    expect(await seenAgo()).toEqual([['Piano', BATCH_WAIT_MAX_MS]]);
    expect((await viewLate(timer, -1)).status).toBe(400);
  });
});

describe('clearing', () => {
  test('leaves the apps seen, and a later view brings its app back', async () => {
    const [piano, timer] = await addApps('Piano', 'Timer');
    const other = await t.person('member');
    await view(member, piano, timer);
    await view(other, piano);
    expect((await clear(member, false)).status).toBe(204);
    expect(await read(member)).toMatchObject({ titles: [], total: 0 });
    expect((await read(other)).titles).toEqual(['Piano']);
    expect(await unseen(member)).toBe('');
    await view(member, piano);
    expect((await read(member)).titles).toEqual(['Piano']);
  });

  test('makes the apps new on request, and changes no numbers', async () => {
    const [piano, timer] = await addApps('Piano', 'Timer');
    await view(member, piano, timer);
    await t.call(castVote, { body: { appId: piano ?? '', voteType: 'up' } }, member);
    const before = [await t.readApp(piano ?? ''), await t.readApp(timer ?? '')];
    expect((await clear(member, true)).status).toBe(204);
    expect([await t.readApp(piano ?? ''), await t.readApp(timer ?? '')]).toEqual(before);
    expect((await read(member)).total).toBe(0);
    expect(await unseen(member)).toBe('Timer Piano');
    const counted = await t.deps.pool.query('SELECT seen FROM seen_counts WHERE user_id = $1', [
      member.user?.id,
    ]);
    expect(counted.rows).toEqual([{ seen: 0 }]);
    await view(member, timer);
    expect((await read(member)).titles).toEqual(['Timer']);
    expect(await unseen(member)).toBe('Piano');
  });

  test('does not count a view twice in the view window', async () => {
    const [piano] = await addApps('Piano');
    await view(member, piano);
    for (const times of [1, 2]) {
      t.clock.advance(VIEW_WINDOW_MS / 3);
      await clear(member, true);
      if (times === 2) await clear(member, true);
      await view(member, piano);
      expect(await viewsOf(piano)).toBe(1);
    }
    t.clock.advance(VIEW_WINDOW_MS / 3);
    await view(member, piano);
    expect(await viewsOf(piano)).toBe(2);
  });

  test('covers views that another node stored with a clock that is ahead', async () => {
    const [piano] = await addApps('Piano');
    t.clock.advance(5_000);
    await view(member, piano);
    t.clock.advance(-6_000);
    await clear(member, false);
    expect((await read(member)).total).toBe(0);
  });

  test('comes before or after a view of another tab, and keeps the count of seen apps', async () => {
    const ids = await addApps(...'ABCDEFGHIJ'.split(''));
    for (let round = 0; round < 6; round += 1) {
      const acts = ids.map((id) => view(member, id));
      await Promise.all([...acts, clear(member, true), clear(member, round % 2 === 0)]);
      const { rows } = await t.deps.pool.query(
        `SELECT seen = (SELECT count(*) FROM seen_apps WHERE user_id = $1) AS equal FROM seen_counts WHERE user_id = $1`,
        [member.user?.id],
      );
      expect(rows).toEqual([{ equal: true }]);
      expect((await read(member)).total).toBeLessThanOrEqual(ids.length);
    }
    await clear(member, true);
    expect([(await read(member)).total, (await unseen(member)).split(' ').length]).toEqual([0, 10]);
  });

  test('covers a view that is stored while it waits for the user', async () => {
    const [piano] = await addApps('Piano');
    const later = new Date(t.clock.now.getTime() + 5_000).toISOString();
    await whileHeld(
      `SELECT FROM record_viewed_apps('${member.user?.id}', NULL, '${later}', '${later}', '30 minutes', ARRAY[gen_random_uuid()], ARRAY['${piano}'::uuid], ARRAY['view'::interaction_type], ARRAY[0])`,
      () => clear(member, false),
    );
    expect(await read(member)).toMatchObject({ total: 0 });
    expect(await unseen(member)).toBe('');
  });

  test('locks no seen app while it waits for a reset of all numbers', async () => {
    const [piano] = await addApps('Piano');
    await view(member, piano);
    await whileHeld('LOCK TABLE apps IN EXCLUSIVE MODE', () => clear(member, true), 'DELETE FROM seen_apps');
    expect((await read(member)).total).toBe(0);
  });

  test('and deletions of makers at the same time do not wait for each other', async () => {
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
        clear(member, true),
        t.call(deleteAccount, { body: { email: maker.user?.email ?? '' } }, maker),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
    }
  });

  test('is rejected for another user than the one of the session', async () => {
    const [piano] = await addApps('Piano');
    await view(member, piano);
    const other = await t.person('member');
    expect(await clear(member, true, { userId: other.user?.id ?? '' })).toMatchObject({
      status: 409,
      error: { code: 'session_changed' },
    });
    expect((await read(member)).total).toBe(1);
  });
});

describe('a guest', () => {
  test('has a history without views and interactions, and clears it', async () => {
    const guest = await t.person('guest');
    const [piano, timer] = await addApps('Piano', 'Timer');
    await view(guest, piano, timer);
    expect(await read(guest)).toMatchObject({ titles: ['Timer', 'Piano'], total: 2 });
    expect([await viewsOf(piano), await unseen(guest)]).toEqual([0, '']);
    const { rows } = await t.deps.pool.query('SELECT FROM user_app_interactions WHERE user_id = $1', [
      guest.user?.id,
    ]);
    expect(rows).toEqual([]);
    await clear(guest, true);
    expect([(await read(guest)).total, await unseen(guest)]).toEqual([0, 'Timer Piano']);
  });

  test('keeps the history at sign-up', async () => {
    const guest = await t.person('guest');
    const [piano] = await addApps('Piano');
    await view(guest, piano);
    const body = {
      email: `${newId()}@example.org`,
      firstName: 'Robin',
      password: TEST_PASSWORD,
      confirmPassword: TEST_PASSWORD,
    };
    const { setCookie } = await t.call(signup, { body }, guest);
    expect((await read({ user: null, cookies: setCookie })).titles).toEqual(['Piano']);
  });
});
