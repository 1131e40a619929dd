import { listDecks } from '@zapdeck/contract/feed/deck-list';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp, visitor } from '../../testing/test-app.ts';
import { feedFixture } from './feed.fixture.ts';

let t: TestApp;
let member: Person;
const ids: Record<string, string> = {};
beforeAll(async () => {
  t = await openTestApp();
  member = await t.person('member');
  const submittedBy = (await t.person('member')).user?.id ?? '';
  const add = async (
    title: string,
    category: string,
    upvotes: number,
    status: 'approved' | 'pending' = 'approved',
  ) => {
    ids[title] = (await t.addApp({ title, category, upvotes, status, submittedBy })).id;
  };
  for (const [index, title] of ['g1', 'g2', 'g3', 'g4'].entries()) await add(title, 'Games', 9 - index);
  await add('n1', 'News', 7);
  await add('waiting', 'News', 0, 'pending');
  await t.deps.pool.query('INSERT INTO daily_picks VALUES ($1, $2, $3), ($4, $5, NULL)', [
    '2026-01-01',
    ids['g2'],
    t.clock.now,
    '2026-01-02',
    ids['g3'],
  ]);
  await t.deps.pool.query('INSERT INTO trending_scores VALUES ($1, 0.5)', [ids['n1']]);
  for (const title of ['g1', 'g3'])
    await t.call(castVote, { body: { appId: ids[title] ?? '', voteType: 'up' } }, member);
  await feedFixture(t).see(member, ids['g1'], ids['n1']);
});
afterAll(() => t.close());

async function read(person: Person) {
  const { body } = await t.call(listDecks, {}, person);
  return new Map(
    body.map(({ id, apps, newApps, covers }) => [
      id,
      `${apps} ${newApps} ${covers.map(({ title }) => title).join(' ')}`,
    ]),
  );
}

test('lists each deck of a member with its number of apps, of new apps, and its first apps', async () => {
  const decks = await read(member);
  expect(Object.fromEntries([...decks].slice(0, 6))).toEqual({
    best: '5 3 g1 g3 g2',
    new: '5 3 n1 g4 g3',
    trending: '5 3 n1 g4 g3',
    today: '1 1 g2',
    unseen: '3 3 g4 g3 g2',
    liked: '2 1 g3 g1',
  });
  expect(decks.get('category:games')).toBe('4 3 g1 g3 g2');
  expect(decks.get('category:news')).toBe('1 0 n1');
  expect(decks.get('category:health-fitness')).toBe('0 0 ');
  expect(decks.size).toBe(26);
});

test.each(['guest', 'visitor'] as const)('lists no deck of likes and no seen apps for a %s', async (role) => {
  const decks = await read(role === 'visitor' ? visitor : await t.person(role));
  expect(decks.has('liked')).toBe(false);
  expect(decks.get('unseen')).toBe('5 5 n1 g4 g3');
  expect(decks.size).toBe(25);
});

test('each deck has a title and a description', async () => {
  const { body } = await t.call(listDecks, {}, visitor);
  expect(body.find(({ id }) => id === 'category:music-audio')).toMatchObject({
    title: 'Music & Audio',
    line: 'The best apps in this category',
  });
});

test('counts the same for viewers who have seen few and most apps', async () => {
  const viewer = await t.person('member');
  const titles = Array.from({ length: 12 }, (_, index) => `t${index}`);
  for (const title of titles) {
    const app = await t.addApp({ title, submittedBy: member.user?.id ?? '' });
    ids[title] = app.id;
  }
  const gone = ids['t11'] ?? '';
  await feedFixture(t).see(viewer, gone);
  await t.deps.pool.query("UPDATE apps SET status = 'rejected' WHERE id = $1", [gone]);
  for (const [index, title] of titles.slice(0, 11).entries()) {
    await feedFixture(t).see(viewer, ids[title]);
    expect((await read(viewer)).get('best')).toMatch(`16 ${15 - index} `);
  }
});
