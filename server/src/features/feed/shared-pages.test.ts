import { defaultAlgorithm } from '@zapdeck/contract/settings';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { previewPage } from './feed.ts';
import { readFrontier, untilChangesAreSettled } from './frontier.fixture.ts';
import { changedMax, WALKED_MAX } from './unseen.ts';

const APPS = 5_200;
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
  await pool.query('TRUNCATE apps CASCADE');
  await pool.query(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, views)
     SELECT gen_random_uuid(), 'App ' || n, 'One of many', 'https://' || n || '.example.org/',
       (ARRAY['Games', 'Design', 'News', 'Travel'])[1 + n % 4], $1, 'approved', (n * 7919) % 300, (n * 31) % 400
     FROM generate_series(1, $2::int) AS n`,
    [ownerId, APPS],
  );
  await pool.query('ANALYZE apps');
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

/** Whether the statement walks past a long history. */
const isWalk = (text: string) =>
  text.includes('AS walked FROM apps') && !/feed_frontiers|0 AS walked/.test(text);

const params = { ...defaultAlgorithm, recycledContentThreshold: 100 };
const pageOf = (viewerId: string) => previewPage(test.deps.db, viewerId, params, NOW);

it('gives everybody the page that they would be given alone, whatever each has seen', async () => {
  const { db, pool } = test.deps;
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
  expect(await readFrontier(db, many)).toBeDefined();
  expect(await readFrontier(db, few)).toBeUndefined();
  await pool.query('UPDATE apps SET upvotes = upvotes + 40 WHERE approval_no % 40 = 3');
  await pool.query("UPDATE apps SET status = 'rejected' WHERE approval_no % 90 = 5");

  const everybody = [...people, withoutFrontier];
  const query = vi.spyOn(pool, 'query');
  const together = await Promise.all(everybody.map(pageOf));
  const texts = query.mock.calls.map(([config]) => (config as unknown as { text: string }).text);
  query.mockRestore();
  expect(texts.filter((text) => text.includes('feed_frontiers AS frontier'))).toHaveLength(1);
  expect(texts.filter((text) => text.includes('NOT IN (SELECT app_id') && !isWalk(text))).toHaveLength(1);

  const alone = [];
  for (const id of everybody) alone.push(await pageOf(id));
  expect(together).toEqual(alone);
  expect(new Set(together.map((page) => page.map(({ candidate }) => candidate.id).join())).size).toBe(
    new Set(everybody).size - 1,
  );
  expect(together[everybody.indexOf(none)]).toEqual(together[5]);
});

it('whoever is too far behind walks by themselves, and gets the same page', async () => {
  const { db, pool } = test.deps;
  const [changed, passed, other] = [await viewer(MANY), await viewer(MANY), await viewer(MANY, 3)];
  for (const id of [changed, passed, other]) await pageOf(id);
  const before = await readFrontier(db, passed);
  // All but the worst, by any other way than a first page.
  await pool.query(
    `INSERT INTO seen_apps (user_id, app_id)
     SELECT $1, id FROM apps ORDER BY ranking_score DESC LIMIT $2::int - 30 ON CONFLICT DO NOTHING`,
    [passed, APPS],
  );
  expect(await readFrontier(db, passed)).toEqual(before);
  const [first] = await Promise.all([pageOf(passed), pageOf(other)]);
  expect(APPS - MANY).toBeGreaterThan(WALKED_MAX);
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM apps WHERE id NOT IN (SELECT app_id FROM seen_apps WHERE user_id = $1)',
    [passed],
  );
  const left = rows.map(({ id }) => id);
  expect(first).toHaveLength(20);
  expect(first.filter(({ candidate }) => !left.includes(candidate.id))).toEqual([]);
  expect((await readFrontier(db, passed))?.holes).not.toEqual(before?.holes);

  await pool.query('UPDATE apps SET upvotes = upvotes + 1');
  expect(APPS).toBeGreaterThan(changedMax(MANY));
  const both = await Promise.all([pageOf(changed), pageOf(other)]);
  expect(both).toEqual([await pageOf(changed), await pageOf(other)]);
});

it('who asks several times while too far behind is walked for once', async () => {
  const { pool } = test.deps;
  const id = await viewer(MANY);
  await pageOf(id);
  await pool.query('UPDATE apps SET upvotes = upvotes + 1');
  await untilChangesAreSettled(pool);
  const query = vi.spyOn(pool, 'query');
  const pages = await Promise.all([pageOf(id), pageOf(id), pageOf(id)]);
  const texts = query.mock.calls.map(([config]) => (config as unknown as { text: string }).text);
  query.mockRestore();
  expect(texts.filter(isWalk)).toHaveLength(1);
  expect(new Set(pages.map((page) => page.map(({ candidate }) => candidate.id).join())).size).toBe(1);
});

it('who asks several times is answered each time, though the walk of another failed or its frontier does not hold', async () => {
  const { pool } = test.deps;
  const id = await viewer(MANY);
  await pageOf(id);
  const writer = await pool.connect();
  try {
    // As long as it is open, whatever changes from now on may have changed after any frontier.
    await writer.query('BEGIN');
    await writer.query('SELECT pg_current_xact_id()');
    await pool.query('UPDATE apps SET upvotes = upvotes + 1');
    const send = pool.query.bind(pool);
    const query = vi.spyOn(pool, 'query');
    const isText = (config: unknown) => isWalk((config as { text: string }).text);
    let failing = 1;
    query.mockImplementation((...given) => {
      if (isText(given[0]) && failing > 0) {
        failing -= 1;
        throw new Error('cut off');
      }
      return send(...given);
    });
    const pages = await Promise.allSettled([pageOf(id), pageOf(id), pageOf(id)]);
    const walks = query.mock.calls.filter(([config]) => isText(config));
    query.mockRestore();
    expect(pages.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
    expect(walks).toHaveLength(3);
    expect(await pageOf(id)).toHaveLength(defaultAlgorithm.appsPerPage);
  } finally {
    await writer.query('ROLLBACK');
    writer.release();
  }
});
