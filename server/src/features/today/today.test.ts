import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { daysAhead, nextToday, readToday, setToday } from '@zapdeck/contract/feed/today';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holdLock } from '../../db/advisory-locks.ts';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';
import { chooseToday } from './choose-today.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('TRUNCATE apps, daily_picks, trending_scores CASCADE');
  admin = await t.person('admin');
});

const choose = () => chooseToday(t.deps.db, t.clock.now);
const dayIn = (days: number) => new Date(t.clock.now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Adds apps with these titles; each is more trending than the next. Returns their ids. */
async function addTrending(...titles: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const title of titles) ids.push((await t.addApp({ title })).id);
  await t.deps.pool.query(
    'INSERT INTO trending_scores SELECT id, 1.0 / place FROM unnest($1::uuid[]) WITH ORDINALITY AS app (id, place)',
    [ids],
  );
  return ids;
}

const addTen = () => addTrending('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j');
const pick = (day: string, appId: string | undefined) =>
  t.deps.pool.query('INSERT INTO daily_picks VALUES ($1, $2, $3)', [day, appId, t.clock.now]);
const setStatus = (title: string, status: string) =>
  t.deps.pool.query('UPDATE apps SET status = $2 WHERE title = $1', [title, status]);

async function archive(query: { before?: string; limit?: number } = {}): Promise<string[]> {
  const { body } = await t.call(readToday, { query }, visitor);
  return body.map(({ date, app }) => `${date} ${app?.title ?? '-'}`);
}

const set = (date: string, appId: string | null, as = admin) =>
  t.call(setToday, { params: { date }, body: { appId } }, as);

/** Calls `act`, and stores the app of today from another node while that call waits. */
async function whileChosen<T>(appId: string | undefined, act: () => Promise<T>): Promise<T> {
  const other = await t.deps.pool.connect();
  try {
    await other.query('BEGIN');
    await holdLock(drizzle(other), 'today');
    const acting = act();
    await untilBlocked(t.deps.pool);
    await other.query('INSERT INTO daily_picks VALUES ($1, $2, $3)', [dayIn(0), appId, t.clock.now]);
    await other.query('COMMIT');
    return await acting;
  } finally {
    other.release();
  }
}

describe('the app of the day', () => {
  test('is the best trending app that was never chosen, and stays for the day', async () => {
    const [first] = await addTen();
    await pick(dayIn(-1), first);
    await choose();
    const today = `${dayIn(0)} b`;
    expect(await archive()).toEqual([today, `${dayIn(-1)} a`]);
    await t.deps.pool.query(
      "UPDATE trending_scores SET score = 2 WHERE app_id = (SELECT id FROM apps WHERE title = 'c')",
    );
    await choose();
    expect(await archive({ limit: 1 })).toEqual([today]);
    t.clock.advance(DAY_MS);
    await choose();
    expect(await archive({ limit: 1 })).toEqual([`${dayIn(0)} c`]);
  });

  test('is the same when several nodes choose at once', async () => {
    await addTen();
    await Promise.all(Array.from({ length: 6 }, choose));
    expect(await archive()).toEqual([`${dayIn(0)} a`]);
  });

  test('is not chosen again by a node that waited for another one', async () => {
    const [, second] = await addTen();
    await whileChosen(second, choose);
    expect(await archive()).toEqual([`${dayIn(0)} b`]);
  });

  test('is the one chosen longest ago, at least 30 days, when all were chosen', async () => {
    const ids = await addTen();
    for (const [index, id] of ids.entries()) await pick(dayIn(-20 - index), id);
    await pick(dayIn(-1), ids.at(-1));
    for (const [index, title] of ['unreachable', 'rejected'].entries())
      await pick(dayIn(-40 - index), (await t.addApp({ title })).id);
    await t.deps.pool.query("UPDATE apps SET frame_status = 'unreachable' WHERE title = 'unreachable'");
    await setStatus('rejected', 'rejected');
    await choose();
    // j was chosen 29 days ago, and again yesterday.
    expect((await archive())[0]).toBe(`${dayIn(-1)} j`);
    t.clock.advance(3 * DAY_MS);
    await choose();
    // h was chosen 30 days ago, i 31.
    expect((await archive())[0]).toBe(`${dayIn(0)} i`);
  });

  test('does not exist with fewer than ten approved apps', async () => {
    await addTen();
    await setStatus('j', 'pending');
    await choose();
    expect(await archive()).toEqual([]);
    await setStatus('j', 'approved');
    await choose();
    expect(await archive()).toEqual([`${dayIn(0)} a`]);
  });

  test('is chosen when the tenth app is approved', async () => {
    const other = await openTestApp({ runsJobs: true });
    try {
      const moderator = await other.person('admin');
      for (let count = 1; count < 10; count += 1) await other.addApp();
      const { id } = await other.addApp({ status: 'pending' });
      await other.call(setAppStatus, { params: { id }, body: { status: 'approved' } }, moderator);
      const days = async () => (await other.call(readToday, { query: {} }, visitor)).body.length;
      await expect.poll(days, { timeout: 10_000 }).toBe(1);
    } finally {
      await other.close();
    }
  });

  test('is never an unreachable app', async () => {
    await addTen();
    await t.deps.pool.query("UPDATE apps SET frame_status = 'unreachable' WHERE title = 'a'");
    await choose();
    expect(await archive()).toEqual([`${dayIn(0)} b`]);
  });

  test('stays in the archive as a date when it leaves the deck, and is not replaced', async () => {
    await addTen();
    await choose();
    await setStatus('a', 'rejected');
    await choose();
    expect(await archive()).toEqual([`${dayIn(0)} -`]);
    await t.deps.pool.query("DELETE FROM apps WHERE title = 'a'");
    expect(await archive()).toEqual([`${dayIn(0)} -`]);
  });
});

describe('a day set by an admin', () => {
  test('has the app that the admin has set, which is not chosen earlier', async () => {
    const [first] = await addTen();
    expect((await set(dayIn(1), first ?? '')).body).toMatchObject({ app: { title: 'a' } });
    expect((await t.call(daysAhead, {}, admin)).body).toEqual([
      { date: dayIn(1), app: { id: first, title: 'a', status: 'approved' } },
    ]);
    await choose();
    expect(await archive()).toEqual([`${dayIn(0)} b`]);
    t.clock.advance(DAY_MS);
    await choose();
    expect(await archive({ limit: 1 })).toEqual([`${dayIn(0)} a`]);
  });

  test('gets another app if its app is not approved when the day begins', async () => {
    const [first] = await addTen();
    await set(dayIn(1), first ?? '');
    await setStatus('a', 'rejected');
    await addTrending('k');
    t.clock.advance(DAY_MS);
    await choose();
    expect((await archive())[0]).toBe(`${dayIn(0)} k`);
  });

  test('can be changed and removed', async () => {
    const [first, second] = await addTen();
    await set(dayIn(1), first ?? '');
    await set(dayIn(1), second ?? '');
    expect((await t.call(daysAhead, {}, admin)).body).toMatchObject([{ app: { title: 'b' } }]);
    expect((await set(dayIn(1), null)).body).toEqual({ date: dayIn(1), app: null });
    const { body: entries } = await t.call(auditLog, { query: { action: 'today.set' } }, admin);
    const [withFirst, withSecond] = [first, second].map((appId) => ({ date: dayIn(1), appId }));
    expect(entries.map(({ after }) => after)).toEqual(
      expect.arrayContaining([withFirst, withSecond, { date: dayIn(1), appId: null }]),
    );
    expect(entries.find(({ targetId }) => targetId === second)).toMatchObject({ before: withFirst });
    expect((await t.call(daysAhead, {}, admin)).body).toEqual([]);
  });

  test('is not overwritten by an admin who saw another app', async () => {
    const [first, second] = await addTen();
    const change = (appId: string | null | undefined, instead: string | null | undefined) =>
      t.call(
        setToday,
        { params: { date: dayIn(1) }, body: { appId: appId ?? null, instead: instead ?? null } },
        admin,
      );
    expect((await change(first, null)).status).toBe(200);
    expect((await change(second, null)).error.code).toBe('day_changed');
    expect((await change(null, second)).error.code).toBe('day_changed');
    expect((await t.call(daysAhead, {}, admin)).body).toMatchObject([{ app: { title: 'a' } }]);
    expect((await change(second, first)).body).toMatchObject({ app: { title: 'b' } });
  });

  test('can be today', async () => {
    const ids = await addTen();
    await choose();
    await set(dayIn(0), ids[3] ?? '');
    expect(await archive()).toEqual([`${dayIn(0)} d`]);
    await choose();
    expect(await archive()).toEqual([`${dayIn(0)} d`]);
  });

  test('replaces an app that is chosen at the same time', async () => {
    const ids = await addTen();
    await whileChosen(ids[0], () => set(dayIn(0), ids[3] ?? ''));
    expect(await archive()).toEqual([`${dayIn(0)} d`]);
  });

  test('is rejected for an admin who is losing the role', async () => {
    const [first] = await addTen();
    const client = await t.deps.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('UPDATE users SET is_admin = false WHERE id = $1', [admin.user?.id]);
      const setting = set(dayIn(1), first ?? '');
      await untilBlocked(t.deps.pool);
      await client.query('COMMIT');
      expect((await setting).error.code).toBe('forbidden');
    } finally {
      client.release();
    }
  });

  test('is rejected in the past, too far ahead, without an app for today, and for an unapproved app', async () => {
    const [first] = await addTen();
    const waiting = await t.addApp({ status: 'pending' });
    const refused = async (date: string, appId: string | null) => (await set(date, appId)).error.fields ?? {};
    expect(await refused(dayIn(-1), first ?? '')).toHaveProperty('date');
    expect(await refused(dayIn(366), first ?? '')).toHaveProperty('date');
    expect(await refused('2026-02-30', first ?? '')).toHaveProperty('date');
    expect(await refused(dayIn(0), null)).toHaveProperty('appId');
    for (const appId of [waiting.id, newId()])
      expect((await set(dayIn(1), appId)).error.code).toBe('app_not_found');
  });
});

describe('the next choice of Zapdeck', () => {
  const next = async () => (await t.call(nextToday, {}, admin)).body;

  test('is the app that it later chooses', async () => {
    await addTen();
    await choose();
    expect(await next()).toMatchObject({ app: { title: 'b', status: 'approved' }, reason: 'trending' });
    await set(dayIn(5), (await addTrending('z'))[0] ?? '');
    t.clock.advance(DAY_MS);
    await choose();
    expect((await archive({ limit: 1 }))[0]).toBe(`${dayIn(0)} b`);
  });

  test('is the app chosen longest ago if all were chosen', async () => {
    const ids = await addTen();
    for (const [index, id] of ids.entries()) await pick(dayIn(-25 - index), id);
    // i was chosen 33 days ago, j 34.
    expect(await next()).toMatchObject({ app: { title: 'j' }, reason: 'longest_ago' });
  });

  test('is none if all were chosen recently, or with fewer than ten apps', async () => {
    const ids = await addTen();
    for (const [index, id] of ids.entries()) await pick(dayIn(-index), id);
    expect(await next()).toEqual({ app: null, reason: 'all_recent' });
    await setStatus('a', 'rejected');
    expect(await next()).toEqual({ app: null, reason: 'too_few' });
  });
});

test('pages the archive by date', async () => {
  const ids = await addTen();
  for (const [index, id] of ids.entries()) await pick(dayIn(-index), id);
  expect(await archive({ limit: 2, before: dayIn(-3) })).toEqual([`${dayIn(-4)} e`, `${dayIn(-5)} f`]);
});

test('has no page before a date that PostgreSQL cannot read', async () => {
  const { status, error } = await t.call(readToday, { query: { before: '0000-01-01' } }, visitor);
  expect([status, error.fields]).toEqual([400, { before: 'Not a valid date' }]);
});

test('deals the app of the day first in the deck today, then those of earlier days, each once', async () => {
  const [a, b, c] = await addTen();
  await pick(dayIn(-3), a);
  await pick(dayIn(-2), b);
  await pick(dayIn(-1), a);
  await pick(dayIn(0), c);
  await set(dayIn(1), b ?? '');
  const { body } = await t.call(listFeed, { query: { deck: 'today' } }, await t.person('guest'));
  expect(body.map(({ title }) => title)).toEqual(['c', 'a', 'b']);
});

test('lists each app once in the feed, published on its last day', async () => {
  const [a, b] = await addTen();
  await pick('2026-03-01', a);
  await pick('2026-03-02', b);
  await pick('2026-03-03', a);
  const feed = (await t.app.inject({ url: '/feeds/today.json' })).json<{ items: object[]; title: string }>();
  expect(feed.title).toBe('App of the day on Zapdeck');
  expect(feed.items).toMatchObject([
    { title: 'a', date_published: '2026-03-03T00:00:00.000Z' },
    { title: 'b', date_published: '2026-03-02T00:00:00.000Z' },
  ]);
  const atom = await t.app.inject({ url: '/feeds/today.xml' });
  expect(atom.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
  expect(atom.body).toContain('<title>a</title>');
});
