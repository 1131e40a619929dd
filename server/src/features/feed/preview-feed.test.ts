import { listFeed } from '@zapdeck/contract/feed/feed';
import { recordInteraction } from '@zapdeck/contract/feed/interactions';
import { feedPreview } from '@zapdeck/contract/pictures/previews';
import {
  type AlgorithmParams,
  algorithmHistory,
  defaultAlgorithm,
} from '@zapdeck/contract/instance/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  member = await t.person('member');
  for (let n = 0; n < 6; n += 1) {
    await t.addApp({ title: `App ${n}`, upvotes: n, category: n % 2 === 0 ? 'Games' : 'News' });
  }
  await t.addApp({ title: 'Waiting', status: 'pending' });
});
afterAll(() => t.close());

const preview = (params: Partial<AlgorithmParams> & { deck?: string } = {}, user?: string) =>
  t.call(
    feedPreview,
    {
      query: { ...defaultAlgorithm, categoryDiversityEnabled: 'true', ...params, ...(user && { user }) },
    },
    admin,
  );

test('is the page that the feed deals to the user, with the reason of each place', async () => {
  const { body } = await preview({}, member.user?.id);
  const feed = await t.call(listFeed, { query: {} }, member);
  expect(body.map(({ appId }) => appId)).toEqual(feed.body.map(({ id }) => id));
  expect(body.map(({ reason, categoryTurn }) => `${reason} ${categoryTurn}`).slice(0, 2)).toEqual([
    'fresh 1',
    'fresh 1',
  ]);
});

test('deals seen apps last to their viewer and as fresh to a new user', async () => {
  const [first] = (await preview()).body;
  const appId = first?.appId ?? '';
  await t.call(recordInteraction, { body: { appId, interactionType: 'view', duration: 500 } }, member);
  t.clock.advance(1_000);
  const { body } = await preview({}, member.user?.id);
  expect(body.at(-1)).toMatchObject({ appId, reason: 'recycled', lastViewedAt: expect.any(String) });
  expect((await preview()).body[0]).toMatchObject({ appId, reason: 'fresh', lastViewedAt: null });
});

test('uses unsaved parameters and saves nothing', async () => {
  const { body } = await preview({ algorithmType: 'simple', appsPerPage: 2 });
  expect(body.map(({ title, reason }) => [title, reason])).toEqual([
    ['App 5', 'ranked'],
    ['App 4', 'ranked'],
  ]);
  expect((await t.call(algorithmHistory, { query: {} }, admin)).headers['x-total-count']).toBe('1');
});

test('takes a deck', async () => {
  const places = async (deck: string) =>
    (await preview({ deck })).body.map(({ title, reason }) => `${title} ${reason}`);
  expect(await places('new')).toEqual([5, 4, 3, 2, 1, 0].map((n) => `App ${n} ranked`));
  expect(await places('category:games')).toEqual([4, 2, 0].map((n) => `App ${n} fresh`));
  expect((await preview({ deck: 'worst' })).error.code).toBe('deck_not_found');
});

test('rejects an unknown user with 404', async () => {
  expect((await preview({}, newId())).error.code).toBe('user_not_found');
});
