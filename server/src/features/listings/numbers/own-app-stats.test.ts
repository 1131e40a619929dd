import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { resetStats } from '@zapdeck/contract/apps/apps';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { ownAppStats } from '@zapdeck/contract/apps/own-app-stats';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import { countShare } from '@zapdeck/contract/apps/shares';
import { castVote } from '@zapdeck/contract/feed/votes';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { newId } from '../../../db/columns.ts';
import { databaseRateLimits } from '../../../http/rate-limit.ts';
import { sequence } from '../../../testing/random.ts';
import { lastPlanOf } from '../../../testing/statement-plans.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { countTries } from '../../interactions/count-tries.ts';
import { readOwnStats } from './own-app-stats.ts';
import { pagePath } from '../present/page-address.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';

const DAY_MS = 24 * 3_600_000;
const BROWSER = 'Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0';

let t: TestApp;
let maker: Person;
beforeAll(async () => {
  t = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
  maker = await t.person('member');
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.db.delete(apps);
});

const ownApp = (values: Partial<AppRow> = {}) => t.addApp({ submittedBy: maker.user?.id ?? '', ...values });
const statsOf = async ({ id }: Pick<AppRow, 'id'>) =>
  (await t.call(ownAppStats, { params: { id } }, maker)).body;

async function visit(app: AppRow, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  const asked = { 'user-agent': BROWSER, ...headers };
  const { statusCode } = await t.app.inject({ method, url: pagePath(app), headers: asked });
  await t.deps.background.idle();
  return statusCode;
}

const vote = (person: Person, { id: appId }: AppRow, voteType: 'up' | 'down') =>
  t.call(castVote, { body: { appId, voteType } }, person);
const share = (person: Person, { id }: Pick<AppRow, 'id'>) => t.call(countShare, { params: { id } }, person);

/** Counts all tries up to now. */
const tryTimesCounted = (limits = {}) =>
  countTries(t.deps.db, new Date(Math.max(Date.now(), t.clock.now.getTime()) + DAY_MS), {
    isOver: () => false,
    ...limits,
  });

/** Counts the same numbers from their rows. */
async function counted(app: AppRow) {
  const { rows } = await t.deps.db.execute<Record<string, number | null>>(sql`
    SELECT (SELECT count(*)::int FROM votes WHERE app_id = apps.id AND vote_type = 'up') AS likes,
      (SELECT count(*)::int FROM votes WHERE app_id = apps.id AND vote_type = 'down') AS dislikes, views,
      (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY duration) FROM user_app_interactions
        WHERE app_id = apps.id AND interaction_type <> 'view' AND duration >= 100) AS median
    FROM apps WHERE id = ${app.id}`);
  return rows[0] ?? {};
}

const rounded = (ms: number) => Math.floor(ms / (ms < 10_000 ? 100 : 1_000)) * (ms < 10_000 ? 100 : 1_000);
const sumOf = (days: readonly { views: number; likes: number; visits: number; shares: number }[]) =>
  days.reduce(
    (sum, { views, likes, visits, shares }) => ({
      views: sum.views + views,
      likes: sum.likes + likes,
      visits: sum.visits + visits,
      shares: sum.shares + shares,
    }),
    { views: 0, likes: 0, visits: 0, shares: 0 },
  );

test('each number equals its rows after random votes, views, tries, visits and shares', {
  tags: 'long',
}, async () => {
  const random = sequence(18);
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)] as T;
  const zaps = await Promise.all([ownApp(), ownApp(), ownApp({ category: 'Games' }), ownApp()]);
  const people = await Promise.all(Array.from({ length: 5 }, () => t.person('member')));
  const expected = new Map(zaps.map(({ id }) => [id, { visits: 0, shares: 0 }]));
  const doings = [
    (app: AppRow, person: Person) => vote(person, app, pick(['up', 'up', 'down'])),
    async (app: AppRow, person: Person) => {
      const duration = Math.floor(random() ** 3 * 60_000);
      const interactions = [
        { appId: app.id, interactionType: 'view' as const, duration: 1_000 },
        { appId: app.id, interactionType: pick(['like', 'dislike', 'skip', 'swipe'] as const), duration },
      ];
      await t.call(recordInteractions, { body: { interactions, batchId: newId() } }, person);
    },
    async (app: AppRow) => {
      await visit(app);
      (expected.get(app.id) ?? { visits: 0 }).visits += 1;
    },
    async (app: AppRow, person: Person) => {
      const { status } = await share(person, app);
      if (status === 204) (expected.get(app.id) ?? { shares: 0 }).shares += 1;
    },
  ];
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(Array.from({ length: 8 }, () => pick(doings)(pick(zaps), pick(people))));
    t.clock.advance(DAY_MS / 10);
  }
  await tryTimesCounted();
  const order = (
    await t.deps.db.execute<{ id: string; category: string }>(
      sql`SELECT id, category FROM apps ORDER BY ranking_score DESC, created_at DESC, id DESC`,
    )
  ).rows;
  for (const app of zaps) {
    const [stats, { median, ...numbers }] = [await statsOf(app), await counted(app)];
    expect(stats).toMatchObject({ ...numbers, ...expected.get(app.id) });
    expect(stats.medianTriedMs).toBe(typeof median === 'number' ? rounded(median) : null);
    expect(stats.likeRate).toBeCloseTo(stats.likes / stats.views);
    const { views, likes, visits, shares } = stats;
    expect(sumOf(stats.days)).toEqual({ views, likes, visits, shares });
    const category = order.filter((other) => other.category === app.category);
    const rank = 1 + category.findIndex(({ id }) => id === app.id);
    expect(stats.place).toEqual({ rank, of: category.length });
    const { likes: upvotes, dislikes: downvotes, timeSpent, weights } = stats;
    const { rankingScore: score } = await t.readApp(app.id);
    expect(rankingScore({ upvotes, downvotes, views, timeSpent }, weights)).toBeCloseTo(score);
  }
});

test('returns thirty UTC days without gaps, also for an app without views', async () => {
  t.clock.now = new Date('2026-12-01T00:30:00Z');
  const stats = await statsOf(await ownApp({ status: 'pending' }));
  expect(stats.days.map(({ date }) => date)).toEqual(
    Array.from({ length: 30 }, (_, day) =>
      new Date(Date.parse('2026-11-02') + day * DAY_MS).toISOString().slice(0, 10),
    ),
  );
  expect(sumOf(stats.days)).toEqual({ views: 0, likes: 0, visits: 0, shares: 0 });
  expect(stats).toMatchObject({ likeRate: null, medianTriedMs: null, tries: 0, place: null });
});

test('counts a like on its day until it is removed', async () => {
  t.clock.now = new Date('2026-12-03T23:50:00Z');
  const app = await ownApp();
  const likes = async () => (await statsOf(app)).days.slice(-2).map((day) => day.likes);
  const people = await Promise.all([t.person('member'), t.person('member'), t.person('member')]);
  const [ada, ben, cyd] = people;
  await Promise.all(people.map((person) => vote(person, app, 'up')));
  t.clock.now = new Date('2026-12-04T00:10:00Z');
  expect(await likes()).toEqual([3, 0]);
  await vote(ada, app, 'up');
  await vote(ben, app, 'down');
  expect(await likes()).toEqual([1, 0]);
  await vote(ben, app, 'up');
  expect(await likes()).toEqual([1, 1]);
  const body = { email: cyd.user?.email ?? '' };
  await t.call(deleteAccount, { body }, await t.signInAgain(cyd));
  expect(await likes()).toEqual([0, 1]);
  await t.call(resetStats, {}, await t.person('admin'));
  expect(await likes()).toEqual([0, 0]);
});

test('counts an opened page once, but not for programs, prefetches or other requests', async () => {
  const app = await ownApp();
  const visits = async () => (await statsOf(app)).visits;
  const { headers } = await t.app.inject({ url: pagePath(app) });
  expect(await visit(app)).toBe(200);
  expect(await visit(app, { 'if-none-match': String(headers['etag']) })).toBe(304);
  expect(await visits()).toBe(2);
  for (const agent of ['curl/8.5', 'WhatsApp/2.23.20.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', ''])
    await visit(app, { 'user-agent': agent });
  await visit(app, { 'sec-purpose': 'prefetch;prerender' });
  await visit(app, { purpose: 'prefetch' });
  await visit(app, { 'sec-fetch-dest': 'iframe' });
  await visit(app, {}, 'HEAD');
  expect(await visits()).toBe(2);
  await Promise.all(Array.from({ length: 20 }, () => visit(app)));
  expect(await visits()).toBe(22);
  const pending = await ownApp({ status: 'pending' });
  expect(await visit(pending)).toBe(404);
  expect((await statsOf(pending)).visits).toBe(0);
});

test('counts shares of approved apps by users with a session, up to the rate limit', async () => {
  const [app, pending] = [await ownApp(), await ownApp({ status: 'pending' })];
  const guest = await t.person('guest');
  expect((await share({ user: null, cookies: {} }, app)).status).toBe(401);
  expect((await share(guest, pending)).error.code).toBe('app_not_found');
  expect((await share(guest, { id: newId() })).error.code).toBe('app_not_found');
  const responses = await Promise.all(Array.from({ length: 40 }, () => share(guest, app)));
  const accepted = responses.filter(({ status }) => status === 204).length;
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(40 - accepted);
  // Two of the thirty requests were used up above.
  expect(accepted).toBe(28);
  expect((await statsOf(app)).shares).toBe(28);
  expect((await statsOf(pending)).shares).toBe(0);
});

test('counts each try once, in batches and on two nodes, and keeps the count when its row is deleted', async () => {
  const app = await ownApp();
  const person = await t.person('member');
  await tryTimesCounted();
  const durations = [50, 99, 100, 250, 299, 12_999];
  const tryAll = () => {
    const interactions = durations.map((duration) => ({
      appId: app.id,
      interactionType: 'skip' as const,
      duration,
    }));
    return t.call(recordInteractions, { body: { interactions, batchId: newId() } }, person);
  };
  await t.deps.db.execute(sql`DELETE FROM tries_counted`);
  await t.deps.db.execute(sql`DELETE FROM user_app_interactions`);
  await tryAll();
  // Tries of the current moment are not counted yet.
  await countTries(t.deps.db, new Date(), { isOver: () => false });
  expect((await statsOf(app)).tries).toBe(0);
  await Promise.all([tryTimesCounted({ batch: 2 }), tryTimesCounted({ batch: 3 })]);
  await t.deps.db.execute(sql`DELETE FROM user_app_interactions`);
  await tryTimesCounted();
  const stats = await statsOf(app);
  expect(stats).toMatchObject({ tries: 4, medianTriedMs: 200 });
  const { rows } = await t.deps.db.execute(
    sql`SELECT duration_ms AS ms, tries FROM tried_times WHERE app_id = ${app.id} ORDER BY 1`,
  );
  expect(rows).toEqual([
    { ms: 100, tries: 1 },
    { ms: 200, tries: 2 },
    { ms: 12_000, tries: 1 },
  ]);
});

test('drops the tries of an app that is deleted during the count, and keeps those of other apps', async () => {
  const [app, other] = [await ownApp(), await ownApp()];
  const person = await t.person('member');
  await t.deps.db.execute(sql`DELETE FROM tries_counted`);
  await t.deps.db.execute(sql`DELETE FROM user_app_interactions`);
  await t.deps.db.execute(
    sql`INSERT INTO tried_times (app_id, duration_ms, tries) VALUES (${app.id}, 100, 1)`,
  );
  const interactions = [app, app, other].map(({ id: appId }, index) => ({
    appId,
    interactionType: 'skip' as const,
    duration: 100 + index * 100,
  }));
  await t.call(recordInteractions, { body: { interactions, batchId: newId() } }, person);
  const client = await t.deps.pool.connect();
  let counting: Promise<unknown> | undefined;
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM apps WHERE id = $1 FOR UPDATE', [app.id]);
    counting = tryTimesCounted();
    await untilBlocked(t.deps.pool);
    await client.query('DELETE FROM apps WHERE id = $1', [app.id]);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
  await counting;
  expect((await statsOf(other)).tries).toBe(1);
});

test('returns the latest check with its time, and the start of an outage', async () => {
  const at = new Date('2026-12-01T10:00:00Z');
  const frame = { frameStatus: 'unreachable' as const, frameReason: { code: 'connection_failed' as const } };
  const app = await ownApp({ ...frame, frameCheckedAt: t.clock.now, unreachableSince: at });
  expect((await statsOf(app)).health).toEqual({
    frameStatus: 'unreachable',
    reason: 'Its server does not respond',
    checkedAt: t.clock.now.toISOString(),
    unreachableSince: at.toISOString(),
  });
});

test('reads each like of the thirty days once, through an index', async () => {
  const { id: appId } = await ownApp();
  const { pool, db } = t.deps;
  await inTransaction(db, async (tx) => {
    // Triggers would count each vote.
    await tx.execute(sql`SET LOCAL session_replication_role = replica`);
    await tx.execute(sql`INSERT INTO users (id, email)
      SELECT gen_random_uuid(), n || '@likes.example' FROM generate_series(1, 3000) AS n`);
    await tx.execute(sql`INSERT INTO votes (id, app_id, user_id, vote_type, created_at)
      SELECT gen_random_uuid(), ${appId}, id, 'up', ${t.clock.now}::timestamptz - length(email) * interval '1 day'
      FROM users WHERE email LIKE '%@likes.example'`);
  });
  await pool.query('VACUUM ANALYZE votes');
  const asked = { appId, makerId: maker.user?.id ?? '', language: 'en' as const, now: t.clock.now };
  const plan = await lastPlanOf(pool, () => readOwnStats(db, asked));
  const [ofVotes, ...others] = plan.filter((node) => node['Relation Name'] === 'votes');
  expect(others).toEqual([]);
  expect(ofVotes).toMatchObject({
    'Index Name': 'votes_app_type_idx',
    'Actual Loops': 30,
    'Actual Rows': 100,
  });
  expect(ofVotes?.['Rows Removed by Filter'] ?? 0).toBe(0);
});
