import { adminStats } from '@zapdeck/contract/instance/stats';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rateLimits } from '../db/schema/rate-limits.table.ts';
import { users } from '../db/schema/users.table.ts';
import { guestBatches } from '../accounts/guests.ts';
import { type Purge, runPurges } from '../jobs/purges.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { expiryPurges } from './maintenance.job.ts';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
const GUESTS = 600;
const lines: string[] = [];

let t: TestApp;
beforeAll(async () => {
  // The timeouts of production.
  t = await openTestApp({ waits: {}, onLog: (line) => lines.push(line) });
});
afterAll(() => t.close());

const run = (purges: Readonly<Record<string, Purge<Deps>>> = expiryPurges) =>
  runPurges(t.deps, purges, { workMs: Infinity, log: t.app.log, isStopping: () => false });

/** Adds guests with a session that has expired, a deck of two pages and a history of ten apps. */
async function addExpiredGuests(count: number): Promise<void> {
  for (let n = 0; n < 10; n += 1) await t.addApp();
  for (const text of [
    `INSERT INTO users (id, is_guest) SELECT gen_random_uuid(), true FROM generate_series(1, ${count})`,
    `CREATE TEMPORARY VIEW expired AS SELECT users.id FROM users LEFT JOIN sessions ON user_id = users.id
      WHERE is_guest AND sid IS NULL`,
    `INSERT INTO seen_apps (user_id, app_id) SELECT expired.id, apps.id FROM expired, apps`,
    `INSERT INTO user_app_interactions (id, user_id, app_id, interaction_type)
      SELECT gen_random_uuid(), user_id, app_id, 'view' FROM seen_apps`,
    `INSERT INTO decks (id, user_id, kind, algorithm, is_recycling, started_at, day)
      SELECT gen_random_uuid(), id, 'best', 'normal', false, now(), now()::date FROM expired`,
    `INSERT INTO deck_pages (deck_id, day, page, app_ids, reasons, dealt_at)
      SELECT id, day, page, ARRAY(SELECT id FROM apps), repeat('b', 10), now() - interval '1 day' FROM decks, generate_series(1, 2) AS page`,
    `INSERT INTO sessions (sid, user_id, expire) SELECT id, id, now() - interval '1 day' FROM expired`,
  ])
    await t.deps.pool.query(text);
}

test(`deletes ${GUESTS} expired guests in batches, and keeps active ones`, async () => {
  const here = await t.person('guest');
  await addExpiredGuests(GUESTS);
  const batches: number[] = [];
  const guests: Purge<Deps> = ({ db }, now) => {
    const next = guestBatches(db, now);
    return async () => {
      batches.push(await next());
      return batches.at(-1) ?? 0;
    };
  };
  expect(await run({ guests })).toEqual({ guests: GUESTS });
  expect(Math.max(...batches)).toBeLessThan(GUESTS / 10);
  expect(await t.deps.db.select({ id: users.id }).from(users).where(eq(users.isGuest, true))).toEqual([
    { id: here.user?.id },
  ]);
  for (const table of ['decks', 'deck_pages', 'seen_apps', 'user_app_interactions'])
    expect.soft((await t.deps.pool.query(`SELECT FROM ${table}`)).rowCount, table).toBe(0);
});

test('runs purges in turn', async () => {
  const order: string[] = [];
  const inBatches =
    (name: string, batches: number): Purge<Deps> =>
    () =>
    async () => {
      order.push(name);
      return (batches -= 1);
    };
  await run({ backlog: inBatches('backlog', 3), few: inBatches('few', 1) });
  expect(order).toEqual(['backlog', 'few', 'backlog', 'backlog']);
});

test('continues with other purges when one fails, and tells admins after a day', async () => {
  const { db, pool } = t.deps;
  await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kept'; END $$;
    CREATE TRIGGER refuse BEFORE DELETE ON users FOR EACH ROW WHEN (OLD.is_guest) EXECUTE FUNCTION refuse()`);
  await pool.query('INSERT INTO users (id, is_guest) VALUES (gen_random_uuid(), true)');
  const told = async () => (await t.call(adminStats, {}, await t.person('admin'))).body.failingPurges;
  const pass = async (ms: number) => {
    t.clock.advance(ms);
    await db.insert(rateLimits).values({ key: `old ${ms}`, points: 1, expire: 1 });
    await run();
    expect(await db.$count(rateLimits)).toBe(0);
  };
  lines.length = 0;
  await pass(0);
  expect(lines.filter((line) => line.includes('old data could not be deleted'))).toEqual([
    expect.stringContaining('"purge":"guests"'),
  ]);
  await pass(DAY_MS - 1);
  expect(await told()).toEqual([]);
  await pass(1);
  expect(await told()).toEqual(['guests']);
  const { body } = await t.app.inject('/metrics');
  expect(body).toMatch(/^zapdeck_purge_failing_seconds\{purge="guests"\} /m);

  await pool.query('DROP TRIGGER refuse ON users');
  await pass(2);
  expect(await told()).toEqual([]);
});
