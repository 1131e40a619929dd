import { listDecks } from '@zapdeck/contract/feed/deck-list';
import { downloadData } from '@zapdeck/contract/accounts/account';
import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { hide } from '@zapdeck/contract/feed/hidden';
import { feedPreview } from '@zapdeck/contract/pictures/previews';
import { defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { AVOIDED_MAX, clearTaste, FOR_YOU_VOTES, readTaste, setLess } from '@zapdeck/contract/feed/taste';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { drawn } from '../../testing/cases.ts';
import { sequence } from '../../testing/random.ts';
import { addPair } from '../../testing/pair-apps.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';

let t: TestApp;
let feed: FeedFixture;
let member: Person;
/** Ids of the apps in the deck, by title. */
let ids: Map<string, string>;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await feed.reset();
  await feed.set({ appsPerPage: 4, categoryDiversityEnabled: false });
  member = await t.person('member');
  ids = await feed.addRanked('a1 a2 b1 b2 c1 c2 d1 d2');
});

const deck = 'for-you';
const cast = async (titles: string, voteType: 'up' | 'down' = 'up') => {
  for (const title of titles.split(' ').filter(Boolean)) {
    t.clock.advance(1_000);
    await t.call(castVote, { body: { appId: ids.get(title) ?? '', voteType, mode: 'cast' } }, member);
  }
};

/** Gives the member enough votes for the deck, on apps that no deck contains. */
async function qualify(votes = FOR_YOU_VOTES): Promise<void> {
  for (let vote = 0; vote < votes; vote += 1) {
    const { id } = await t.addApp({ title: `z${vote}` });
    await t.call(castVote, { body: { appId: id, voteType: 'down' } }, member);
    await t.deps.pool.query("UPDATE apps SET status = 'rejected' WHERE id = $1", [id]);
  }
}

/** Pairs two apps. Lifts are far above the differences of like rates. */
const pair = (app: string, other: string, lift: number) =>
  addPair(t.deps.pool, { app: ids.get(app), other: ids.get(other), lift });

async function deal(cursor?: string) {
  const { body, headers } = await t.call(
    listFeed,
    { query: cursor === undefined ? { deck } : { cursor } },
    member,
  );
  const cards = body.map(({ title, reason, because }) =>
    [title, reason, because?.title].filter(Boolean).join(' '),
  );
  return { cards, cursor: String(headers[NEXT_CURSOR_HEADER]) };
}

test('is available to members who have voted on ten apps', async () => {
  const decks = async () => (await t.call(listDecks, {}, member)).body.map(({ id }) => id);
  const refusal = async (person: Person) => (await t.call(listFeed, { query: { deck } }, person)).error.code;
  await qualify(FOR_YOU_VOTES - 1);
  expect(await decks()).not.toContain(deck);
  expect(await refusal(member)).toBe('too_few_votes');
  expect(await refusal(await t.person('guest'))).toBe('guest_forbidden');
  await cast('a1');
  expect((await deal()).cards).toHaveLength(4);
  // It would be the same deck for everybody.
  expect(await decks()).not.toContain(deck);
  await pair('a1', 'b1', 2);
  expect((await decks())[0]).toBe(deck);
});

test('deals apps with strong lifts first, each with its strongest like, then others by like rate', async () => {
  await qualify();
  await cast('a1 a2');
  await feed.see(member, ids.get('a1'), ids.get('a2'));
  await pair('a1', 'd2', 90);
  await pair('a2', 'd2', 50);
  await pair('a2', 'c2', 70);
  const first = await deal();
  expect(first.cards).toEqual(['d2 paired a1', 'c2 paired a2', 'b1 fresh', 'b2 fresh']);
  expect((await deal(first.cursor)).cards).toEqual(['c1 fresh', 'd1 fresh', 'a1 recycled', 'a2 recycled']);
  // A repeated request returns the stored page.
  expect((await deal(first.cursor)).cards).toHaveLength(4);
  const { deckPages } = (await t.call(downloadData, {}, member)).body;
  const pages = deckPages.toSorted((one, other) => one.page - other.page);
  expect(pages.map(({ page, reasons, because }) => ({ page, reasons, because }))).toEqual([
    { page: 1, reasons: 'ppff', because: [ids.get('a1'), ids.get('a2'), null, null] },
    { page: 2, reasons: 'ffrr', because: null },
  ]);
});

test('keeps the liked app of each card on later pages', async () => {
  await qualify();
  await feed.set({ appsPerPage: 2 });
  await cast('a1');
  await feed.see(member, ids.get('a1'));
  for (const [index, other] of ['b1', 'b2', 'c1', 'c2', 'd1', 'd2'].entries())
    await pair('a1', other, 90 - 10 * index);
  const first = await deal();
  const second = await deal(first.cursor);
  const third = await deal(second.cursor);
  expect([first.cards, second.cards, third.cards]).toEqual([
    ['b1 paired a1', 'c1 paired a1'],
    ['b2 paired a1', 'c2 paired a1'],
    ['d1 paired a1', 'd2 paired a1'],
  ]);
});

const ends: Record<string, () => Promise<unknown>> = {
  'has left the deck': () => t.deps.pool.query("UPDATE apps SET status = 'rejected' WHERE title = 'a1'"),
  'the member no longer likes': () =>
    t.call(castVote, { body: { appId: ids.get('a1') ?? '', voteType: 'up', mode: 'retract' } }, member),
  'the member wants less of': () =>
    t.call(setLess, { body: { appId: ids.get('a1') ?? '', less: true } }, member),
  'the member hides': () => t.call(hide, { body: { kind: 'tag', value: 'Free' } }, member),
  'led before the taste was deleted': () => t.call(clearTaste, { body: {} }, member),
};

test.each(Object.keys(ends))('names no liked app on stored pages that %s', async (name) => {
  await qualify();
  await feed.set({ appsPerPage: 1 });
  await t.deps.pool.query("UPDATE apps SET tags = '{Free}' WHERE title = 'a1'");
  await cast('a1');
  await feed.see(member, ids.get('a1'));
  for (const [index, other] of ['d2', 'd1', 'c2'].entries()) await pair('a1', other, 90 - 10 * index);
  const { cursor } = await deal();
  const second = await deal(cursor);
  expect(second.cards).toEqual(['d1 paired a1']);
  await ends[name]?.();
  expect((await deal(cursor)).cards).toEqual(['d1 paired']);
  expect((await deal(second.cursor)).cards.join(' ')).not.toContain('a1');
});

test('from the next hand on, deals apps that the member wants less of later, with the apps that they lead to', async () => {
  await qualify();
  await feed.set({ appsPerPage: 1 });
  await cast('a1 a2');
  await feed.see(member, ids.get('a1'), ids.get('a2'));
  await pair('a1', 'd2', 90);
  await pair('a1', 'd1', 80);
  await pair('a2', 'c2', 70);
  await pair('c1', 'd1', 100);
  const first = await deal();
  expect(first.cards).toEqual(['d2 paired a1']);
  const second = await deal(first.cursor);
  expect(second.cards).toEqual(['d1 paired a1']);
  await t.deps.pool.query('DELETE FROM decks');
  await t.call(setLess, { body: { appId: ids.get('c1') ?? '', less: true } }, member);
  const titles = (await feed.deal(member, deck)).join(' ');
  expect(titles).toBe('d2 c2 b1 b2 c1 d1 a1 a2');
  await t.call(setLess, { body: { appId: ids.get('a1') ?? '', less: true } }, member);
  expect((await feed.deal(member, deck)).join(' ')).toBe('c2 b1 b2 c1 d1 d2 a1 a2');
});

test.each([true, false])(
  'deals unwanted apps later even if no like leads to others, category turns: %s',
  async (isDiverse) => {
    await qualify();
    await feed.set({ appsPerPage: 3, categoryDiversityEnabled: isDiverse });
    await feed.see(member, ids.get('a1'), ids.get('a2'));
    await pair('b1', 'b2', 90);
    await t.call(setLess, { body: { appId: ids.get('b1') ?? '', less: true } }, member);
    expect((await feed.deal(member, deck)).join(' ')).toBe('c1 c2 d1 d2 b1 b2 a1 a2');
  },
);

test('deals unseen apps first under the algorithm simple too', async () => {
  await qualify();
  await feed.set({ algorithmType: 'simple', appsPerPage: 8 });
  await feed.see(member, ids.get('a1'), ids.get('a2'));
  expect((await deal()).cards.map((card) => card.split(' ')[1])).toEqual([
    ...Array.from({ length: 6 }, () => 'fresh'),
    ...Array.from({ length: 2 }, () => 'recycled'),
  ]);
});

test('deals a better app that no like leads to before an app with a weak lift', async () => {
  await qualify();
  await cast('a1');
  await feed.see(member, ids.get('a1'));
  await pair('a1', 'd2', 0.1);
  await pair('a1', 'd1', 90);
  expect((await feed.deal(member, deck))[0]).toBe('d1 a2 b1 c1');
});

test('all apps to avoid count against others, even the oldest one', async () => {
  await qualify();
  await cast('a1');
  await pair('a1', 'd2', 90);
  await pair('a1', 'd1', 80);
  await pair('c1', 'd2', 95);
  await t.call(setLess, { body: { appId: ids.get('c1') ?? '', less: true } }, member);
  t.clock.advance(1_000);
  await t.deps.pool.query(
    `WITH added AS (INSERT INTO apps (id, title, description, url, category)
       SELECT gen_random_uuid(), 'x', 'x', 'https://x.example/' || n, 'Games' FROM generate_series(2, $2::int) AS n RETURNING id)
     INSERT INTO avoided_apps SELECT $1, id, $3 FROM added`,
    [member.user?.id, AVOIDED_MAX, t.clock.now],
  );
  expect((await deal()).cards[0]).toBe('d1 paired a1');
});

test('a hidden liked app leads to no others', async () => {
  await qualify();
  await cast('a1 c1');
  await pair('a1', 'd2', 90);
  await pair('c1', 'd1', 80);
  await t.deps.pool.query("UPDATE apps SET category = 'Games' WHERE title = 'a1'");
  expect((await deal()).cards[0]).toBe('d2 paired a1');
  await t.call(hide, { body: { kind: 'category', value: 'Games' } }, member);
  const { cards } = await deal();
  expect(cards[0]).toBe('d1 paired c1');
  expect(cards.join()).not.toContain('a1');
  const { leads } = (await t.call(readTaste, {}, member)).body;
  expect(leads.map(({ title }) => title)).toEqual(['c1']);
});

test('a hand computed during a change of the taste follows the new taste', async () => {
  await qualify();
  await feed.set({ appsPerPage: 1 });
  await cast('a1');
  await pair('a1', 'd2', 90);
  await pair('a1', 'd1', 80);
  const { cursor } = await deal();
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [member.user?.id]);
    const dealing = deal(cursor);
    await untilBlocked(t.deps.pool);
    await client.query('INSERT INTO avoided_apps VALUES ($1, $2, now())', [member.user?.id, ids.get('d1')]);
    await client.query('COMMIT');
    expect((await dealing).cards).not.toContain('d1 paired a1');
  } finally {
    client.release();
  }
});

test('remaining cards of a hand are not dealt after a change of the taste', async () => {
  await qualify();
  await feed.set({ appsPerPage: 2 });
  ids = new Map([...ids, ...(await feed.addRanked(Array.from({ length: 40 }, (_, n) => `e${n}`).join(' ')))]);
  await t.deps.pool.query("UPDATE apps SET category = 'Games'");
  await cast('a1');
  await feed.see(member, ids.get('a1'));
  const led = [...ids.keys()].filter((title) => title !== 'a1');
  for (const [index, title] of led.entries()) await pair('a1', title, 100 * (90 - index));
  let { cards, cursor } = await deal();
  for (let page = 2; page <= 8; page += 1) ({ cursor } = await deal(cursor));
  // One of the last two cards of the hand leaves, so the next page needs a new hand after the other card.
  await t.deps.pool.query("UPDATE apps SET status = 'rejected' WHERE title = $1", [led[16]]);
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN; LOCK TABLE strongest_pairs');
    const dealing = deal(cursor);
    await untilBlocked(t.deps.pool);
    await t.call(setLess, { body: { appId: ids.get(led[17] ?? '') ?? '', less: true } }, member);
    await client.query('COMMIT');
    ({ cards } = await dealing);
  } finally {
    client.release(true);
  }
  expect(cards).toEqual([`${led[18]} paired a1`, `${led[19]} paired a1`]);
});

test('after deleting the taste, deals apps by like rate, one of each category', async () => {
  await qualify();
  await cast('a1');
  await pair('a1', 'd2', 90);
  await feed.see(member, ids.get('a1'));
  await t.call(clearTaste, { body: {} }, member);
  expect((await deal()).cards).toEqual(['a2 fresh', 'b1 fresh', 'c1 fresh', 'd1 fresh']);
});

test('a deleted taste leaves no liked app in the deal log', async () => {
  await qualify();
  await feed.set({ appsPerPage: 1 });
  await cast('a1');
  for (const [index, other] of ['d2', 'd1', 'c2'].entries()) await pair('a1', other, 90 - 10 * index);
  const logged = async () => {
    const { deckPages } = (await t.call(downloadData, {}, member)).body;
    return deckPages.map(({ because }) => because?.[0] ?? null);
  };
  t.clock.advance(1_000);
  const first = await deal();
  await deal((await deal(first.cursor)).cursor);
  const unlogged = await deal();
  const a1 = ids.get('a1');
  expect(await logged()).toEqual([a1, a1, a1]);
  expect((await t.call(clearTaste, { body: {} }, member)).status).toBe(204);
  expect(await logged()).toEqual([null, null, null]);
  await deal(unlogged.cursor);
  expect(await logged()).toEqual(Array(5).fill(null));
});

test('a page dealt while the taste is being deleted leaves no liked app in the deal log', async () => {
  await qualify();
  await feed.set({ appsPerPage: 1 });
  await cast('a1');
  for (const [index, other] of ['d2', 'd1', 'c2'].entries()) await pair('a1', other, 90 - 10 * index);
  t.clock.advance(1_000);
  const { cursor } = await deal((await deal()).cursor);
  const client = await t.deps.pool.connect();
  try {
    // The page is stored, and its transaction still runs.
    await client.query('BEGIN');
    await client.query('SELECT FROM hands FOR UPDATE');
    await client.query(
      `INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, because, dealt_at)
       SELECT deck_id, day, 3, app_ids, reasons, because, dealt_at FROM deck_pages WHERE page = 2`,
    );
    const cleared = t.call(clearTaste, { body: {} }, member);
    await untilBlocked(t.deps.pool);
    await client.query('COMMIT');
    expect((await cleared).status).toBe(204);
  } finally {
    client.release(true);
  }
  await deal(cursor);
  const { rows } = await t.deps.pool.query('SELECT FROM deck_pages WHERE because IS NOT NULL');
  expect(rows).toEqual([]);
});

test('the tile shows the apps that likes lead to', async () => {
  await qualify();
  await cast('a1');
  await pair('a1', 'd2', 90);
  const [tile] = (await t.call(listDecks, {}, member)).body;
  expect(tile).toMatchObject({ id: deck, title: 'For you', apps: 8 });
  expect(tile?.covers.map(({ title }) => title)).toEqual(['d2']);
});

test('the preview names the liked apps', async () => {
  await qualify();
  await cast('a1');
  await pair('a1', 'd2', 90);
  const query = { ...defaultAlgorithm, categoryDiversityEnabled: 'true', deck, user: member.user?.id ?? '' };
  const { body } = await t.call(feedPreview, { query }, await t.person('admin'));
  expect(body[0]).toMatchObject({ title: 'd2', reason: 'paired', because: { title: 'a1' } });
});

test('in random worlds, each reason names the liked app that leads to the card most strongly', {
  tags: 'long',
}, async () => {
  const { cases, seed } = drawn(12, 7);
  const random = sequence(seed);
  const pick = (share: number) => [...ids.keys()].filter(() => random() < share);
  await qualify();
  let reasons = 0;
  for (let turn = 0; turn < cases; turn += 1) {
    await t.deps.pool.query('TRUNCATE strongest_pairs, avoided_apps, seen_apps');
    await t.deps.pool.query("DELETE FROM votes WHERE vote_type = 'up'");
    const [liked, avoided] = [pick(0.4), pick(0.2)];
    await cast(liked.join(' '));
    for (const title of avoided)
      await t.call(setLess, { body: { appId: ids.get(title) ?? '', less: true } }, member);
    const lifts = new Map<string, number>();
    for (const one of ids.keys())
      for (const other of ids.keys()) {
        if (one === other || random() < 0.5) continue;
        lifts.set(`${one} ${other}`, random() * 5);
        await pair(one, other, lifts.get(`${one} ${other}`) ?? 0);
      }
    for (let { cards, cursor } = await deal(); cards.length > 0; { cards, cursor } = await deal(cursor)) {
      for (const [title, reason, named] of cards.map((card) => card.split(' '))) {
        if (reason !== 'paired') continue;
        const leads = liked
          .filter((lead) => !avoided.includes(lead))
          .map((lead) => ({ lead, lift: lifts.get(`${lead} ${title}`) ?? 0 }))
          .toSorted((one, other) => other.lift - one.lift);
        expect(leads[0]?.lift).toBeGreaterThan(0);
        expect(named, `turn ${turn}, seed ${seed}`).toBe(leads[0]?.lead);
        reasons += 1;
      }
      if (cursor === 'undefined') break;
    }
  }
  expect(reasons).toBeGreaterThan(cases);
});
