import { recalculateTimeStats, resetStats, submitApp } from '@zapdeck/contract/apps/apps';
import { cleanupInteractions, recordDurations, recordInteraction } from '@zapdeck/contract/feed/interactions';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { recalculateRankings } from '@zapdeck/contract/instance/settings';
import { rankingScore } from '@zapdeck/contract/feed/ranking';
import { castVote } from '@zapdeck/contract/feed/votes';
import { count } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { holdLock } from '../../../db/advisory-locks.ts';
import { one } from '../../../db/client.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { userAppInteractions } from '../../../db/schema/interactions.table.ts';
import { votes } from '../../../db/schema/votes.table.ts';
import { setSettings } from '../../../testing/set-settings.ts';
import { weightsKind } from '../../settings/kinds.ts';
import { readWeights } from '../../settings/weights.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';
import { withinMinute } from '../../../testing/eventually.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

const idOf = (person: Person): string => person.user?.id ?? '';
const weightsOf = (upvoteWeight: number) => ({
  upvoteWeight,
  downvoteWeight: 2,
  viewWeight: 1,
  timeWeight: 0.5,
});

/** Checks that all scores follow the weights in force, and all counters equal their rows. */
async function expectConsistent(): Promise<void> {
  const { inForce } = await readWeights(t.deps.db);
  for (const app of await t.deps.db.select().from(apps)) {
    expect(app.rankingScore, app.title).toBeCloseTo(rankingScore(app, inForce), 6);
  }
  const { rows } = await t.deps.pool.query(`
    SELECT a.id FROM apps a
    WHERE a.upvotes <> (SELECT count(*) FROM votes v WHERE v.app_id = a.id AND v.vote_type = 'up')
       OR a.downvotes <> (SELECT count(*) FROM votes v WHERE v.app_id = a.id AND v.vote_type = 'down')`);
  expect(rows).toEqual([]);
}

/** Sends votes, views, durations and submissions of several users at once. */
async function traffic(appIds: string[], people: Person[], round: number): Promise<{ status: number }[]> {
  const calls = people.flatMap((person, index) => {
    const appId = appIds[(index + round) % appIds.length] ?? '';
    const other = appIds[(index * 7 + round) % appIds.length] ?? '';
    const url = `https://submitted-${round}-${index}.example.com/`;
    return [
      t.call(castVote, { body: { appId, voteType: index % 3 ? 'up' : 'down' } }, person),
      t.call(recordInteraction, { body: { appId: other, interactionType: 'view', duration: 500 } }, person),
      t.call(recordDurations, { body: { durations: { [appId]: 5, [other]: 7 } } }, person),
      t.call(listFeed, { query: {} }, person),
      t.call(submitApp, { body: { title: 'New', description: 'D', url, category: 'Games' } }, person),
    ] as Promise<{ status: number }>[];
  });
  return Promise.all(calls);
}

/** Checks that requests succeeded, or got 503 after waiting too long, and that none failed otherwise. */
function expectServed(responses: { status: number }[]): void {
  for (const { status } of responses) expect([200, 201, 503]).toContain(status);
}

describe('during concurrent votes, views, durations and submissions', () => {
  let appIds: string[];
  let people: Person[];
  beforeAll(async () => {
    appIds = (await Promise.all(Array.from({ length: 8 }, () => t.addApp()))).map(({ id }) => id);
    people = await Promise.all(
      Array.from({ length: 5 }, () => t.person('member', { durationsSentAt: new Date(0) })),
    );
  });

  test('a recalculation computes all scores with the same weights', async () => {
    for (let round = 0; round < 6; round += 1) {
      const [busy, ...recalculated] = await Promise.all([
        traffic(appIds, people, round),
        t.call(recalculateRankings, { body: weightsOf(10 + round) }, admin),
        t.call(recalculateRankings, { body: weightsOf(100 + round) }, admin),
      ]);
      expectServed(busy);
      expect(recalculated.map(({ status }) => status)).toEqual([200, 200]);
      await expectConsistent();
    }
  });

  test('a reset leaves counters that equal the rows', async () => {
    for (let round = 10; round < 16; round += 1) {
      const [busy, reset, stats] = await Promise.all([
        traffic(appIds, people, round),
        t.call(resetStats, {}, admin),
        t.call(recalculateTimeStats, {}, admin),
      ]);
      expectServed(busy);
      expect([reset.status, stats.status]).toEqual([200, 200]);
      await expectConsistent();
    }
  });

  /** Submits an app in a transaction that stays open until `during` waits for a lock or ends. */
  async function submitDuring(title: string, during: (pool: pg.Pool) => Promise<unknown>): Promise<void> {
    const { pool } = t.deps;
    const submitting = await pool.connect();
    try {
      await submitting.query('BEGIN');
      await submitting.query(
        `INSERT INTO apps (id, title, description, url, submitted_by, views)
         VALUES (gen_random_uuid(), $1, 'D', 'https://' || gen_random_uuid() || '.example.com/', $2, 10)`,
        [title, idOf(admin)],
      );
      const work = during(pool).then(() => true);
      const isWaiting = async () => {
        // The table has the same oid in all databases of one template.
        const sql = `SELECT FROM pg_locks WHERE relation = 'apps'::regclass AND NOT granted
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
        return (await pool.query(sql)).rowCount !== 0;
      };
      await withinMinute(async () => expect(await Promise.race([work, isWaiting()])).toBe(true));
      await submitting.query('COMMIT');
      await work;
    } finally {
      submitting.release();
    }
  }

  test('a recalculation waits for a submission and includes it', async () => {
    const body = weightsOf(3_000);
    await submitDuring('In time', () =>
      t.call(recalculateRankings, { body: { ...body, viewWeight: 9 } }, admin),
    );
    await expectConsistent();
  });

  test('without the lock, a recalculation misses the submission: the previous test can fail', async () => {
    try {
      await submitDuring('Too late', async (pool) => {
        await setSettings(t, weightsKind, { inForce: weightsOf(5_000) });
        await pool.query('UPDATE apps SET ranking_score = ranking_score');
      });
      await expect(expectConsistent()).rejects.toThrow(/Too late/);
    } finally {
      await t.deps.pool.query('UPDATE apps SET ranking_score = ranking_score');
    }
  });
});

test.each([
  ['average times', () => t.call(recalculateTimeStats, {}, admin)],
  ['a clean-up', () => t.call(cleanupInteractions, {}, admin)],
  ['a reset', () => t.call(resetStats, {}, admin)],
] as [string, () => Promise<{ status: number }>][])(
  '%s waits for other work on the catalogue',
  async (_what, work) => {
    const { pool } = t.deps;
    const other = await pool.connect();
    try {
      await other.query('BEGIN');
      await holdLock(drizzle(other), 'catalogue');
      let status = 0;
      const done = work().then((response) => (status = response.status));
      await untilBlocked(pool);
      expect(status).toBe(0);
      await other.query('COMMIT');
      expect(await done).toBe(200);
    } finally {
      other.release();
    }
  },
);

test('a reset clears counters, votes, interactions and seen apps, and returns the number of apps', async () => {
  const { id } = await t.addApp({
    views: 5,
    timeSpent: 99,
    avgViewTime: 7,
    avgTimeToUpvote: 8,
    avgTimeToDownvote: 9,
  });
  const member = await t.person('member');
  await t.call(castVote, { body: { appId: id, voteType: 'up' } }, member);
  await t.call(recordInteraction, { body: { appId: id, interactionType: 'view' } }, member);
  const { body } = await t.call(resetStats, {}, admin);
  const all = await t.deps.db.select().from(apps);
  expect(body.appsReset).toBe(all.length);
  const { inForce } = await readWeights(t.deps.db);
  const fresh = {
    upvotes: 0,
    downvotes: 0,
    views: 0,
    timeSpent: 1,
    avgViewTime: 0,
    avgTimeToUpvote: 0,
    avgTimeToDownvote: 0,
  };
  for (const app of all) expect(app).toMatchObject({ ...fresh, rankingScore: inForce.timeWeight });
  for (const table of [votes, userAppInteractions]) {
    expect(one(await t.deps.db.select({ rows: count() }).from(table)).rows).toBe(0);
  }
  // Seen apps are deleted too: the next view counts at once.
  const view = await t.call(recordInteraction, { body: { appId: id, interactionType: 'view' } }, member);
  expect(view.body.counted).toBe(true);
});

describe('average times', () => {
  const interact = (appId: string, kind: 'like' | 'dislike' | 'view' | 'skip', duration: number) =>
    t.deps.db
      .insert(userAppInteractions)
      .values({ appId, userId: idOf(admin), interactionType: kind, duration });
  const averages = async (id: string) => {
    const { avgTimeToUpvote, avgTimeToDownvote, avgViewTime } = await t.readApp(id);
    return [avgTimeToUpvote, avgTimeToDownvote, avgViewTime];
  };

  test('use only interactions of their own kind of at least 100 ms, and are 0 without any', async () => {
    await t.call(resetStats, {}, admin);
    const [timed, idle] = [await t.addApp(), await t.addApp()];
    await interact(timed.id, 'like', 99);
    await interact(timed.id, 'like', 100);
    await interact(timed.id, 'like', 201);
    await interact(timed.id, 'dislike', 1_000);
    await interact(timed.id, 'view', 0);
    await interact(timed.id, 'skip', 7_000);
    const { body } = await t.call(recalculateTimeStats, {}, admin);
    expect(body).toEqual({ appsUpdated: 1 });
    expect(await averages(timed.id)).toEqual([151, 1_000, 0]);
    expect(await averages(idle.id)).toEqual([0, 0, 0]);
    expect((await t.call(recalculateTimeStats, {}, admin)).body).toEqual({ appsUpdated: 0 });
  });

  test('do not change when a clean-up deletes short interactions', async () => {
    await t.call(resetStats, {}, admin);
    const { id } = await t.addApp();
    await interact(id, 'view', 99);
    await interact(id, 'view', 0);
    await interact(id, 'view', 100);
    expect((await t.call(cleanupInteractions, {}, admin)).body).toEqual({ deletedCount: 2 });
    expect((await t.call(cleanupInteractions, {}, admin)).body).toEqual({ deletedCount: 0 });
    await t.call(recalculateTimeStats, {}, admin);
    expect(await averages(id)).toEqual([0, 0, 100]);
  });

  test('return to 0 without interactions', async () => {
    const { id } = await t.addApp({ avgViewTime: 55 });
    await t.call(recalculateTimeStats, {}, admin);
    expect(await averages(id)).toEqual([0, 0, 0]);
  });
});
