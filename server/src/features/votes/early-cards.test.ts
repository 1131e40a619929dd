import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { recordInteractions } from '@zapdeck/contract/interactions';
import { castVote } from '@zapdeck/contract/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from '../feed/feed.fixture.ts';
import { refreshTrending } from '../feed/trending/trending.ts';

const HOUR_MS = 3_600_000;

let t: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await feed.reset();
  await t.deps.pool.query('TRUNCATE daily_views');
  await feed.set({ appsPerPage: 4 });
  for (let n = 0; n < 12; n += 1) await t.addApp({ category: 'Games', title: `app ${n}`, tags: ['Free'] });
});

const view = (person: Person, appIds: readonly string[], cursor?: string) => {
  const interactions = appIds.map((appId) => ({ appId, interactionType: 'view' as const, duration: 1_000 }));
  const batch = { interactions, batchId: newId(), ageMs: 0 };
  return t.call(recordInteractions, { body: cursor === undefined ? batch : { ...batch, cursor } }, person);
};

/** Goes through a deck and views all its apps. Returns the ids of each page. */
async function walk(person: Person, deck: string): Promise<string[][]> {
  const pages: string[][] = [];
  let next: string | undefined;
  do {
    const query = { deck, ...(next === undefined ? {} : { cursor: next }) };
    const { body, headers } = await t.call(listFeed, { query }, person);
    const ids = body.map(({ id }) => id);
    next = headers[NEXT_CURSOR_HEADER] as string | undefined;
    await view(person, ids, next ?? (headers[END_CURSOR_HEADER] as string));
    pages.push(ids);
  } while (next !== undefined);
  return pages;
}

const readIds = async (sql: string) => {
  const { rows } = await t.deps.pool.query<{ id: string }>(sql);
  return rows.map(({ id }) => id).sort();
};
const viewedEarly = () => readIds('SELECT app_id AS id FROM daily_views WHERE early_views = views');
const viewed = () => readIds('SELECT app_id AS id FROM daily_views');
const likedEarly = () => readIds('SELECT app_id AS id FROM votes WHERE is_of_early_card');

const like = (person: Person, appIds: readonly string[]) =>
  Promise.all(
    appIds.map((appId) => t.call(castVote, { body: { appId, voteType: 'up', mode: 'cast' } }, person)),
  );
const markLikes = () => refreshTrending(t.deps.db, t.clock.now);

describe.each(['best', 'trending'])('the first two pages of %s', (deck) => {
  test('have early cards, and later pages have none', async () => {
    const person = await t.person('member');
    const pages = await walk(person, deck);
    expect(pages.map(({ length }) => length)).toEqual([4, 4, 4]);
    await like(person, pages.flat());
    await markLikes();
    const early = pages.slice(0, 2).flat().sort();
    expect(await viewed()).toHaveLength(12);
    expect(await viewedEarly()).toEqual(early);
    expect(await likedEarly()).toEqual(early);
  });
});

describe.each(['new', 'unseen', 'category:games', 'tag:Free', 'search:app'])('%s', (deck) => {
  test('has no early cards', async () => {
    const person = await t.person('member');
    const pages = await walk(person, deck);
    await like(person, pages.flat());
    await markLikes();
    expect(await viewed()).toHaveLength(12);
    expect(await viewedEarly()).toEqual([]);
    expect(await likedEarly()).toEqual([]);
  });
});

test('a view without a deck is of no early card, also if another viewer was dealt the app early', async () => {
  const [person, other] = [await t.person('member'), await t.person('member')];
  const [first = []] = await walk(other, 'best');
  await t.deps.pool.query('TRUNCATE daily_views');
  await view(person, first);
  await like(person, first);
  await markLikes();
  expect(await viewed()).toHaveLength(4);
  expect(await viewedEarly()).toEqual([]);
  expect(await likedEarly()).toEqual([]);
});

test('an early card stays early for two days', async () => {
  const person = await t.person('member');
  const [first = []] = await walk(person, 'best');
  await t.deps.pool.query('TRUNCATE daily_views');
  t.clock.advance(47 * HOUR_MS);
  await view(person, first);
  expect(await viewedEarly()).toEqual([...first].sort());
  await t.deps.pool.query('TRUNCATE daily_views');
  t.clock.advance(2 * HOUR_MS);
  await view(person, first);
  expect(await viewed()).toHaveLength(4);
  expect(await viewedEarly()).toEqual([]);
});
