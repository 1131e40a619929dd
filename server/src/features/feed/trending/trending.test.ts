import { resetStats } from '@zapdeck/contract/apps';
import { castVote } from '@zapdeck/contract/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sequence } from '../../../testing/random.ts';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';
import { readReferenceLikes } from '../../votes/trusted-likes.fixture.ts';
import { type FeedFixture, feedFixture } from '../feed.fixture.ts';
import { refreshTrending } from './trending.ts';

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

async function like(
  appId: string,
  voters: readonly string[],
  at = t.clock.now,
  isOfEarlyCard = false,
): Promise<void> {
  await t.deps.pool.query(
    `INSERT INTO votes (id, app_id, user_id, vote_type, created_at, is_of_early_card)
     SELECT gen_random_uuid(), $1, voter, 'up', $3, $4 FROM unnest($2::uuid[]) AS voter`,
    [appId, voters, at, isOfEarlyCard],
  );
}

const view = (appId: string, views: number, at = t.clock.now, earlyViews = 0) =>
  t.deps.pool.query('INSERT INTO daily_views (day, app_id, views, early_views) VALUES ($1, $2, $3, $4)', [
    at.toISOString().slice(0, 10),
    appId,
    views,
    earlyViews,
  ]);

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

/** Computes the scores by plain loops over all likes and views. */
async function referenceScores(): Promise<Map<string, number>> {
  const query = async <Row>(text: string) => (await t.deps.pool.query(text)).rows as Row[];
  const dayNumber = (date: Date) => Math.floor(date.getTime() / DAY_MS);
  const weightOf = (at: Date) => {
    const age = Math.max(0, dayNumber(t.clock.now) - dayNumber(at));
    return age < 14 ? 0.5 ** (age / 2) : 0;
  };
  const likes = await readReferenceLikes(t.deps.db, t.clock.now);
  const views = await query<{ app_id: string; at: Date; views: number; early_views: number }>(
    "SELECT app_id, day::timestamp AT TIME ZONE 'UTC' AS at, views, early_views FROM daily_views",
  );
  const apps = await query<{ id: string }>("SELECT id FROM apps WHERE status = 'approved'");
  const all = { likes: 0, views: 0 };
  const rated: { id: string; liked: number; viewed: number; likedEarly: number; viewedEarly: number }[] = [];
  for (const { id } of apps) {
    let [liked, viewed, likedEarly, viewedEarly] = [0, 0, 0, 0];
    for (const { app, isCounted, weight, at, isOfEarlyCard } of likes) {
      if (app !== id || !isCounted) continue;
      liked += weight * weightOf(new Date(at));
      if (isOfEarlyCard) likedEarly += weight * weightOf(new Date(at));
    }
    for (const day of views) {
      if (day.app_id !== id) continue;
      viewed += day.views * weightOf(day.at);
      viewedEarly += day.early_views * weightOf(day.at);
    }
    viewedEarly = Math.max(viewedEarly, likedEarly);
    all.likes += likedEarly;
    all.views += viewedEarly;
    if (liked > 0) rated.push({ id, liked, viewed: Math.max(viewed, liked), likedEarly, viewedEarly });
  }
  const average = all.likes >= 20 ? all.likes / all.views : Infinity;
  const limitOf = ({ likedEarly, viewedEarly }: (typeof rated)[number]) =>
    (likedEarly + 10 * average) / (viewedEarly + 10);
  return new Map(
    rated.map((app) => [app.id, lowestRate(Math.min(app.liked / app.viewed, limitOf(app)), app.viewed)]),
  );
}

describe('scores', () => {
  test('equal those of the slow reference', async () => {
    const random = sequence(14);
    const below = (count: number) => Math.floor(random() * count);
    const voters = [
      ...(await addVoters(12)),
      ...(await addVoters(2, { emailVerifiedAt: null })),
      ...(await addVoters(2, { createdAt: daysAgo(0.9) })),
    ];
    // The average of all apps is known from twenty likes of early cards.
    for (let n = 0; n < 2; n += 1) {
      const { id } = await t.addApp();
      await like(id, voters, t.clock.now, true);
      await view(id, 60, t.clock.now, 40);
    }
    for (let n = 0; n < 40; n += 1) {
      const { id } = await t.addApp({ status: random() < 0.8 ? 'approved' : 'pending' });
      const isFound = random() < 0.5;
      for (const voter of voters)
        if (random() < 0.3) await like(id, [voter], daysAgo(random() * 18), !isFound && random() < 0.5);
      for (let day = 0; day < 18; day += 1) {
        const views = 1 + below(9);
        if (random() < 0.5) await view(id, views, daysAgo(day), below(views + 1));
      }
    }
    await refresh();
    const [scores, reference] = [await readScores(), await referenceScores()];
    expect(scores.size).toBeGreaterThan(20);
    expect([...scores.keys()].sort()).toEqual([...reference.keys()].sort());
    for (const [id, score] of scores) expect(score).toBeCloseTo(reference.get(id) ?? Number.NaN, 12);
  });

  test('are limited by the like rate of viewers who did not look for the app', async () => {
    const [found, met] = [await t.addApp(), await t.addApp()];
    const voters = await addVoters(30);
    await like(found.id, voters);
    await view(found.id, 30);
    await like(met.id, voters.slice(0, 19), t.clock.now, true);
    await view(met.id, 40, t.clock.now, 40);
    await refresh();
    const before = await readScores();
    expect(before.get(found.id)).toBeGreaterThan(before.get(met.id) ?? Infinity);
    // With twenty likes of early cards, the average of all apps is known.
    await like(met.id, voters.slice(19, 20), t.clock.now, true);
    await refresh();
    const unknown = await readScores();
    expect(unknown.get(found.id)).toBeCloseTo(lowestRate(0.5, 30));
    await view((await t.addApp()).id, 60, t.clock.now, 60);
    await refresh();
    const after = await readScores();
    expect(after.get(found.id)).toBeCloseTo(lowestRate(0.2, 30));
    expect(after.get(met.id)).toBeGreaterThan(0.3);
  });

  test('count early likes without an early view as viewed', async () => {
    const [found, met, unviewed] = [await t.addApp(), await t.addApp(), await t.addApp()];
    const voters = await addVoters(30);
    await like(found.id, voters);
    await view(found.id, 30);
    await like(met.id, voters.slice(0, 20), t.clock.now, true);
    await view(met.id, 40, t.clock.now, 40);
    await like(unviewed.id, voters, t.clock.now, true);
    await refresh();
    // The average is 50 likes of 70 early views.
    expect((await readScores()).get(found.id)).toBeCloseTo(lowestRate(50 / 70, 30));
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
    await like((await t.addApp()).id, await addVoters(1));
    await refresh();
    await t.call(resetStats, {}, await t.person('admin'));
    expect((await readScores()).size).toBe(0);
  });
});

describe('the deck', () => {
  test('deals the highest scores first, then the newest approval', async () => {
    await feed.set({ appsPerPage: 3 });
    const ids = await feed.addRanked('a1 a2 a3 a4 a5 a6');
    const voters = await addVoters(10);
    const put = async (title: string, likes: number, views: number, at = t.clock.now) => {
      await like(ids.get(title) ?? '', voters.slice(0, likes), at);
      await view(ids.get(title) ?? '', views, at);
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
