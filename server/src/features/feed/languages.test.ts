import { accountStatus } from '@zapdeck/contract/accounts/account';
import { setReadLanguages } from '@zapdeck/contract/wire/language-choices';
import { listDecks } from '@zapdeck/contract/feed/deck-list';
import { plainDecks } from '@zapdeck/contract/feed/decks';
import { countNewApps } from '@zapdeck/contract/apps/new-apps';
import { feedPreview } from '@zapdeck/contract/pictures/previews';
import { defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';
import { READ_MAX } from './candidates.ts';

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
  await feed.set({ appsPerPage: 2, categoryDiversityEnabled: false });
  member = await t.person('member');
});

const languages: Record<string, string> = { d: 'de', e: 'en', f: 'fr' };

/** Adds approved apps, best one first. The letter is that of the language: German, English, French, or none that is known. */
async function add(list: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const [index, title] of list.split(' ').entries()) {
    const language = languages[title.charAt(0)] ?? null;
    const app = await t.addApp({ title, language, category: 'Games', upvotes: 100 - index, views: 100 });
    ids.set(title, app.id);
  }
  return ids;
}

async function choose(chosen: string[] | null, person = member): Promise<void> {
  expect((await t.call(setReadLanguages, { body: { languages: chosen } }, person)).status).toBe(204);
}

const deal = async (deck?: string) => (await feed.deal(member, deck)).join(' ').trim();

describe('the choice of languages', () => {
  test('stores each language once, and can be removed', async () => {
    const read = async () => (await t.call(accountStatus, {}, member)).body.readsLanguages;
    expect(await read()).toBeNull();
    await choose(['de', 'zh-Hant', 'de']);
    expect(await read()).toEqual(['de', 'zh-Hant']);
    await choose(null);
    expect(await read()).toBeNull();
  });

  test.each([[[]], [['xx']], [['de-AT']], ['de'], [undefined]])('rejects %j', async (chosen) => {
    const answer = await t.call(setReadLanguages, { body: { languages: chosen as never } }, member);
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
  });

  test('is available only to members', async () => {
    const body = { languages: ['de'] };
    expect((await t.call(setReadLanguages, { body }, visitor)).status).toBe(401);
    expect((await t.call(setReadLanguages, { body }, await t.person('guest'))).status).toBe(403);
  });
});

describe('a deck of a member who has chosen languages', () => {
  test('deals apps in other languages last, keeps the order of both parts, and fills pages', async () => {
    await add('e1 d2 e3 n4 f5 e6 d7');
    await choose(['de']);
    expect(await feed.deal(member)).toEqual(['d2 n4', 'd7 e1', 'e3 f5', 'e6']);
    await choose(['en', 'fr']);
    expect(await feed.deal(member)).toEqual(['e1 e3', 'n4 f5', 'e6 d2', 'd7']);
    await choose(null);
    expect(await feed.deal(member)).toEqual(['e1 d2', 'e3 n4', 'f5 e6', 'd7']);
  });

  test('deals all apps if none is in these languages, and ends if all are', async () => {
    await add('e1 e2 e3');
    await choose(['ja']);
    expect(await deal()).toBe('e1 e2 e3');
    await choose(['en']);
    expect(await feed.deal(member)).toEqual(['e1 e2', 'e3']);
  });

  const keepsOrder = async (deck: string) => {
    await feed.set({ appsPerPage: 3, algorithmType: 'simple' });
    const letters = 'e d n e e d e f e d f e e n e'.split(' ');
    const names = Array.from({ length: 60 }, (_, index) => `${letters[index % letters.length]}${index}`);
    const ids = await add(names.join(' '));
    await t.deps.pool.query("INSERT INTO trending_scores SELECT id, 0.5 FROM apps WHERE title LIKE '%1'");
    await t.deps.pool.query(
      "INSERT INTO daily_picks SELECT date '2026-01-01' + row_number() OVER ()::int, id, now() FROM apps",
    );
    for (const appId of ids.values()) {
      t.clock.advance(10);
      await t.call(castVote, { body: { appId, voteType: 'up' } }, member);
    }
    const all = (await deal(deck)).split(' ');
    expect(all).toHaveLength(60);
    await choose(['de', 'fr']);
    const isRead = (title: string) => !title.startsWith('e');
    expect((await deal(deck)).split(' ')).toEqual([
      ...all.filter(isRead),
      ...all.filter((title) => !isRead(title)),
    ]);
  };
  const keepsOrderOf = 'of the kind %s keeps the order of both parts over several hands';
  test.each(plainDecks.slice(0, 2))(keepsOrderOf, keepsOrder);
  test.each(plainDecks.slice(2))(keepsOrderOf, { tags: 'long' }, keepsOrder);

  test.each(['category:games', 'tag:Free', 'maker:reads-much'])(
    'of the kind %s also has both parts',
    async (deck) => {
      await add('e1 d2 e3 d4');
      const { rows } = await t.deps.pool.query<{ id: string }>(
        "UPDATE apps SET tags = '{Free}' RETURNING submitted_by AS id",
      );
      await t.deps.pool.query('UPDATE apps SET submitted_by = $1', [rows[0]?.id ?? member.user?.id]);
      await t.deps.pool.query('UPDATE users SET handle = NULL');
      await t.deps.pool.query(
        "UPDATE users SET handle = 'reads-much' WHERE id IN (SELECT submitted_by FROM apps)",
      );
      await choose(['de']);
      expect(await deal(deck)).toBe('d2 d4 e1 e3');
    },
  );

  test('keeps the order of hits in a search', async () => {
    await add('e1 d2 e3');
    const before = await deal('search:games');
    expect(before.split(' ')).toHaveLength(3);
    await choose(['de']);
    expect(await deal('search:games')).toBe(before);
  });

  test.each(['normal', 'semi_simple'] as const)(
    'deals seen apps last in each part under %s',
    async (type) => {
      await feed.set({ algorithmType: type, recycledContentThreshold: 100 });
      const ids = await add('e1 d2 e3 d4');
      await feed.see(member, ids.get('e1'), ids.get('d2'));
      await choose(['de']);
      expect(await deal()).toBe('d4 d2 e3 e1');
    },
  );

  test('deals unreachable apps last, those in its languages first', async () => {
    await add('e1 d2 e3 d4');
    await t.deps.pool.query("UPDATE apps SET frame_status = 'unreachable' WHERE title IN ('e1', 'd4')");
    await choose(['de']);
    expect(await deal()).toBe('d2 e3 d4 e1');
  });

  test('reserves places for newcomers in other languages among the others', async () => {
    await feed.set({ appsPerPage: 5 });
    await add('d1 d2 d3 d4 d5 e6 e7 e8 e9 e10 d11');
    await addBudgets(t.deps.pool, "title IN ('e10', 'd11')");
    await choose(['de']);
    expect(await feed.deal(member)).toEqual(['d1 d2 d11 d3 d4', 'd5 e6 e7 e10 e8', 'e9']);
  });

  test('gives true reasons', async () => {
    await feed.set({ recycledContentThreshold: 100, appsPerPage: 8 });
    const ids = await add('e1 d2 e3 d4 e5');
    await feed.see(member, ids.get('e1'), ids.get('d2'));
    await t.deps.pool.query("UPDATE apps SET frame_status = 'unreachable' WHERE title = 'e5'");
    await choose(['de']);
    const { body } = await t.call(
      feedPreview,
      { query: { ...defaultAlgorithm, appsPerPage: 8, user: member.user?.id ?? '' } },
      await t.person('admin'),
    );
    expect(body.map(({ title, reason }) => `${title} ${reason}`)).toEqual([
      'd4 fresh',
      'd2 recycled',
      'e3 fresh',
      'e1 recycled',
    ]);
    await feed.set({ appsPerPage: 2 });
    await deal();
    expect((await feed.readLog(member)).map(({ titles, reasons }) => `${titles} ${reasons}`)).toEqual([
      'd4 d2 fr',
      'e3 e1 fr',
      'e5 u',
    ]);
  });

  test('follows a new choice from the next page on', async () => {
    await add('e1 d2 e3 d4 e5 f6 e7 f8');
    await choose(['de']);
    const first = await feed.page(member);
    const second = await feed.page(member, first.next);
    await choose(['fr']);
    const third = await feed.page(member, second.next);
    const fourth = await feed.page(member, third.next);
    expect([first, second, third, fourth].map(({ titles }) => titles)).toEqual([
      'd2 d4',
      'e1 e3',
      'f6 f8',
      'e5 e7',
    ]);
  });

  test('deals an app before the end that is approved while apps in other languages are dealt', async () => {
    await add('e1 e2 e3 e4 e5 d6');
    await choose(['de']);
    const first = await feed.page(member);
    const second = await feed.page(member, first.next);
    await add('d9');
    const third = await feed.page(member, second.next);
    expect([first.titles, second.titles, third.titles]).toEqual(['d6 e1', 'e2 e3', 'd9 e4']);
  });
});

describe('among many apps in other languages', () => {
  test('deals the apps in the languages first, in their order', async () => {
    await add('d1 n2');
    await t.deps.pool.query("UPDATE apps SET tags = '{Free}'");
    // Without triggers, which take ten seconds.
    await t.deps.pool.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       INSERT INTO apps (id, title, description, url, url_key, category, tags, language, status, approval_no, ranking_score, upvotes,
           frame_checked_at)
         SELECT gen_random_uuid(), 'f' || n, 'Made.', 'https://f.example.org/' || n, n, 'Games', '{Free}', 'en', 'approved',
           1000 + n, 9000 + n, n, '${t.clock.now.toISOString()}'
         FROM generate_series(1, ${READ_MAX + 100}) AS n;
       INSERT INTO app_tags SELECT 'Free', id FROM apps WHERE title LIKE 'f%';
       UPDATE catalogue SET approved_apps = approved_apps + ${READ_MAX + 100};
       COMMIT`,
    );
    await choose(['de']);
    for (const deck of ['best', 'new', 'unseen', 'trending', 'category:games', 'tag:Free']) {
      const { titles } = await feed.page(member, undefined, deck);
      expect([deck, titles.split(' ').sort()]).toEqual([deck, ['d1', 'n2']]);
    }
  });
});

test('Discover shows apps in these languages first, and does not count new apps in others', async () => {
  const ids = await add('e1 e2 e3 d4 d5');
  const coversOf = async () => {
    const { body } = await t.call(listDecks, {}, member);
    const deck = body.find(({ id }) => id === 'best');
    return [deck?.covers.map(({ title }) => title).join(' '), deck?.apps];
  };
  expect(await coversOf()).toEqual(['e1 e2 e3', 5]);
  await choose(['de']);
  expect(await coversOf()).toEqual(['d4 d5 e1', 5]);

  await feed.see(member, ids.get('d4'));
  t.clock.advance(9 * 3_600_000);
  await t.deps.pool.query(
    "UPDATE apps SET approved_at = CASE WHEN title IN ('e1', 'd5') THEN $1 ELSE '2026-01-01'::timestamptz END",
    [t.clock.now],
  );
  const again = await t.signInAgain(member);
  expect((await t.call(countNewApps, {}, again)).body.count).toBe(1);
});
