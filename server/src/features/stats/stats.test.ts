import { castVote } from '@zapdeck/contract/feed/votes';
import { UNREACHABLE_FLAGGED_AFTER_MS } from '@zapdeck/contract/feed/reach';
import { adminStats, adminUpkeep, statsHistory } from '@zapdeck/contract/instance/stats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { setSettings } from '../../testing/set-settings.ts';
import { weightsKind } from '../settings/kinds.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  t.clock.now = new Date('2026-06-15T00:30:00Z');
  admin = await t.person('admin', { createdAt: new Date('2026-01-01') });
});
afterAll(() => t.close());

const read = async (days?: number) =>
  (await t.call(statsHistory, { query: days === undefined ? {} : { days: String(days) } }, admin)).body;

test('readAdminStats counts apps, users, votes and reports', async () => {
  const { id } = await t.addApp();
  const before = (await t.call(adminStats, {}, admin)).body;
  const voter = await t.person('member');
  await t.person('guest');
  await t.addApp({ status: 'pending', submittedBy: voter.user?.id ?? '' });
  const since = new Date(t.clock.now.getTime() - UNREACHABLE_FLAGGED_AFTER_MS);
  for (const [status, unreachableSince] of [
    ['approved', since],
    ['approved', new Date(since.getTime() + 1)],
    ['rejected', since],
  ] as const) {
    await t.addApp({ status, unreachableSince, submittedBy: voter.user?.id ?? '' });
  }
  await t.call(castVote, { body: { appId: id, voteType: 'down' } }, voter);
  await t.deps.pool.query(
    "INSERT INTO reports (id, app_id, reported_by, reason) VALUES (gen_random_uuid(), $1, $2, 'x')",
    [id, voter.user?.id],
  );
  expect((await t.call(adminStats, {}, admin)).body).toEqual({
    totalApps: before.totalApps + 4,
    totalUsers: before.totalUsers + 1,
    pendingApps: before.pendingApps + 1,
    totalVotes: before.totalVotes + 1,
    totalReports: before.totalReports + 1,
    flaggedApps: before.flaggedApps + 1,
    trustedLikes: 0,
    crowdedDays: 0,
    signupsUsedUpAt: null,
    failingPurges: [],
  });
});

test('has one entry per UTC day up to today, without gaps', async () => {
  const fresh = await openTestApp();
  try {
    fresh.clock.now = new Date('2026-06-15T00:30:00Z');
    const as = await fresh.person('admin', { createdAt: new Date('2026-01-01') });
    const long = new Date('2026-01-02');
    const app = await fresh.addApp({
      submittedBy: as.user?.id ?? '',
      createdAt: new Date('2026-06-13T23:59:59Z'),
    });
    const [one, two] = await Promise.all([
      fresh.person('member', { createdAt: new Date('2026-06-14T00:00:00Z') }),
      fresh.person('member', { createdAt: long }),
    ]);
    await fresh.person('guest', { createdAt: new Date('2026-06-14T12:00:00Z') });
    const vote = (user: Person, type: string, at: string) =>
      fresh.deps.pool.query('INSERT INTO votes VALUES (gen_random_uuid(), $1, $2, $3, $4)', [
        app.id,
        user.user?.id,
        type,
        at,
      ]);
    await vote(one, 'up', '2026-06-14T23:59:59.999Z');
    await vote(two, 'down', '2026-06-15T00:00:00Z');
    for (const day of ['2026-06-15', '2026-06-08']) {
      await fresh.deps.pool.query('INSERT INTO daily_views VALUES ($1, $2, 1)', [day, app.id]);
    }
    const none = { upvotes: 0, downvotes: 0, views: 0, signups: 0, submissions: 0 };
    const { body } = await fresh.call(statsHistory, { query: { days: 7 } }, as);
    expect(body.days).toEqual([
      ...['09', '10', '11', '12'].map((day) => ({ date: `2026-06-${day}`, ...none })),
      { date: '2026-06-13', ...none, submissions: 1 },
      { date: '2026-06-14', ...none, upvotes: 1, signups: 1 },
      { date: '2026-06-15', ...none, downvotes: 1, views: 1 },
    ]);
  } finally {
    await fresh.close();
  }
});

test('returns thirty days by default', async () => {
  expect((await read()).days).toHaveLength(30);
  expect((await read(365)).days).toHaveLength(365);
});

test('counts every approved app in one bar and in one category', async () => {
  for (const timeSpent of [1, 5_000, 10_000, 900_000]) await t.addApp({ timeSpent, category: 'Games' });
  await t.addApp({ status: 'rejected', category: 'Games' });
  const { scores, categories } = await read();
  const { rows } = await t.deps.pool.query<{ all: number; approved: number }>(
    "SELECT count(*)::int AS all, (count(*) FILTER (WHERE status = 'approved'))::int AS approved FROM apps",
  );
  expect(scores.reduce((sum, { apps }) => sum + apps, 0)).toBe(rows[0]?.approved);
  expect(scores.every(({ from }, index) => index === 0 || from === scores[index - 1]?.to)).toBe(true);
  const counted = categories.reduce((sum, one) => sum + one.approved + one.pending + one.rejected, 0);
  expect(counted).toBe(rows[0]?.all);
  expect(categories.find(({ category }) => category === 'Games')).toMatchObject({ approved: 4, rejected: 1 });
});

test('has no bars without approved apps, and one bar for almost equal scores', async () => {
  const fresh = await openTestApp();
  try {
    const as = await fresh.person('admin');
    const readFresh = async () => (await fresh.call(statsHistory, { query: {} }, as)).body.scores;
    expect(await readFresh()).toEqual([]);
    await fresh.addApp();
    await fresh.addApp();
    expect(await readFresh()).toEqual([{ from: 0.001, to: 0.001, apps: 2 }]);
    // The smallest weight: scores are 0 and 5e-324, so a bin would be 0 wide.
    const least = { upvoteWeight: 5e-324, downvoteWeight: 0, viewWeight: 0, timeWeight: 0 };
    await setSettings(fresh, weightsKind, { inForce: least });
    await fresh.addApp({ upvotes: 1 });
    await fresh.deps.pool.query('UPDATE apps SET views = views');
    expect(await readFresh()).toMatchObject([{ apps: 3 }]);
  } finally {
    await fresh.close();
  }
});

test('readUpkeep counts what a reset and a clean-up would change', async () => {
  const before = (await t.call(adminUpkeep, {}, admin)).body;
  const app = await t.addApp();
  const { user } = await t.person('member');
  for (const duration of [99, 100]) {
    await t.deps.pool.query(
      "INSERT INTO user_app_interactions VALUES (gen_random_uuid(), $1, $2, 'skip', $3, now())",
      [user?.id, app.id, duration],
    );
  }
  expect((await t.call(adminUpkeep, {}, admin)).body).toEqual({
    ...before,
    apps: before.apps + 1,
    interactions: before.interactions + 2,
    invalidInteractions: before.invalidInteractions + 1,
  });
});

test('reads daily statistics from indexes', async () => {
  const client = await t.deps.pool.connect();
  try {
    await client.query('SET enable_seqscan = off');
    const plan = async (text: string) =>
      JSON.stringify((await client.query(`EXPLAIN (FORMAT JSON) ${text}`)).rows);
    expect(await plan("SELECT count(*) FROM votes WHERE created_at >= '2026-01-01'")).toContain(
      'votes_created_idx',
    );
    expect(await plan("SELECT sum(views) FROM daily_views WHERE day = '2026-01-01'")).toContain(
      'daily_views_pkey',
    );
  } finally {
    client.release();
  }
});
