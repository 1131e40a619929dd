import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { clearHistory } from '@zapdeck/contract/feed/history';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { FOR_YOU_VOTES } from '@zapdeck/contract/feed/taste';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from '../feed/feed.fixture.ts';

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
  await t.deps.pool.query('TRUNCATE dealt_views');
  await feed.set({ appsPerPage: 4 });
  for (let n = 0; n < 12; n += 1) await t.addApp({ category: 'Games', title: `app ${n}`, tags: ['Free'] });
});

const view = (person: Person, appIds: readonly string[], cursor?: string, duration = 1_000) => {
  const interactions = appIds.map((appId) => ({ appId, interactionType: 'view' as const, duration }));
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

/** Returns the apps of the stored views. */
async function stored(): Promise<string[]> {
  const { rows } = await t.deps.pool.query<{ id: string }>('SELECT app_id AS id FROM dealt_views');
  return rows.map(({ id }) => id).sort();
}

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

test.each(['best', 'trending'])('stores views of all cards of %s', async (deck) => {
  const pages = await walk(await t.person('member'), deck);
  expect(pages.map(({ length }) => length)).toEqual([4, 4, 4]);
  expect(await stored()).toEqual(pages.flat().sort());
});

test.each(['new', 'unseen', 'for-you', 'category:games', 'tag:Free', 'search:app'])(
  'stores no views of cards of %s',
  async (deck) => {
    const person = await t.person('member');
    await addVotes(person);
    expect((await walk(person, deck)).flat()).toHaveLength(12);
    expect(await stored()).toEqual([]);
  },
);

const dealFirst = async (person: Person) => {
  const { body, headers } = await t.call(listFeed, { query: { deck: 'best' } }, person);
  return { ids: body.map(({ id }) => id), cursor: headers[NEXT_CURSOR_HEADER] as string };
};

test('stores no view of an app that was not dealt to the account', async () => {
  const [person, other] = [await t.person('member'), await t.person('member')];
  const { ids, cursor } = await dealFirst(other);
  await view(person, ids);
  await view(person, ids, cursor);
  expect(await stored()).toEqual([]);
});

test('stores a view once it has lasted a second', async () => {
  const person = await t.person('member');
  const { ids, cursor } = await dealFirst(person);
  await view(person, ids, cursor, 999);
  expect(await stored()).toEqual([]);
  await view(person, ids.slice(0, 1));
  expect(await stored()).toEqual(ids.slice(0, 1));
});

test('stores no view by a guest', async () => {
  const guest = await t.person('guest');
  const { ids, cursor } = await dealFirst(guest);
  await view(guest, ids, cursor);
  expect(await stored()).toEqual([]);
});

test.each([
  { hours: 47, isStored: true },
  { hours: 49, isStored: false },
])('stores a view $hours hours after the start of the deck: $isStored', async ({ hours, isStored }) => {
  const person = await t.person('member');
  const { ids, cursor } = await dealFirst(person);
  await view(person, ids.slice(0, 1), cursor);
  t.clock.advance(hours * HOUR_MS);
  await view(person, ids.slice(1));
  expect(await stored()).toEqual((isStored ? ids : ids.slice(0, 1)).toSorted());
});

const readViews = async () =>
  (await t.deps.pool.query<{ at: Date; network: Buffer }>('SELECT viewed_at AS at, network FROM dealt_views'))
    .rows;

test('keeps the time and network of the first view for 14 days, also if the history is cleared', async () => {
  await feed.set({ algorithmType: 'simple' });
  // No job finds its page unreachable.
  const frameCheckedAt = new Date(t.clock.now.getTime() + 60 * 24 * HOUR_MS);
  const { id } = await t.addApp({ upvotes: 99, frameCheckedAt });
  let person = await t.person('member');
  const found: { at: Date; network: Buffer }[] = [];
  for (const hours of [0, 1, 13 * 24, 15 * 24]) {
    t.clock.advance(hours * HOUR_MS);
    person = { ...(await t.signInAgain(person)), address: `192.0.${found.length}.1` };
    const { ids, cursor } = await dealFirst(person);
    expect(ids).toContain(id);
    await view(person, [id], cursor);
    const body = { userId: person.user?.id ?? '', dealAgain: true };
    expect((await t.call(clearHistory, { body }, person)).status).toBe(204);
    const rows = await readViews();
    expect(rows).toHaveLength(1);
    found.push(...rows);
  }
  const [first, hour, days, last] = found;
  expect([hour, days]).toEqual([first, first]);
  expect(last?.at).toEqual(t.clock.now);
  expect(last?.network).not.toEqual(first?.network);
});

test('searches the newest hundred pages for the card', async () => {
  const person = await t.person('member');
  const { ids, cursor } = await dealFirst(person);
  const addPages = (time: string) =>
    t.deps.pool.query(
      `WITH added AS (
         INSERT INTO decks (id, user_id, kind, algorithm, is_recycling, started_at, day)
         SELECT gen_random_uuid(), $1, 'best', 'normal', false, at, at::date
         FROM generate_series(1, 100), (SELECT $2::timestamptz + $3::interval AS at) AS started RETURNING *)
       INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, dealt_at) SELECT id, day, 1, '{}', '', started_at FROM added`,
      [person.user?.id, t.clock.now, time],
    );
  await addPages('-1 hour');
  await view(person, ids.slice(0, 1), cursor);
  expect(await stored()).toEqual(ids.slice(0, 1));
  await addPages('1 second');
  await view(person, ids.slice(1, 2), cursor);
  expect(await stored()).toEqual(ids.slice(0, 1));
});
