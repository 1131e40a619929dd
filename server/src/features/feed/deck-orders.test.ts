import { SEARCH_QUERY_MAX } from '@zapdeck/contract/feed/search';
import { saveMakerPage } from '@zapdeck/contract/accounts/maker-page';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { recordInteraction } from '@zapdeck/contract/feed/interactions';
import { castVote } from '@zapdeck/contract/feed/votes';
import { defaultAlgorithm, poolSize } from '@zapdeck/contract/instance/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planOf, rowsOf, sentBy } from '../../testing/statement-plans.ts';
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
  await feed.set({ appsPerPage: 2, categoryDiversityEnabled: false });
  member = await t.person('member');
});

const setStatus = (title: string, status: string) =>
  t.deps.pool.query('UPDATE apps SET status = $2 WHERE title = $1', [title, status]);

async function vote(appId: string | undefined, person = member): Promise<void> {
  t.clock.advance(1_000);
  const body = { appId: appId ?? '', voteType: 'up' } as const;
  expect((await t.call(castVote, { body }, person)).status).toBe(200);
}

describe('the deck new', () => {
  test('deals the newest approval first, seen or not', async () => {
    const ids = await feed.addRanked('a1 a2 a3 a4 a5');
    await feed.see(member, ids.get('a5'));
    expect(await feed.deal(member, 'new')).toEqual(['a5 a4', 'a3 a2', 'a1']);
  });

  test('keeps its order when apps leave, and moves an app that is approved again', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8 a9');
    const first = await feed.page(member, undefined, 'new');
    const second = await feed.page(member, first.next, 'new');
    expect([first.titles, second.titles]).toEqual(['a9 a8', 'a7 a6']);
    for (const gone of ['a5', 'a4', 'a3']) await setStatus(gone, 'rejected');
    await setStatus('a4', 'approved');
    const third = await feed.page(member, second.next, 'new');
    expect(third.titles).toBe('a4 a2');
    expect((await feed.page(member, third.next, 'new')).titles).toBe('a1');
  });

  test('deals unreachable apps last', async () => {
    await feed.addRanked('a1 a2 a3');
    await t.deps.pool.query("UPDATE apps SET frame_status = 'unreachable' WHERE title = 'a3'");
    expect(await feed.deal(member, 'new')).toEqual(['a2 a1', 'a3']);
  });
});

describe('the deck unseen', () => {
  test('deals unseen apps, newest first, and skips apps seen since', async () => {
    const ids = await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
    await feed.see(member, ids.get('a8'));
    const first = await feed.page(member, undefined, 'unseen');
    const second = await feed.page(member, first.next, 'unseen');
    expect([first.titles, second.titles]).toEqual(['a7 a6', 'a5 a4']);
    await feed.see(member, ids.get('a3'));
    expect(await feed.page(member, second.next, 'unseen')).toEqual({ titles: 'a2 a1', next: undefined });
  });
});

describe('the deck liked', () => {
  test('deals the viewer’s likes, newest first, and skips removed ones', async () => {
    const ids = await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8 a9');
    for (const title of ['a8', 'a7', 'a2', 'a6', 'a4', 'a1', 'a3', 'a5']) await vote(ids.get(title));
    await vote(ids.get('a9'), await t.person('member'));
    const first = await feed.page(member, undefined, 'liked');
    expect(first.titles).toBe('a5 a3');
    const second = await feed.page(member, first.next, 'liked');
    expect(second.titles).toBe('a1 a4');
    await vote(ids.get('a6'));
    const third = await feed.page(member, second.next, 'liked');
    expect(third.titles).toBe('a2 a7');
    expect(await feed.page(member, third.next, 'liked')).toEqual({ titles: 'a8', next: undefined });
  });

  test('does not exist for guests', async () => {
    const answer = await t.call(listFeed, { query: { deck: 'liked' } }, await t.person('guest'));
    expect(answer).toMatchObject({ status: 403, error: { code: 'guest_forbidden' } });
  });
});

describe('decks with a value', () => {
  test('deals the apps of a category in the order of best, without newcomers', async () => {
    const owner = (await t.person('member')).user?.id ?? '';
    const add = (title: string, upvotes: number, values: object = {}) =>
      t.addApp({ title, category: 'Health & Fitness', submittedBy: owner, upvotes, views: 100, ...values });
    for (const [index, title] of ['h1', 'h2', 'h3', 'h4', 'h5'].entries()) await add(title, 9 - index);
    await add('new', 0, { views: 0 });
    await add('other', 20, { category: 'Games' });
    const seen = await add('seen', 30);
    const body = { appId: seen.id, interactionType: 'skip' } as const;
    await t.call(recordInteraction, { body }, member);
    await feed.set({ appsPerPage: 5 });
    expect(await feed.deal(member, 'category:health-fitness')).toEqual(['h1 h2 h3 h4 h5', 'new seen']);
  });

  test('skips cards whose app has left the category', async () => {
    const owner = (await t.person('member')).user?.id ?? '';
    for (let index = 1; index <= 8; index += 1)
      await t.addApp({ title: `g${index}`, category: 'Games', submittedBy: owner, upvotes: 9 - index });
    const first = await feed.page(member, undefined, 'category:games');
    const second = await feed.page(member, first.next, 'category:games');
    expect(second.titles).toBe('g3 g4');
    await t.deps.pool.query("UPDATE apps SET category = 'News' WHERE title = 'g5'");
    expect((await feed.page(member, second.next, 'category:games')).titles).toBe('g6 g7');
  });

  test('deals the apps with a tag of any characters', async () => {
    const owner = (await t.person('member')).user?.id ?? '';
    const tag = 'Open: "Source", {100 %}';
    await t.addApp({ title: 'tagged', tags: ['Free', tag], submittedBy: owner });
    await t.addApp({ title: 'free', tags: ['Free'], submittedBy: owner });
    expect(await feed.deal(member, `tag:${tag}`)).toEqual(['tagged']);
    expect(await feed.deal(member, 'tag:Free')).toEqual(['free tagged']);
    expect(await feed.deal(member, 'tag:nobody has it')).toEqual(['']);
  });

  test('deals the apps of a maker, unless the maker is unknown or suspended', async () => {
    const maker = await t.person('member');
    const form = { handle: 'wave-cube', name: 'Wave Cube', line: '', links: [] };
    expect((await t.call(saveMakerPage, { body: form }, maker)).status).toBe(200);
    await t.addApp({ title: 'cube', submittedBy: maker.user?.id ?? '' });
    await t.addApp({ title: 'other' });
    expect(await feed.deal(member, 'maker:wave-cube')).toEqual(['cube']);
    await t.deps.pool.query(
      "UPDATE users SET suspended_at = now(), suspended_reason = 'Spam' WHERE id = $1",
      [maker.user?.id],
    );
    expect((await t.call(listFeed, { query: { deck: 'maker:wave-cube' } }, member)).status).toBe(404);
  });
});

describe('the deck of a search', () => {
  test('deals apps in the order of the search, unreachable ones last, and skips apps that no longer match', async () => {
    const submittedBy = (await t.person('member')).user?.id ?? '';
    const add = (title: string, description: string) => t.addApp({ title, description, submittedBy });
    await add('chess1', 'board');
    await add('board', 'chess');
    await add('Other', 'nothing');
    await add('Four', 'chess board');
    await add('Three', 'board');
    await add('Two', 'board');
    await add('chess', 'board');
    await t.deps.pool.query("UPDATE apps SET frame_status = 'unreachable' WHERE title = 'chess'");
    expect(await feed.deal(member, 'search:chess board')).toEqual([
      'board Four',
      'Two Three',
      'chess1 chess',
    ]);
    const first = await feed.page(member, undefined, 'search:chess board');
    expect(first.titles).toBe('board Four');
    const second = await feed.page(member, first.next, 'search:chess board');
    expect(second.titles).toBe('Two Three');
    await t.deps.pool.query("UPDATE apps SET description = 'card' WHERE title = 'chess1'");
    expect(await feed.deal(member, 'search:!?')).toEqual(['']);
    expect((await feed.page(member, second.next, 'search:chess board')).titles).toBe('chess');
  });

  test('reads only the apps that it may deal next, even if many more match', async () => {
    await t.deps.pool.query(
      `INSERT INTO apps (id, title, description, url, status)
       SELECT gen_random_uuid(), 'Chess ' || n, 'One of many', 'https://' || n || '.example/', 'approved'
       FROM generate_series(1, 1500) AS n;
       ANALYZE apps`,
    );
    const sent = await sentBy(t.deps.pool, () => feed.page(member, undefined, 'search:chess'));
    const candidates = sent.find(({ text }) => text.includes('search_apps'));
    if (!candidates) throw new Error('The page was not read');
    const nodes = await planOf(t.deps.pool, candidates);
    const read = nodes.filter((node) => node['Relation Name'] === 'apps').map(rowsOf);
    expect(nodes.map(rowsOf)).toContain(1_500);
    expect(Math.max(...read)).toBeLessThanOrEqual(poolSize(defaultAlgorithm) + 1);
  });
});

test.each([
  '',
  'worst',
  'category',
  'category:',
  'category:none',
  'best:1',
  'maker:nobody',
  'search',
  'search:',
])('rejects the unknown deck %j', async (deck) => {
  const answer = await t.call(listFeed, { query: { deck } }, member);
  expect(answer).toMatchObject({ status: 404, error: { code: 'deck_not_found' } });
});

test('accepts a deck key up to the length of the longest search, without NUL', async () => {
  const statusOf = async (query: string) =>
    (await t.call(listFeed, { query: { deck: `search:${query}` } }, member)).status;
  const longest = 'x'.repeat(SEARCH_QUERY_MAX);
  expect(await statusOf(longest)).toBe(200);
  expect([await statusOf(`${longest}x`), await statusOf('a\u0000b')]).toEqual([400, 400]);
});

test('rejects a cursor with the key of another deck', async () => {
  await feed.addRanked('a1 a2 a3 a4 a5 a6 a7');
  const first = await feed.page(member, undefined, 'new');
  const second = await feed.page(member, first.next, 'new');
  for (const { next } of [first, second]) {
    const cursor = String(next);
    for (const deck of ['best', 'unseen'])
      expect(await t.call(listFeed, { query: { cursor, deck } }, member)).toMatchObject({
        status: 400,
        error: { code: 'invalid_input', fields: { cursor: 'Not a cursor of this deck' } },
      });
  }
});

test('each card has the reason for its place, also when the page is requested again', async () => {
  const ids = await feed.addRanked('a1 a2 a3 a4 a5 a6 a7');
  await t.deps.pool.query("UPDATE apps SET frame_status = 'unreachable' WHERE title = 'a7'");
  await feed.see(member, ids.get('a1'));
  const reasons = async (query: object) =>
    (await t.call(listFeed, { query }, member)).body.map(({ title, reason }) => `${title} ${reason}`);
  expect(await reasons({})).toEqual(['a2 fresh', 'a3 fresh']);
  let { next } = await feed.page(member);
  ({ next } = await feed.page(member, next, undefined));
  for (let times = 0; times < 2; times += 1)
    expect(await reasons({ cursor: String(next) })).toEqual(['a6 fresh', 'a1 recycled']);
  ({ next } = await feed.page(member, next, undefined));
  expect(await reasons({ cursor: String(next) })).toEqual(['a7 unreachable']);
  expect(await reasons({ deck: 'new' })).toEqual(['a6 ranked', 'a5 ranked']);
  expect(await reasons({ ids: ids.get('a1') })).toEqual(['a1 undefined']);
});

test('the deal log stores the kind of the deck', async () => {
  for (const title of ['g1', 'g2', 'g3']) await t.addApp({ title, category: 'Games' });
  for (const deck of ['new', 'category:games'])
    await feed.page(member, (await feed.page(member, undefined, deck)).next, deck);
  const { rows } = await t.deps.pool.query('SELECT kind, value FROM decks ORDER BY kind');
  expect(rows).toEqual([
    { kind: 'new', value: null },
    { kind: 'category', value: 'Games' },
  ]);
});
