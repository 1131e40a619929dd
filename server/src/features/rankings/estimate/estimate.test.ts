import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed';
import { recordInteractions } from '@zapdeck/contract/interactions';
import {
  ESTIMATE_DAYS,
  ESTIMATE_LIKES_MIN,
  ESTIMATE_PEOPLE_MIN,
  likeEstimate,
} from '@zapdeck/contract/previews';
import { castVote } from '@zapdeck/contract/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/columns.ts';
import { sentBy } from '../../../testing/statement-plans.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';
import { type FeedFixture, feedFixture } from '../../feed/feed.fixture.ts';

const DAY_MS = 24 * 3_600_000;
/** The best apps are liked, and the others are not. */
const GOOD = ['a1', 'a2', 'a3', 'a4'];
const BAD = ['b5', 'b6', 'b7', 'b8'];

let t: TestApp;
let feed: FeedFixture;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('DELETE FROM users WHERE NOT is_admin');
  await feed.reset();
  await feed.set({ appsPerPage: 4, categoryDiversityEnabled: false });
  await feed.addRanked([...GOOD, ...BAD].join(' '));
  await t.deps.pool.query('UPDATE apps SET upvotes = 40, views = 100 WHERE title = ANY ($1)', [GOOD]);
  await t.deps.pool.query('UPDATE apps SET upvotes = 0, views = 100 WHERE title = ANY ($1)', [BAD]);
});

/** Opens the deck, looks at its first cards and likes them. */
async function visit(person: Person, { cards = 2, likes = 1, deck = 'best' } = {}): Promise<void> {
  const { body, headers } = await t.call(listFeed, { query: { deck } }, person);
  t.clock.advance(1_000);
  const seen = body.slice(0, cards).map(({ id }) => id);
  const interactions = seen.map((appId) => ({ appId, interactionType: 'view' as const, duration: 1_000 }));
  const cursor = String(headers[NEXT_CURSOR_HEADER]);
  const recorded = { interactions, batchId: newId(), userId: person.user?.id ?? '', cursor };
  expect((await t.call(recordInteractions, { body: recorded }, person)).status).toBe(201);
  for (const appId of seen.slice(0, likes))
    expect((await t.call(castVote, { body: { appId, voteType: 'up' } }, person)).status).toBe(200);
  t.clock.advance(1_000);
}

async function visitors(count: number, options: Parameters<typeof visit>[1] = {}): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => t.person('member')));
  for (const person of people) await visit(person, options);
  return people;
}

async function ask(query: Parameters<typeof t.call<typeof likeEstimate>>[1]['query'] = {}) {
  const { status, body } = await t.call(likeEstimate, { query }, admin);
  expect(status).toBe(200);
  return body;
}

const worstFirst = { upvoteWeight: -10 };

describe('the estimate', () => {
  test('is 1 for the settings in force', async () => {
    await visitors(ESTIMATE_PEOPLE_MIN);
    const { people, visits, likes, estimate } = await ask();
    expect({ people, visits, likes }).toEqual({ people: 30, visits: 30, likes: 30 });
    expect(estimate).toMatchObject({ ratio: 1, low: 1, high: 1 });
    expect(estimate?.before).toBeCloseTo(0.5, 1);
  });

  test('expects fewer likes if apps come first that people do not like', async () => {
    await visitors(ESTIMATE_PEOPLE_MIN);
    const { estimate } = await ask(worstFirst);
    expect(estimate?.high).toBeLessThan(0.5);
    expect(await ask(worstFirst)).toEqual(await ask(worstFirst));
  });

  test('takes parameters, and changes nothing', async () => {
    await visitors(ESTIMATE_PEOPLE_MIN, { cards: 4, likes: 4 });
    const before = await t.deps.pool.query('SELECT * FROM apps ORDER BY id');
    const { estimate } = await ask({ algorithmType: 'simple', appsPerPage: 8 });
    expect(estimate?.ratio).toBeCloseTo(1, 1);
    expect((await t.deps.pool.query('SELECT * FROM apps ORDER BY id')).rows).toEqual(before.rows);
  });

  test('deals neither rejected nor hidden apps', async () => {
    const people = await visitors(ESTIMATE_PEOPLE_MIN);
    await t.deps.pool.query(`UPDATE apps SET status = 'rejected' WHERE title = ANY ($1)`, [BAD.slice(0, 2)]);
    await t.deps.pool.query(
      `INSERT INTO hidden (user_id, kind, value) SELECT id, 'category', 'b' FROM users WHERE id = ANY ($1)`,
      [people.map(({ user }) => user?.id)],
    );
    // Only the liked apps are left, in another order.
    expect((await ask(worstFirst)).estimate?.ratio).toBeGreaterThan(0.5);
  });

  test('reads visits of the last seven days', async () => {
    await visitors(ESTIMATE_PEOPLE_MIN);
    t.clock.advance((ESTIMATE_DAYS - 1) * DAY_MS);
    admin = await t.signInAgain(admin);
    expect((await ask()).visits).toBe(30);
    t.clock.advance(DAY_MS);
    admin = await t.signInAgain(admin);
    expect((await ask()).visits).toBe(0);
  });

  test('counts the cards up to the last one that was seen, once', async () => {
    const [person] = await visitors(1, { cards: 2 });
    if (!person) throw new Error('No person');
    await visit(person, { cards: 1, likes: 0 });
    await visitors(ESTIMATE_PEOPLE_MIN - 1);
    // The third and the fourth card were dealt in both visits, and one of them was seen in the second.
    const { visits, estimate } = await ask();
    expect(visits).toBe(31);
    expect(estimate).not.toBeNull();
  });
});

describe('without enough data', () => {
  test('there is no estimate for few people', async () => {
    await visitors(ESTIMATE_PEOPLE_MIN - 1, { cards: 4, likes: 4 });
    expect(await ask(worstFirst)).toEqual({ people: 29, visits: 29, likes: 116, estimate: null });
  });

  test('there is no estimate for few likes', async () => {
    await visitors(ESTIMATE_PEOPLE_MIN, { likes: 0 });
    const found = await ask(worstFirst);
    expect(found).toMatchObject({ people: 30, likes: 0, estimate: null });
    expect(found.likes).toBeLessThan(ESTIMATE_LIKES_MIN);
  });

  test('visits of guests and to other decks do not count', async () => {
    await visit(await t.person('guest'), { likes: 0 });
    await visitors(1, { deck: 'new' });
    expect(await ask()).toEqual({ people: 0, visits: 0, likes: 0, estimate: null });
  });
});

test('sends the same number of statements for any number of people', async () => {
  const count = async () => (await sentBy(t.deps.pool, () => ask(worstFirst))).length;
  await visitors(2);
  const few = await count();
  await visitors(ESTIMATE_PEOPLE_MIN);
  expect(await count()).toBe(few);
});

test('an admin gets one estimate at a time', async () => {
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE decks IN ACCESS EXCLUSIVE MODE');
    const first = t.call(likeEstimate, { query: {} }, admin);
    await untilBlocked(t.deps.pool);
    expect((await t.call(likeEstimate, { query: {} }, admin)).error.code).toBe('unavailable');
    await client.query('ROLLBACK');
    expect((await first).status).toBe(200);
  } finally {
    // Ends the transaction if the test has failed.
    client.release(true);
  }
});
