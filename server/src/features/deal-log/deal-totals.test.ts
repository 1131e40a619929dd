import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { purge } from '../../testing/purge-expired.ts';
import { countDealtCards, dealLogPurges } from './deal-log.job.ts';
import { type FeedFixture, feedFixture } from '../feed/feed.fixture.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let t: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query("TRUNCATE deal_totals; UPDATE deals_counted SET until = 'epoch'");
  await feed.reset();
  await feed.set({ appsPerPage: 2, categoryDiversityEnabled: false });
  await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
});

const count = (now = t.clock.now) => countDealtCards(t.deps.db, now, () => false);
const countAll = async () => {
  t.clock.advance(2 * MINUTE_MS);
  await count();
};
const rotate = (dealLogDays = 30) => {
  const config = { ...t.deps.config, retention: { ...t.deps.config.retention, dealLogDays } };
  return purge({ app: t.app, deps: { ...t.deps, config } }, dealLogPurges);
};
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** Returns the totals per app id. */
async function readTotals(): Promise<Map<string, number>> {
  const { rows } = await t.deps.pool.query<{ app_id: string; dealt: number }>(
    'SELECT app_id, sum(dealt)::int AS dealt FROM deal_totals GROUP BY 1',
  );
  return new Map(rows.map(({ app_id, dealt }) => [app_id, dealt]));
}

async function sumOfTotals(): Promise<number> {
  return [...(await readTotals()).values()].reduce((sum, dealt) => sum + dealt, 0);
}

/** Deals two pages and returns the id of the stored deck. */
async function deal(person: Person): Promise<string> {
  await feed.page(person, (await feed.page(person)).next);
  const { rows } = await t.deps.pool.query<{ id: string }>('SELECT id FROM decks WHERE user_id = $1', [
    person.user?.id,
  ]);
  return rows[0]?.id ?? '';
}

/** Stores a page of one app in an open transaction. */
async function insertPage(client: pg.PoolClient, deckId: string): Promise<void> {
  await client.query('BEGIN');
  await client.query(
    `INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, dealt_at)
     SELECT id, day, 99, ARRAY[$2::uuid], 'f', $3 FROM decks WHERE id = $1`,
    [deckId, newId(), t.clock.now],
  );
}

test('count each app per day and reason, and stay when the log is dropped', async () => {
  await rotate();
  const [one, other] = [await t.person('member'), await t.person('guest')];
  const day = dayOf(t.clock.now);
  await deal(one);
  await deal(other);
  await countAll();
  await count();
  const readRows = async () =>
    (
      await t.deps.pool.query(
        `SELECT day::text, title, reason, dealt FROM deal_totals JOIN apps ON apps.id = app_id ORDER BY title`,
      )
    ).rows;
  const totals = ['a1', 'a2', 'a3', 'a4'].map((title) => ({ day, title, reason: 'f', dealt: 2 }));
  expect(await readRows()).toEqual(totals);
  t.clock.advance(31 * DAY_MS);
  await rotate();
  expect((await t.deps.pool.query('SELECT FROM deck_pages')).rowCount).toBe(0);
  expect(await readRows()).toEqual(totals);
});

test('count a page that was stored late once', async () => {
  const deckId = await deal(await t.person('member'));
  await countAll();
  const writer = await t.deps.pool.connect();
  try {
    await insertPage(writer, deckId);
    t.clock.advance(MINUTE_MS);
    await count();
    await writer.query('COMMIT');
  } finally {
    writer.release();
  }
  expect(await sumOfTotals()).toBe(4);
  await countAll();
  await countAll();
  expect(await sumOfTotals()).toBe(5);
});

test('count a page once although the clock of another node is slow', async () => {
  await deal(await t.person('member'));
  await countAll();
  await count(new Date(t.clock.now.getTime() - MINUTE_MS));
  await countAll();
  expect(await sumOfTotals()).toBe(4);
});

test('count a page that is stored while its partition is being dropped', async () => {
  await rotate();
  const deckId = await deal(await t.person('member'));
  t.clock.advance(31 * DAY_MS);
  // Creates the new partitions: only the drop is left to wait for the writer.
  await rotate(60);
  await count();
  const writer = await t.deps.pool.connect();
  try {
    await insertPage(writer, deckId);
    const rotated = rotate();
    await untilBlocked(t.deps.pool);
    await writer.query('COMMIT');
    await rotated;
  } finally {
    writer.release();
  }
  expect((await t.deps.pool.query('SELECT FROM deck_pages')).rowCount).toBe(0);
  expect(await sumOfTotals()).toBe(5);
});

test('count pages once that are deleted with their viewer', async () => {
  const [one, other] = [await t.person('member'), await t.person('member')];
  await deal(one);
  await countAll();
  await deal(other);
  for (const { user } of [one, other]) await t.deps.pool.query('DELETE FROM users WHERE id = $1', [user?.id]);
  await countAll();
  expect(await sumOfTotals()).toBe(8);
});

test('stay exact while viewers page or are deleted and two nodes count', async () => {
  const expected = new Map<string, number>();
  const viewers = await Promise.all(Array.from({ length: 6 }, () => t.person('guest')));
  const cursors = new Map<Person, string>();
  const dealOrDelete = async (viewer: Person) => {
    const cursor = cursors.get(viewer);
    const { body, headers } = await t.call(
      listFeed,
      { query: cursor === undefined ? {} : { cursor } },
      viewer,
    );
    for (const { id } of body) expected.set(id, (expected.get(id) ?? 0) + 1);
    cursors.set(viewer, String(headers[NEXT_CURSOR_HEADER]));
    if (headers[END_CURSOR_HEADER] !== undefined)
      await t.deps.pool.query('DELETE FROM users WHERE id = $1', [viewer.user?.id]);
  };
  // Viewers start in different rounds, so that some page while others are deleted.
  for (let round = 0; round < 9; round += 1) {
    t.clock.advance(MINUTE_MS);
    const active = viewers.slice(Math.max(0, round - 3), round + 1);
    await Promise.all([count(), ...active.map(dealOrDelete), count()]);
  }
  expect((await t.deps.pool.query('SELECT FROM decks')).rowCount).toBe(0);
  await countAll();
  expect(await readTotals()).toEqual(expected);
  expect(expected.size).toBe(8);
});
