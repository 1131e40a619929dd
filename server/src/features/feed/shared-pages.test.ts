import { defaultAlgorithm } from '@zapdeck/contract/settings';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { previewPage } from './feed.ts';
import { readFrontier, untilChangesAreSettled } from './unseen/frontier.fixture.ts';
import { CHANGED_MAX } from './unseen/unseen-sql.ts';
import { onOne } from '../../db/read-pool.ts';

const APPS = 2_600;
const NOW = new Date('2026-06-01T12:00:00Z');
/** Fewer than a frontier is kept for, and more. */
const FEW = 60;
const MANY = 400;

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  const { pool } = test.deps;
  const ownerId = (await test.person('member')).user?.id;
  const client = await pool.connect();
  // Longer than people may wait.
  await client.query('SET statement_timeout = 0');
  await client.query('TRUNCATE apps CASCADE');
  await client.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, views)
     SELECT gen_random_uuid(), 'App ' || n, 'One of many', 'https://' || n || '.example.org/',
       (ARRAY['Games', 'Design', 'News', 'Travel'])[1 + n % 4], $1, 'approved', (n * 7919) % 300, (n * 31) % 400
     FROM generate_series(1, $2::int) AS n`,
    [ownerId, APPS],
  );
  await client.query('ANALYZE apps');
  client.release(true);
  await untilChangesAreSettled(pool);
});

/** Somebody who has seen so many of the best apps, but for every so-manieth. */
async function viewer(seen: number, every = 7): Promise<string> {
  const id = (await test.person(seen === 0 ? 'guest' : 'member')).user?.id ?? '';
  await test.deps.pool.query(
    `INSERT INTO seen_apps (user_id, app_id)
     SELECT $1, id FROM (SELECT id, row_number() OVER (ORDER BY ranking_score DESC, id) AS n FROM apps) AS ranked
     WHERE n % $3 <> 0 LIMIT $2`,
    [id, seen, every],
  );
  return id;
}

const params = { ...defaultAlgorithm, recycledContentThreshold: 100 };
const pageOf = (viewerId: string) => previewPage(onOne(test.deps.db), viewerId, params, NOW);

it('gives everybody the page that they would be given alone, whatever each has seen', async () => {
  const { pool } = test.deps;
  const people = [
    await viewer(0),
    await viewer(FEW),
    await viewer(MANY),
    await viewer(FEW, 3),
    await viewer(MANY, 2),
    await viewer(0),
    await viewer(MANY, 11),
    await viewer(FEW, 50),
  ];
  const [none, few, many] = people as [string, string, string];
  const withoutFrontier = await viewer(MANY, 5);
  for (const id of people) await pageOf(id);
  expect(await readFrontier(pool, many)).toBeDefined();
  expect(await readFrontier(pool, few)).toBeUndefined();
  await pool.query('UPDATE apps SET upvotes = upvotes + 40 WHERE approval_no % 40 = 3');
  await pool.query("UPDATE apps SET status = 'rejected' WHERE approval_no % 90 = 5");

  const everybody = [...people, withoutFrontier];
  const query = vi.spyOn(pool, 'query');
  const together = await Promise.all(everybody.map(pageOf));
  // The queue's own statements are plain text.
  const texts = query.mock.calls.map(([config]) => (config as unknown as { text?: string }).text ?? '');
  query.mockRestore();
  const isPlain = (text: string) =>
    text.includes('NOT IN (SELECT app_id') && !text.includes('feed_frontiers');
  expect(texts.filter((text) => text.includes('feed_frontiers AS frontier'))).toHaveLength(1);
  // Of those who have seen little, and of the one whose frontier is stored by it.
  expect(texts.filter(isPlain)).toHaveLength(2);

  const alone = [];
  for (const id of everybody) alone.push(await pageOf(id));
  expect(together).toEqual(alone);
  expect(new Set(together.map((page) => page.map(({ candidate }) => candidate.id).join())).size).toBe(
    new Set(everybody).size - 1,
  );
  expect(together[everybody.indexOf(none)]).toEqual(together[5]);
});

it('whoever is too far behind is read for plainly, and gets the same page', async () => {
  const { pool } = test.deps;
  const [changed, passed, other] = [await viewer(MANY), await viewer(MANY), await viewer(MANY, 3)];
  for (const id of [changed, passed, other]) await pageOf(id);
  const before = await readFrontier(pool, passed);
  // All but the worst, by any other way than a first page.
  await pool.query(
    `INSERT INTO seen_apps (user_id, app_id)
     SELECT $1, id FROM apps ORDER BY ranking_score DESC LIMIT $2::int - 30 ON CONFLICT DO NOTHING`,
    [passed, APPS],
  );
  expect(await readFrontier(pool, passed)).toEqual(before);
  const [first] = await Promise.all([pageOf(passed), pageOf(other)]);
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM apps WHERE id NOT IN (SELECT app_id FROM seen_apps WHERE user_id = $1)',
    [passed],
  );
  const left = rows.map(({ id }) => id);
  expect(first).toHaveLength(20);
  expect(first.filter(({ candidate }) => !left.includes(candidate.id))).toEqual([]);
  expect((await readFrontier(pool, passed))?.gaps).not.toEqual(before?.gaps);

  await pool.query('UPDATE apps SET upvotes = upvotes + 1');
  expect(APPS).toBeGreaterThan(CHANGED_MAX);
  const both = await Promise.all([pageOf(changed), pageOf(other)]);
  expect(both).toEqual([await pageOf(changed), await pageOf(other)]);
});
