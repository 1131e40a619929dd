import { resetStats } from '@zapdeck/contract/apps/apps';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sequence } from '../../../testing/random.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';
import { readReferenceViews } from '../../votes/trusted-likes.fixture.ts';
import { type FeedFixture, feedFixture } from '../feed.fixture.ts';
import { MOST_VIEWED, REACHED_PER_DAY, readTrending, refreshTrending } from './trending.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await feed.reset();
});

const refresh = () => refreshTrending(t.deps.db, t.clock.now);
const daysAgo = (days: number) => new Date(t.clock.now.getTime() - days * DAY_MS);

/** Adds accounts with a confirmed email that are two days old. Returns their ids. */
async function addVoters(count: number, values: { createdAt?: Date; emailVerifiedAt?: Date | null } = {}) {
  const voters = { createdAt: daysAgo(2), emailVerifiedAt: daysAgo(2), ...values };
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) ids.push((await t.person('member', voters)).user?.id ?? '');
  return ids;
}

async function like(appId: string, voters: readonly string[], at = t.clock.now): Promise<void> {
  await t.deps.pool.query(
    `INSERT INTO votes (id, app_id, user_id, vote_type, created_at)
     SELECT gen_random_uuid(), $1, voter, 'up', $3 FROM unnest($2::uuid[]) AS voter`,
    [appId, voters, at],
  );
}

/** Stores counted views of an app. */
async function view(appId: string, viewers: readonly string[], at = t.clock.now): Promise<void> {
  await t.deps.pool.query(
    `INSERT INTO seen_apps (user_id, app_id, last_viewed_at, view_counted_at, is_viewed)
     SELECT viewer, $1, $3, $3, true FROM unnest($2::uuid[]) AS viewer`,
    [appId, viewers, at],
  );
}

/** Stores views of cards that a deck dealt, from one network. */
async function viewDealt(
  appId: string,
  viewers: readonly string[],
  network: string,
  at: Date,
): Promise<void> {
  await t.deps.pool.query(
    `INSERT INTO dealt_views (user_id, app_id, network, viewed_at)
     SELECT viewer, $1, $3, $4 FROM unnest($2::uuid[]) AS viewer`,
    [appId, viewers, Buffer.from(network), at],
  );
}

async function readScores(): Promise<Map<string, number>> {
  const { rows } = await t.deps.pool.query<{ app_id: string; score: number }>(
    'SELECT * FROM trending_scores',
  );
  return new Map(rows.map(({ app_id, score }) => [app_id, score]));
}

/** Returns the lower bound of Wilson's interval. */
function lowestRate(rate: number, n: number): number {
  const z = 1.28;
  const margin = z * Math.sqrt((rate * (1 - rate)) / n + z ** 2 / (4 * n ** 2));
  return (rate + z ** 2 / (2 * n) - margin) / (1 + z ** 2 / n);
}

/** Computes the scores by plain loops over all views. */
async function referenceScores(): Promise<Map<string, number>> {
  const dayNumber = (at: number) => Math.floor(at / DAY_MS);
  const weightOf = (at: number) => {
    const age = Math.max(0, dayNumber(t.clock.now.getTime()) - dayNumber(at));
    return age < 14 ? 0.5 ** (age / 2) : 0;
  };
  const counted = (await readReferenceViews(t.deps.db, t.clock.now, REACHED_PER_DAY)).filter(
    ({ isCounted, at }) => isCounted && weightOf(at) > 0,
  );
  const apps = [...Map.groupBy(counted, ({ app }) => app)].map(([id, views]) => {
    const sumOf = (list: typeof views) =>
      list.reduce((sum, { weight, at }) => sum + weight * weightOf(at), 0);
    return { id, views: sumOf(views), likes: sumOf(views.filter(({ isLiked }) => isLiked)) };
  });
  const sum = (valueOf: (app: (typeof apps)[number]) => number) =>
    apps.reduce((total, app) => total + valueOf(app), 0);
  const rate = sum(({ likes }) => likes) / sum(({ views }) => views);
  const mostViewed = apps.map(({ views }) => views).toSorted((one, other) => other - one);
  const usual = Math.min(...mostViewed.slice(0, MOST_VIEWED));
  return new Map(
    apps.map(({ id, likes, views }) => {
      const missing = Math.max(usual - views, 0);
      return [id, lowestRate((likes + rate * missing) / (views + missing), views + missing)];
    }),
  );
}

/** Lets only trusted likes count. The job would find too few. */
const readTrusted = async () => {
  await t.deps.pool.query('UPDATE trust_state SET likes = 200');
  return readTrending(t.deps.db, t.clock.now);
};

describe('scores', () => {
  test('equal those of the slow reference', { tags: 'long' }, async () => {
    const random = sequence(14);
    const voters = [
      ...(await addVoters(12)),
      ...(await addVoters(3, { createdAt: daysAgo(1.2) })),
      ...(await addVoters(2, { emailVerifiedAt: null })),
      ...(await addVoters(2, { createdAt: daysAgo(0.9) })),
    ];
    await t.deps.pool.query(
      `INSERT INTO seen_counts (user_id, seen, most_before) SELECT id, 0, 11 FROM users ON CONFLICT DO NOTHING`,
    );
    for (let n = 0; n < 60; n += 1) {
      const status = random() < 0.8 ? 'approved' : 'pending';
      const { id } = await t.addApp({ status, upvotes: Math.floor(random() * 20) });
      for (const voter of voters) {
        if (random() < 0.3) await like(id, [voter], daysAgo(random() * 18));
        const at = random() < 0.5 ? t.clock.now : daysAgo(random() * 18);
        if (random() < 0.5) await viewDealt(id, [voter], random() < 0.5 ? 'one' : 'two', at);
      }
    }
    const [scores, reference] = [await readTrusted(), await referenceScores()];
    expect(scores.length).toBeGreaterThan(30);
    expect(scores.map(({ id }) => id).sort()).toEqual([...reference.keys()].sort());
    for (const { id, score } of scores) expect(score).toBeCloseTo(reference.get(id) ?? Number.NaN, 12);
  });

  test('give apps with fewer views than the twenty most viewed ones average views for the rest', async () => {
    const [rare, voters] = [await t.addApp(), await addVoters(4)];
    for (let n = 0; n < MOST_VIEWED; n += 1) {
      const { id } = await t.addApp();
      await view(id, voters);
      await like(id, voters.slice(0, 1));
    }
    await view(rare.id, voters.slice(0, 1));
    await like(rare.id, voters.slice(0, 1));
    await refresh();
    const rate = (MOST_VIEWED + 1) / (4 * MOST_VIEWED + 1);
    expect((await readScores()).get(rare.id)).toBeCloseTo(lowestRate((1 + 3 * rate) / 4, 4));
  });

  test('ignore the view of a vote that an admin has taken back', async () => {
    const { id } = await t.addApp();
    const voters = await addVoters(4);
    await view(id, voters);
    await like(id, voters.slice(0, 2));
    await t.deps.pool.query(
      `WITH taken AS (INSERT INTO takebacks (id) VALUES (gen_random_uuid()) RETURNING id)
       INSERT INTO taken_votes (takeback_id, app_id, user_id, vote_id, vote_type, created_at)
       SELECT id, $1, $2, gen_random_uuid(), 'up', now() FROM taken`,
      [id, voters[3]],
    );
    await refresh();
    const { rows } = await t.deps.pool.query('SELECT likes, views FROM trending_scores');
    expect(rows).toEqual([{ likes: 2, views: 3 }]);
  });

  test('follow the votes and the catalogue at the next run', async () => {
    const [last = '', ...voters] = await addVoters(4);
    const [liked, unliked, rejected] = [await t.addApp(), await t.addApp(), await t.addApp()];
    for (const { id } of [liked, unliked, rejected]) await like(id, voters);
    await refresh();
    const before = await readScores();
    expect(before.size).toBe(3);
    await like(liked.id, [last]);
    await t.deps.pool.query('DELETE FROM votes WHERE app_id = $1', [unliked.id]);
    await t.deps.pool.query("UPDATE apps SET status = 'rejected' WHERE id = $1", [rejected.id]);
    await refresh();
    const after = await readScores();
    expect([...after.keys()]).toEqual([liked.id]);
    expect(after.get(liked.id)).toBeGreaterThan(before.get(liked.id) ?? Infinity);
  });

  test('are deleted by a reset', async () => {
    const [{ id }, voters] = [await t.addApp(), await addVoters(1)];
    await like(id, voters);
    await viewDealt(id, voters, 'one', t.clock.now);
    await refresh();
    await t.call(resetStats, {}, await t.person('admin'));
    expect((await readScores()).size).toBe(0);
    expect(await readTrusted()).toEqual([]);
  });
});

describe('the deck', () => {
  test('deals the highest scores first, then the newest approval', async () => {
    await feed.set({ appsPerPage: 3 });
    const ids = await feed.addRanked('a1 a2 a3 a4 a5 a6');
    const voters = await addVoters(20);
    const put = async (title: string, likes: number, views: number, at = t.clock.now) => {
      await like(ids.get(title) ?? '', voters.slice(0, likes), at);
      await view(ids.get(title) ?? '', voters.slice(0, views), at);
    };
    await put('a2', 8, 20);
    await put('a4', 10, 20);
    await put('a1', 10, 20, daysAgo(8));
    await refresh();
    expect(await feed.deal(await t.person('member'), 'trending')).toEqual(['a4 a2 a1', 'a6 a5 a3']);
  });

  test('deals an app approved after the last run before its end', async () => {
    await feed.set({ appsPerPage: 2 });
    const ids = await feed.addRanked('a1 a2 a3');
    await like(ids.get('a1') ?? '', await addVoters(2));
    await refresh();
    const guest = await t.person('guest');
    const first = await feed.page(guest, undefined, 'trending');
    expect(first.titles).toBe('a1 a3');
    await t.addApp({ title: 'late' });
    expect((await feed.page(guest, first.next, 'trending')).titles).toBe('late a2');
  });
});

test('a vote does not wait for a run', async () => {
  const ids = [await t.addApp(), await t.addApp()];
  await like(ids[0]?.id ?? '', await addVoters(2));
  const holder = await t.deps.pool.connect();
  try {
    // Keeps the run in its transaction, after it has stored the scores of the first app.
    await refresh();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM trending_scores FOR UPDATE');
    await like(ids[0]?.id ?? '', await addVoters(1));
    const running = refresh();
    await untilBlocked(t.deps.pool);
    const body = { appId: ids[0]?.id ?? '', voteType: 'up' } as const;
    expect((await t.call(castVote, { body }, await t.person('member'))).status).toBe(200);
    await holder.query('ROLLBACK');
    expect(await running).toBe(1);
  } finally {
    holder.release();
  }
});
