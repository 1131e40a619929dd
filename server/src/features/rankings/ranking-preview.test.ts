import { rankingPreview } from '@zapdeck/contract/pictures/previews';
import { defaultWeights, recalculateRankings } from '@zapdeck/contract/instance/settings';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  await t.addApp({ title: 'Liked', upvotes: 10, views: 5 });
  await t.addApp({ title: 'Watched', upvotes: 5, views: 400 });
  await t.addApp({ title: 'Quiet', upvotes: 1, views: 1 });
  await t.addApp({ title: 'Waiting', status: 'pending', upvotes: 999 });
});
afterAll(() => t.close());

const preview = async (weights: typeof defaultWeights, deck = 'best') =>
  (await t.call(rankingPreview, { query: { ...weights, deck } }, admin)).body;

const scores = async () =>
  (await t.deps.pool.query('SELECT id, ranking_score FROM apps ORDER BY id')).rows as unknown[];

test('shows no change for the weights in force', async () => {
  const { apps, moved, top, rising, falling } = await preview(defaultWeights);
  expect({ apps, moved, rising, falling }).toEqual({ apps: 3, moved: 0, rising: [], falling: [] });
  expect(top.every(({ scoreBefore, scoreAfter }) => scoreBefore === scoreAfter)).toBe(true);
});

test('shows which apps would rise and fall, as a recalculation then does, without changing them', async () => {
  const weights = { ...defaultWeights, viewWeight: 1 };
  const before = await scores();
  const { moved, top, rising, falling } = await preview(weights);
  expect(await scores()).toEqual(before);
  expect(moved).toBe(2);
  expect(top.map(({ title, rankBefore, rankAfter }) => [title, rankBefore, rankAfter])).toEqual([
    ['Watched', 2, 1],
    ['Liked', 1, 2],
    ['Quiet', 3, 3],
  ]);
  expect(rising.map(({ title }) => title)).toEqual(['Watched']);
  expect(falling.map(({ title }) => title)).toEqual(['Liked']);

  await t.call(recalculateRankings, { body: weights }, admin);
  for (const { appId, scoreAfter } of top) {
    expect((await t.readApp(appId)).rankingScore).toBe(scoreAfter);
  }
});

test('ranks only the apps of the deck', async () => {
  const category = 'Games';
  await t.addApp({ title: 'Quiet Game', category, views: 3 });
  await t.addApp({ title: 'Liked Game', category, upvotes: 1 });
  await t.addApp({ title: 'Game in Waiting', category, status: 'pending', upvotes: 9 });
  const { apps, moved, top } = await preview({ ...defaultWeights, viewWeight: 10 }, 'category:games');
  expect({ apps, moved }).toEqual({ apps: 2, moved: 2 });
  expect(top.map(({ title, rankBefore }) => [title, rankBefore])).toEqual([
    ['Quiet Game', 2],
    ['Liked Game', 1],
  ]);
});

test('rejects decks with their own order, and unknown decks', async () => {
  const ask = (deck: string) => t.call(rankingPreview, { query: { ...defaultWeights, deck } }, admin);
  expect((await ask('new')).error).toMatchObject({
    code: 'invalid_input',
    fields: { deck: 'This deck is not sorted by score' },
  });
  expect((await ask('category:nothing')).error.code).toBe('deck_not_found');
});
