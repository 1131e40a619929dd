import { adminApps, recalculateTimeStats, submitApp } from '@zapdeck/contract/apps/apps';
import { tagChoices } from '@zapdeck/contract/apps/listing';
import { categories } from '@zapdeck/contract/apps/categories';
import { bulkUploadApps } from '@zapdeck/contract/apps/bulk-upload';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { cleanupInteractions, recordInteraction } from '@zapdeck/contract/feed/interactions';
import * as settings from '@zapdeck/contract/instance/settings';
import { castVote } from '@zapdeck/contract/feed/votes';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../testing/test-app.ts';

// Numbers are literals, because the test checks the code.

const defaults = {
  weights: { upvoteWeight: 10, downvoteWeight: 5, viewWeight: 0.1, timeWeight: 0.001 },
  algorithm: {
    algorithmType: 'normal',
    appsPerPage: 20,
    maxDiversityPool: 100,
    categoryDiversityEnabled: true,
    recycledContentThreshold: 50,
    freshContentPriority: 80,
  },
  advertisement: { enabled: false, zapsBetweenAds: 8 },
} as const;

let t: TestApp;
let admin: Person;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  member = await t.person('member');
});
afterAll(() => t.close());

test('the defaults apply before anyone saves settings', async () => {
  const read = async (route: Parameters<TestApp['call']>[0]) => (await t.call(route, {}, admin)).body;
  expect(await read(settings.adminFormulaWeights)).toEqual({
    ...defaults.weights,
    inForce: defaults.weights,
  });
  expect(await read(settings.adminAlgorithmParams)).toEqual(defaults.algorithm);
  expect(await read(settings.adminAdvertisementConfig)).toEqual(defaults.advertisement);
  expect((await t.call(settings.advertisementConfig, {}, member)).body).toEqual(defaults.advertisement);
});

test('there are twenty categories and eight tags', async () => {
  expect(categories).toEqual(
    'Productivity|Design|Developer Tools|Business|Entertainment|Education|Health & Fitness|Finance|Social|News|Travel|Shopping|Games|Music & Audio|Photo & Video|Utilities|Web Tools|AI & ML|Data & Analytics|Other'.split(
      '|',
    ),
  );
  expect(tagChoices).toEqual(
    'New|Popular|AI-Powered|Free|Premium|Mobile-Friendly|Team Collaboration|Open Source'.split('|'),
  );
  for (const [index, category] of categories.entries()) {
    const url = `https://${index}.category.example.com/`;
    const body = { title: 'T', description: 'D', url, category, tags: [...tagChoices] };
    expect((await t.call(submitApp, { body }, member)).status).toBe(201);
  }
});

describe('limits of stored apps', () => {
  test('a title has at most 100 characters and a category 50', async () => {
    const { rows } = await t.deps.pool.query(`
      SELECT column_name AS name, character_maximum_length AS max FROM information_schema.columns
      WHERE table_name = 'apps' AND column_name IN ('title', 'category') ORDER BY 1`);
    expect(rows).toEqual([
      { name: 'category', max: 50 },
      { name: 'title', max: 100 },
    ]);
  });

  test.each([
    [100, 200],
    [101, 400],
  ])('a title of %i characters in a CSV file returns %i', async (length, status) => {
    const row = `${'x'.repeat(length)},D,https://title-${length}.example.com/,Games`;
    const form = new FormData();
    form.append(
      'csvFile',
      new File([`title,description,url,category\n${row}`], 'a.csv', { type: 'text/csv' }),
    );
    const request = new Request('http://localhost/', { method: 'POST', body: form });
    const response = await t.app.inject({
      method: 'POST',
      url: bulkUploadApps.path,
      headers: {
        origin: t.deps.config.publicUrl,
        'content-type': request.headers.get('content-type') ?? '',
      },
      cookies: admin.cookies,
      payload: Buffer.from(await request.arrayBuffer()),
    });
    expect(response.statusCode).toBe(status);
    const pending = (await t.call(pendingApps, { query: { limit: '500' } }, admin)).body;
    expect(pending.some(({ title }) => title.length === length)).toBe(status === 200);
  });
});

test('the score is 10 per upvote, -5 per downvote, 0.1 per view and 0.001 per millisecond; new weights wait for the recalculation', async () => {
  const { id } = await t.addApp({ views: 10, timeSpent: 1_000 });
  const [one, two, three] = [await t.person('member'), await t.person('member'), await t.person('member')];
  for (const person of [one, two]) await t.call(castVote, { body: { appId: id, voteType: 'up' } }, person);
  await t.call(castVote, { body: { appId: id, voteType: 'down' } }, three);
  // 2 × 10 − 1 × 5 + 10 × 0.1 + 1,000 × 0.001
  expect((await t.readApp(id)).rankingScore).toBeCloseTo(17, 9);

  const weights = { upvoteWeight: 1, downvoteWeight: 2, viewWeight: 3, timeWeight: 2 };
  await t.call(settings.saveFormulaWeights, { body: weights }, admin);
  expect((await t.readApp(id)).rankingScore).toBeCloseTo(17, 9);
  await t.call(settings.recalculateRankings, { body: weights }, admin);
  // 2 × 1 − 1 × 2 + 10 × 3 + 1,000 × 2
  expect((await t.readApp(id)).rankingScore).toBeCloseTo(2_030, 9);
  await t.call(settings.recalculateRankings, { body: defaults.weights }, admin);
});

describe('interactions', () => {
  test('are kept and counted from 100 ms, but not with 99 ms', async () => {
    const { id: appId } = await t.addApp();
    for (const duration of [99, 100]) {
      await t.call(recordInteraction, { body: { appId, interactionType: 'like', duration } }, member);
    }
    await t.call(recalculateTimeStats, {}, admin);
    expect((await t.readApp(appId)).avgTimeToUpvote).toBe(100);
    expect((await t.call(cleanupInteractions, {}, admin)).body).toEqual({ deletedCount: 1 });
    const { rows } = await t.deps.pool.query('SELECT duration FROM user_app_interactions WHERE app_id = $1', [
      appId,
    ]);
    expect(rows).toEqual([{ duration: 100 }]);
  });
});

describe('feed algorithms', () => {
  let feed: TestApp;
  let ids: string[];
  let viewer: Person;
  beforeAll(async () => {
    feed = await openTestApp();
    viewer = await feed.person('member');
    // Beyond 100 views, so that there are no newcomers. Scores fall with views, upvotes rise.
    ids = [];
    for (let index = 0; index < 40; index += 1) {
      const category = index % 2 ? 'Games' : 'Design';
      ids.push((await feed.addApp({ views: 100_000 - 1_000 * index, category, upvotes: index })).id);
    }
  });
  afterAll(() => feed.close());

  const namesOf = (body: { id: string }[]) => body.map(({ id }) => ids.indexOf(id));
  async function dealt(params: Partial<settings.AlgorithmParams>): Promise<number[]> {
    const body = { ...defaults.algorithm, ...params };
    await feed.call(settings.saveAlgorithmParams, { body }, await feed.person('admin'));
    return namesOf((await feed.call(listFeed, { query: {} }, viewer)).body);
  }

  test('deal twenty apps per page in turn by category, simple sorted by score and semi-simple by upvotes', async () => {
    expect(await dealt({ categoryDiversityEnabled: false })).toEqual(Array.from({ length: 20 }, (_, n) => n));
    const inTurn = await dealt({});
    expect(inTurn).toHaveLength(20);
    expect(inTurn.every((name, place) => name % 2 === place % 2)).toBe(true);
    expect(await dealt({ algorithmType: 'simple' })).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(await dealt({ algorithmType: 'semi_simple' })).toEqual(
      Array.from({ length: 20 }, (_, n) => 39 - n),
    );
  });

  test('deal floor(page size × percent) fresh apps, then the least recently viewed ones', async () => {
    // Views the last thirty one after another: 75 % of the catalogue.
    for (const appId of ids.slice(10)) {
      feed.clock.advance(1_000);
      const body = { appId, interactionType: 'view' as const, duration: 500 };
      await feed.call(recordInteraction, { body }, viewer);
    }
    const params = { appsPerPage: 9, freshContentPriority: 70, categoryDiversityEnabled: false };
    const page = await dealt(params);
    expect(page.filter((name) => name < 10)).toHaveLength(6);
    expect(page.filter((name) => name >= 10).sort((a, b) => a - b)).toEqual([10, 11, 12]);
    expect(await dealt({ ...params, freshContentPriority: 100 })).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const semiSimple = await dealt({ algorithmType: 'semi_simple', appsPerPage: 12 });
    expect(semiSimple).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 39, 38]);
  });
});

test('lists are sorted by score, highest first', async () => {
  const { body } = await t.call(adminApps, { query: { limit: '500' } }, admin);
  const scores = body.map(({ rankingScore }) => rankingScore);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});
