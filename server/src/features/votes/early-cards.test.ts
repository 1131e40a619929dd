import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { clearHistory } from '@zapdeck/contract/history';
import { recordInteractions } from '@zapdeck/contract/interactions';
import { FOR_YOU_VOTES } from '@zapdeck/contract/taste';
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

/** Gives the member enough votes for the deck `for-you`, on apps that no deck contains. */
async function addVotes({ user }: Person): Promise<void> {
  for (let n = 0; n < FOR_YOU_VOTES; n += 1) {
    const { id } = await t.addApp({ status: 'rejected' });
    await t.deps.pool.query(
      "INSERT INTO votes (id, app_id, user_id, vote_type, created_at) VALUES ($1, $2, $3, 'down', $4)",
      [newId(), id, user?.id, t.clock.now],
    );
  }
}

describe.each(['best', 'trending', 'for-you'])('the first two pages of %s', (deck) => {
  test('have early cards, and later pages have none', async () => {
    const person = await t.person('member');
    await addVotes(person);
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

const dealFirst = async (person: Person) => {
  const { body, headers } = await t.call(listFeed, { query: { deck: 'best' } }, person);
  return { ids: body.map(({ id }) => id), cursor: headers[NEXT_CURSOR_HEADER] as string };
};

test.each([
  { hours: 47, isEarly: true },
  { hours: 49, isEarly: false },
])('a view $hours hours after the start of the deck is early: $isEarly', async ({ hours, isEarly }) => {
  const person = await t.person('member');
  const { ids, cursor } = await dealFirst(person);
  await view(person, ids.slice(0, 1), cursor);
  await t.deps.pool.query('TRUNCATE daily_views');
  t.clock.advance(hours * HOUR_MS);
  await view(person, ids.slice(1));
  expect(await viewed()).toHaveLength(3);
  expect(await viewedEarly()).toEqual(isEarly ? ids.slice(1).sort() : []);
});

test('a view is early if none of the account was counted for 14 days', async () => {
  await feed.set({ algorithmType: 'simple' });
  let person = await t.person('member');
  const counts: unknown[] = [];
  for (const hours of [0, 1, 13 * 24, 15 * 24]) {
    t.clock.advance(hours * HOUR_MS);
    person = await t.signInAgain(person);
    const { ids, cursor } = await dealFirst(person);
    await view(person, ids.slice(0, 1), cursor);
    const { rows } = await t.deps.pool.query(
      'SELECT sum(views)::int AS views, sum(early_views)::int AS early FROM daily_views',
    );
    counts.push(...rows);
  }
  expect(counts).toEqual([
    { views: 1, early: 1 },
    { views: 2, early: 1 },
    { views: 3, early: 1 },
    { views: 4, early: 2 },
  ]);
});

test('views of several accounts are early', async () => {
  for (const person of [await t.person('member'), await t.person('member')]) {
    const { ids, cursor } = await dealFirst(person);
    await view(person, ids, cursor);
  }
  const { rows } = await t.deps.pool.query('SELECT views, early_views AS early FROM daily_views');
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ views: 2, early: 2 })));
});

test('no view is early again because the history is cleared', async () => {
  const person = await t.person('member');
  for (let times = 0; times < 2; times += 1) {
    const { ids, cursor } = await dealFirst(person);
    await view(person, ids, cursor);
    t.clock.advance(HOUR_MS);
    await t.call(clearHistory, { body: { userId: person.user?.id ?? '', dealAgain: true } }, person);
  }
  const { rows } = await t.deps.pool.query('SELECT views, early_views AS early FROM daily_views');
  expect(rows).toEqual(Array.from({ length: 4 }, () => ({ views: 2, early: 1 })));
});

test('of very many decks, the newest have early cards', async () => {
  const person = await t.person('member');
  const { ids, cursor } = await dealFirst(person);
  const addDecks = (time: string) =>
    t.deps.pool.query(
      `INSERT INTO decks (id, user_id, kind, algorithm, is_recycling, started_at, day)
       SELECT gen_random_uuid(), $1, 'best', 'normal', false, at, at::date
       FROM generate_series(1, 100), (SELECT $2::timestamptz + $3::interval AS at) AS started`,
      [person.user?.id, t.clock.now, time],
    );
  await addDecks('-1 hour');
  await view(person, ids.slice(0, 1), cursor);
  expect(await viewedEarly()).toEqual(ids.slice(0, 1));
  await addDecks('1 second');
  await view(person, ids.slice(1, 2), cursor);
  expect(await viewed()).toHaveLength(2);
  expect(await viewedEarly()).toEqual(ids.slice(0, 1));
});
