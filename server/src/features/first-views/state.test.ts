import { adminFirstViews, firstViewsPromise } from '@zapdeck/contract/feed/first-views';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../../config.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { readAdminFirstViews } from './admin-first-views.ts';
import { refreshState } from './state.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(() => t.deps.pool.query('TRUNCATE apps, decks, view_budgets CASCADE'));

const query = (text: string, values: unknown[] = []) => t.deps.pool.query(text, values);

/** Adds people who started a deck this week. */
async function addPeople(count: number, kind: 'member' | 'guest' = 'member'): Promise<void> {
  const email = kind === 'guest' ? 'NULL' : "gen_random_uuid() || '@zaps.test'";
  await query(
    `WITH person AS (
       INSERT INTO users (id, is_guest, email) SELECT gen_random_uuid(), ${kind === 'guest'}, ${email} FROM generate_series(1, $1) RETURNING id
     )
     INSERT INTO decks (id, user_id, kind, algorithm, is_recycling, started_at, day)
     SELECT gen_random_uuid(), id, 'best', 'normal', false, $2, $2::timestamptz::date FROM person`,
    [count, t.clock.now],
  );
}

async function addApps(count: number): Promise<void> {
  for (let added = 0; added < count; added += 1) await t.addApp({ title: `App ${added}` });
  await addBudgets(t.deps.pool, 'true');
}

async function state(config: Pick<Config, 'smtpUrl'> = t.deps.config): Promise<{ share: number }> {
  await refreshState(t.deps.db, t.clock.now, config);
  const { rows } = await query('SELECT share FROM first_views_state');
  return rows[0] as { share: number };
}

const promised = async () => (await t.call(firstViewsPromise, {}, await t.person('guest'))).body;

describe('the share of newcomers', () => {
  test.each([
    ['a tenth while they are on time', -5, 0.1],
    ['halfway if they are three hours behind', 3, 0.2],
    ['three tenths from six hours on', 60, 0.3],
  ])('is %s', async (_, hours, share) => {
    await addPeople(150);
    await addApps(2);
    const due = new Date(t.clock.now.getTime() - hours * 3_600_000);
    await query('UPDATE view_budgets SET due_at = $1', [due]);
    expect((await state()).share).toBeCloseTo(share, 5);
  });

  test('is hardly changed by one app that is 25 days late', async () => {
    await addPeople(150);
    await addApps(20);
    await query("UPDATE view_budgets SET due_at = $1::timestamptz + interval '1 hour'", [t.clock.now]);
    await query(
      `UPDATE view_budgets SET due_at = $1::timestamptz - interval '25 days'
       WHERE app_id = (SELECT id FROM apps WHERE title = 'App 0')`,
      [t.clock.now],
    );
    // 12 hours among 20 apps.
    expect((await state()).share).toBeCloseTo(0.12, 5);
  });

  test('ignores apps that are not dealt and views that are counted', async () => {
    await addPeople(150);
    await addApps(3);
    await query("UPDATE view_budgets SET due_at = $1::timestamptz - interval '9 hours'", [t.clock.now]);
    await query("UPDATE apps SET frame_status = 'unreachable' WHERE title = 'App 0'");
    await query("UPDATE apps SET status = 'rejected' WHERE title = 'App 1'");
    await query('UPDATE view_budgets SET finished_at = now(), due_at = NULL WHERE due_at IS NOT NULL');
    expect((await state()).share).toBe(0.1);
  });
});

describe('an instance with fewer than 150 people a week', () => {
  test('promises all people instead of a number of views, and gives newcomers the largest share', async () => {
    await addPeople(149);
    await addApps(1);
    expect((await state()).share).toBe(0.3);
    expect(await promised()).toEqual({ promised: 'everybody', recent: null });
    await addPeople(1);
    expect((await state()).share).toBe(0.1);
    expect(await promised()).toEqual({ promised: 'views', recent: null });
  });

  test('counts only as many guests as can fill their part of a budget', async () => {
    await addPeople(200, 'guest');
    await addPeople(104);
    await addApps(1);
    // 44 guests beside 104 members.
    expect((await state()).share).toBe(0.3);
    expect(await promised()).toMatchObject({ promised: 'everybody' });
    await addPeople(1);
    expect((await state()).share).toBe(0.1);
    expect(await promised()).toMatchObject({ promised: 'views' });
  });

  test('counts accounts without a confirmed address as guests if it sends mails', async () => {
    await addPeople(150);
    await addApps(1);
    expect((await state()).share).toBe(0.1);
    expect((await state({ smtpUrl: 'smtp://localhost' })).share).toBe(0.3);
    await query('UPDATE users SET email_verified_at = created_at WHERE NOT is_guest');
    expect((await state({ smtpUrl: 'smtp://localhost' })).share).toBe(0.1);
    await state();
  });

  test('ends a budget after a week in which the app was dealt', async () => {
    await addApps(2);
    await query("UPDATE view_budgets SET started_at = $1::timestamptz - interval '6 days'", [t.clock.now]);
    await query(
      `UPDATE view_budgets SET started_at = $1::timestamptz - interval '8 days', views = 12
       WHERE app_id = (SELECT id FROM apps WHERE title = 'App 1')`,
      [t.clock.now],
    );
    await state();
    const { rows } = await query('SELECT views, finished_at AS finished FROM view_budgets ORDER BY views');
    expect(rows).toEqual([
      { views: 0, finished: null },
      { views: 12, finished: t.clock.now },
    ]);
  });
});

test('on a larger instance, ends an unfilled budget after 30 days in which the app was dealt', async () => {
  await addPeople(150);
  await addApps(2);
  await query("UPDATE view_budgets SET started_at = $1::timestamptz - interval '29 days'", [t.clock.now]);
  await query(
    `UPDATE view_budgets SET started_at = $1::timestamptz - interval '31 days', views = 50
     WHERE app_id = (SELECT id FROM apps WHERE title = 'App 1')`,
    [t.clock.now],
  );
  await state();
  const { rows } = await query('SELECT views, finished_at AS finished FROM view_budgets ORDER BY views');
  expect(rows).toEqual([
    { views: 0, finished: null },
    { views: 50, finished: t.clock.now },
  ]);
});

test('tells makers how long first views took recently, once ten apps got theirs', async () => {
  await addPeople(150);
  await addApps(10);
  await query(
    `UPDATE view_budgets SET views = 100, due_at = NULL, started_at = $1::timestamptz - interval '3 days',
       finished_at = $1::timestamptz - interval '3 days' + place * interval '1 hour'
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM view_budgets) AS placed
     WHERE placed.id = view_budgets.id`,
    [t.clock.now],
  );
  await state();
  expect(await promised()).toEqual({
    promised: 'views',
    recent: { apps: 10, medianS: 5.5 * 3_600, nineOfTenS: 9.1 * 3_600 },
  });
  // Shown to everybody, not filled.
  await query('UPDATE view_budgets SET views = 60 WHERE id = (SELECT min(id::text)::uuid FROM view_budgets)');
  await state();
  expect((await promised()).recent).toBeNull();
});

test('admins see the backlog and what newcomers cost', async () => {
  await addPeople(150);
  await addApps(4);
  await query(
    "UPDATE view_budgets SET started_at = $1::timestamptz - interval '5 hours', due_at = $1::timestamptz + interval '1 hour'",
    [t.clock.now],
  );
  const ofApp = (title: string) => `app_id = (SELECT id FROM apps WHERE title = '${title}')`;
  await query(
    `UPDATE view_budgets SET started_at = $1::timestamptz - interval '2 days', due_at = $1::timestamptz - interval '90 minutes', views = 40
     WHERE ${ofApp('App 1')}`,
    [t.clock.now],
  );
  await query("UPDATE apps SET frame_status = 'unreachable' WHERE title = 'App 2'");
  const report = JSON.stringify({ members: 80, likes: 20 });
  await query(
    `UPDATE view_budgets SET finished_at = $1, due_at = NULL, views = 100, report = $2 WHERE ${ofApp('App 3')}`,
    [t.clock.now, report],
  );
  await query(
    `INSERT INTO daily_views (day, app_id, views) SELECT $1::timestamptz::date, id, 480 FROM apps WHERE title = 'App 0'`,
    [t.clock.now],
  );
  await query(
    `INSERT INTO deal_totals (day, app_id, reason, dealt)
     SELECT $1::timestamptz::date, id, reason, dealt FROM apps, (VALUES ('n', 30), ('f', 170)) AS card (reason, dealt)
     WHERE title = 'App 0'`,
    [t.clock.now],
  );
  await state();
  // A client of its own, because the cost is cached per client.
  const shown = await readAdminFirstViews(drizzle(t.deps.pool), t.clock.now);
  expect(shown).toMatchObject({
    promised: 'views',
    cameThisWeek: 150,
    weeklyPeople: 150,
    open: 2,
    behind: 1,
    paused: 1,
    mostBehindS: 5_400,
    oldest: { title: 'App 1', views: 40, wanted: 100 },
    cost: { newcomerPlaces: 30, places: 200, newcomerLikeRate: 0.25, otherLikeRate: 0 },
  });
});

test('counts people on an instance that only guests visit', async () => {
  await addPeople(40, 'guest');
  await state();
  const { body } = await t.call(adminFirstViews, {}, await t.person('admin'));
  expect(body).toMatchObject({ promised: 'everybody', cameThisWeek: 40, weeklyPeople: 0 });
});
