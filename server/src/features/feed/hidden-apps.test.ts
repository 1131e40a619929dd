import { likedApps } from '@zapdeck/contract/apps/apps';
import { categories } from '@zapdeck/contract/apps/categories';
import { listDecks } from '@zapdeck/contract/feed/deck-list';
import { plainDecks } from '@zapdeck/contract/feed/decks';
import { END_CURSOR_HEADER, listFeed } from '@zapdeck/contract/feed/feed';
import { type Hidden, hide, showAgain } from '@zapdeck/contract/feed/hidden';
import { searchApps } from '@zapdeck/contract/feed/search';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sentBy } from '../../testing/statement-plans.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';
import { READ_MAX } from './candidates.ts';

let t: TestApp;
let feed: FeedFixture;
let maker: string;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await feed.reset();
  await feed.set({ appsPerPage: 2, categoryDiversityEnabled: false });
  maker = (await t.person('member')).user?.id ?? '';
  member = await t.person('member');
});

const games = { kind: 'category', value: 'Games' } as const;
const free = { kind: 'tag', value: 'Free' } as const;

async function call(route: typeof hide | typeof showAgain, body: Hidden, person = member): Promise<void> {
  expect((await t.call(route, { body }, person)).status).toBe(204);
}

/** Adds approved apps, best one first. The letter says what they are: of games, with the tag, of another maker, of none. */
async function add(list: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const other = (await t.person('member', { handle: null, firstName: 'Other' })).user?.id ?? '';
  for (const [index, title] of list.split(' ').entries()) {
    const app = await t.addApp({
      title,
      category: title.startsWith('g') ? 'Games' : 'News',
      tags: title.startsWith('f') ? ['New', 'Free'] : [],
      submittedBy: title.startsWith('m') ? maker : other,
      upvotes: 50 - index,
      views: 100,
    });
    ids.set(title, app.id);
  }
  return ids;
}

describe('a deck', () => {
  test('deals no apps of a hidden category, tag or maker, but deals them to other viewers', async () => {
    await add('g1 f1 m1 n1 n2 n3');
    for (const hidden of [games, free, { kind: 'maker', value: maker } as const]) await call(hide, hidden);
    expect(await feed.deal(member)).toEqual(['n1 n2', 'n3']);
    expect((await feed.deal(await t.person('member'))).join(' ')).toBe('g1 f1 m1 n1 n2 n3');
  });

  test('excludes apps that a guest hides', async () => {
    await add('g1 n1 g2 n2');
    const guest = await t.person('guest');
    await call(hide, games, guest);
    expect(await feed.deal(guest)).toEqual(['n1 n2']);
  });

  test.each([
    ...plainDecks,
    'category:games',
    'category:news',
    'tag:Free',
    'search:made',
    'maker:hidden-maker',
  ])('of the kind %s deals no hidden apps: seen, unseen, newcomers or unreachable', async (deck) => {
    await t.deps.pool.query('UPDATE users SET handle = NULL');
    await t.deps.pool.query("UPDATE users SET handle = 'hidden-maker' WHERE id = $1", [maker]);
    const ids = await add('g1 g2 g3 g4 n1 n2 n3 m1 f1 n5');
    await t.deps.pool.query(
      `UPDATE apps SET description = 'made', submitted_by = $1, tags = '{Free}', frame_status = (CASE
         WHEN title LIKE '%3' THEN 'unreachable' ELSE 'ok' END)::frame_status`,
      [maker],
    );
    await addBudgets(t.deps.pool, "title LIKE '%4'");
    await t.deps.pool.query('INSERT INTO trending_scores SELECT id, 0.5 FROM apps');
    await t.deps.pool.query(
      `INSERT INTO strongest_pairs SELECT one.id, array_agg(other.id), array_agg(1) FROM apps AS one, apps AS other
       WHERE one.id <> other.id GROUP BY one.id`,
    );
    await t.deps.pool.query(
      "INSERT INTO daily_picks SELECT date '2026-01-01' + row_number() OVER ()::int, id, now() FROM apps",
    );
    for (const appId of ids.values()) await t.call(castVote, { body: { appId, voteType: 'up' } }, member);
    await feed.see(member, ids.get('g2'), ids.get('n2'));
    const all = (await feed.deal(member, deck)).join(' ').split(' ');
    await call(hide, games);
    const shown = (await feed.deal(member, deck)).join(' ').split(' ');
    expect(shown.toSorted()).toEqual(
      deck === 'category:games' ? [''] : all.filter((title) => !title.startsWith('g')).toSorted(),
    );
    await call(showAgain, games);
    expect((await feed.deal(member, deck)).join(' ').split(' ').toSorted()).toEqual(all.toSorted());
  });

  test('reserves no place for a hidden newcomer', async () => {
    await feed.set({ appsPerPage: 10 });
    await add('n1 n2 n3 n4 n5 n6 n7 n8 n9 n10 n11 g1');
    await addBudgets(t.deps.pool, "title = 'g1'");
    expect((await feed.page(member)).titles).toContain('g1');
    await call(hide, games);
    expect((await feed.page(member)).titles).not.toContain('g1');
  });

  test('skips cards of its hand that are hidden later, and deals the next ones', async () => {
    await add('n1 n2 n3 n4 g1 n5 g2 n6 n7 n8 n9');
    const second = await feed.page(member, (await feed.page(member)).next);
    expect(second.titles).toBe('n3 n4');
    await call(hide, games);
    const third = await feed.page(member, second.next);
    expect(third.titles).toBe('n5 n6');
    expect((await feed.page(member, third.next)).titles).toBe('n7 n8');
  });

  test('keeps the rest of its hand when most of the next cards are hidden', async () => {
    await feed.set({ maxDiversityPool: 20 });
    const rest = Array.from({ length: 30 }, (_, index) => `n${index + 5}`).join(' ');
    await add(`n1 n2 n3 n4 g1 g2 g3 g4 g5 ${rest}`);
    const second = await feed.page(member, (await feed.page(member)).next);
    await call(hide, games);
    const third = await feed.page(member, second.next);
    expect(third.titles).toBe('n5 n6');
    expect((await feed.page(member, third.next)).titles).toBe('n7 n8');
  });

  test('leaves hidden apps out of a page that was dealt before', async () => {
    await add('n1 n2 g1 n3 n4 n5 n6 n7 n8');
    const first = await feed.page(member);
    const second = await feed.page(member, first.next);
    expect(second.titles).toBe('g1 n3');
    await call(hide, games);
    const again = await t.call(listFeed, { query: { cursor: String(first.next) } }, member);
    expect(again.body.map(({ title, reason }) => `${title} ${reason}`)).toEqual(['n3 fresh']);
    expect((await feed.page(member, second.next)).titles).toBe('n4 n5');
    await call(showAgain, games);
    expect((await feed.page(member, first.next)).titles).toBe('g1 n3');
  });

  test('deals apps that are shown again before its end, each once', async () => {
    await add('n1 n2 g1 n3 g2 n4 g3 n5 n6');
    await call(hide, games);
    const first = await feed.page(member);
    const second = await feed.page(member, first.next);
    await call(showAgain, games);
    const titles = [first.titles, second.titles];
    for (let { next } = second; next !== undefined; ) {
      const page = await feed.page(member, next);
      titles.push(page.titles);
      ({ next } = page);
    }
    expect(titles.slice(0, 2)).toEqual(['n1 n2', 'n3 n4']);
    expect(titles.slice(2).join(' ').split(' ').toSorted()).toEqual(['g1', 'g2', 'g3', 'n5', 'n6']);
  });
});

test('hidden apps are still found by search, by id and among the likes', async () => {
  const ids = await add('g1 n1');
  await t.call(castVote, { body: { appId: ids.get('g1') ?? '', voteType: 'up' } }, member);
  await call(hide, games);
  const titlesOf = (apps: readonly { title: string }[]) => apps.map(({ title }) => title);
  const found = await t.call(searchApps, { query: { q: 'g1' } }, member);
  expect(titlesOf(found.body.apps)).toEqual(['g1']);
  const byId = await t.call(listFeed, { query: { ids: ids.get('g1') } }, member);
  expect(titlesOf(byId.body)).toEqual(['g1']);
  expect(titlesOf((await t.call(likedApps, { query: {} }, member)).body)).toEqual(['g1']);
});

test('the list of decks counts and shows no hidden apps', async () => {
  const ids = await add('g1 g2 f1 m1 n1 n2');
  await feed.see(member, ids.get('g1'), ids.get('n1'));
  await t.call(castVote, { body: { appId: ids.get('g1') ?? '', voteType: 'up' } }, member);
  const read = async () => {
    const { body } = await t.call(listDecks, {}, member);
    const texts = body.map(({ id, apps, newApps, covers, isHidden }) => [
      id,
      `${apps} ${newApps} ${covers.map(({ title }) => title).join(' ')}${isHidden ? ' hidden' : ''}`,
    ]);
    return Object.fromEntries(texts.filter(([, text]) => text !== '0 0 ')) as Record<string, string>;
  };
  const before = await read();
  expect(before).toMatchObject({ best: '6 4 g1 g2 f1', liked: '1 0 g1', 'category:news': '4 3 f1 m1 n1' });
  for (const hidden of [games, free, { kind: 'maker', value: maker } as const]) await call(hide, hidden);
  expect(await read()).toEqual({
    best: '2 1 n1 n2',
    new: '2 1 n2 n1',
    trending: '2 1 n2 n1',
    unseen: '1 1 n2',
    'category:games': '0 0  hidden',
    'category:news': '2 1 n1 n2',
  });
  for (const hidden of [games, free, { kind: 'maker', value: maker } as const]) await call(showAgain, hidden);
  expect(await read()).toEqual(before);
});

test('the list of decks counts apps of hidden tags and makers once a minute, for all who hide the same', async () => {
  await add('f1 m1 n1');
  const counting = async (person: Person) =>
    (await sentBy(t.deps.pool, () => t.call(listDecks, {}, person))).filter(({ text }) =>
      text.includes('app_tags'),
    ).length;
  const other = await t.person('member');
  for (const person of [member, other]) {
    await call(hide, free, person);
    await call(hide, { kind: 'maker', value: maker }, person);
  }
  expect([await counting(member), await counting(member), await counting(other)]).toEqual([1, 0, 0]);
  await call(showAgain, free, other);
  expect(await counting(other)).toBe(1);
});

describe('the statements of a page', () => {
  const condition = /hidden/;
  const candidates = async () =>
    (await sentBy(t.deps.pool, () => feed.page(member))).filter(({ text }) => text.includes('fresh AS'));

  test('check for hidden apps only for viewers who hide some', async () => {
    await add('n1 n2 n3');
    expect((await candidates()).filter(({ text }) => condition.test(text))).toEqual([]);
    await call(hide, games);
    expect((await candidates()).filter(({ text }) => condition.test(text))).toHaveLength(1);
  });

  test('find no apps of a hidden category, and none if all categories are hidden', async () => {
    await add('g1 n1');
    await call(hide, games);
    expect(await feed.deal(member, 'category:games')).toEqual(['']);
    for (const value of categories) await call(hide, { kind: 'category', value });
    // Members with few votes have no deck `for-you`.
    for (const deck of plainDecks.filter((kind) => kind !== 'for-you'))
      expect(await feed.deal(member, deck)).toEqual(['']);
    const answer = await t.call(listFeed, { query: {} }, member);
    expect(answer.body).toEqual([]);
    await call(showAgain, games);
    const cursor = String(answer.headers[END_CURSOR_HEADER]);
    const shown = await t.call(listFeed, { query: { cursor } }, member);
    expect(shown.body.map(({ title }) => title)).toEqual(['g1']);
  });

  test('read all apps only for viewers who hide almost all, and deal each of the others once', {
    tags: 'long',
  }, async () => {
    const ids = await add('n1 n2 n3 n4 n5');
    // Without triggers, which take ten seconds.
    await t.deps.pool.query(
      `BEGIN; SET LOCAL session_replication_role = replica;
       INSERT INTO apps (id, title, description, url, url_key, category, tags, status, approval_no, ranking_score, upvotes)
         SELECT gen_random_uuid(), 'f', 'Made.', 'https://f.example.org/' || n, n, 'News', '{Free}', 'approved', 1000 + n, 1000, n
         FROM generate_series(100, ${READ_MAX + 200}) AS n;
       INSERT INTO app_tags SELECT 'Free', id FROM apps WHERE title = 'f';
       UPDATE catalogue SET approved_apps = approved_apps + ${READ_MAX + 101};
       COMMIT`,
    );
    expect(await candidates()).toHaveLength(1);
    await call(hide, games);
    expect(await candidates()).toHaveLength(1);
    await call(hide, free);
    expect(await candidates()).toHaveLength(2);
    for (const deck of ['best', 'new', 'unseen', 'trending', 'category:news'])
      expect((await feed.deal(member, deck)).join(' ').split(' ').toSorted()).toEqual([...ids.keys()]);
    expect((await feed.deal(member, 'tag:Free')).join('')).toBe('');

    await feed.see(member, ids.get('n5'));
    for (const recycledContentThreshold of [0, 100]) {
      await feed.set({ recycledContentThreshold });
      expect((await feed.deal(member)).join(' ').split(' ').toSorted()).toEqual([...ids.keys()]);
    }
  });
});
