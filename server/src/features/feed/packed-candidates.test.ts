import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../db/statement.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { packed, unpack } from './packed-candidates.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const read = async (ranking: 'score' | 'upvotes', condition: string) => {
  const sql = `SELECT * FROM apps WHERE ${condition} ORDER BY approval_no`;
  const text = `SELECT ${packed(ranking, sql, 'apps.approval_no')} AS list`;
  const [row] = await run<{ list: string | null }>(test.deps.db, { text, values: [] });
  return unpack(row?.list);
};

it('unpacks what was packed, to the last bit', async () => {
  const made = [
    await test.addApp({
      category: 'Health & Fitness',
      upvotes: 3,
      createdAt: new Date('2026-11-21T01:02:03.457Z'),
    }),
    await test.addApp({
      category: '“Käse” \n🧀',
      downvotes: 7,
      views: 3,
      createdAt: new Date('1999-12-31T23:59:59.999Z'),
    }),
    await test.addApp({ category: '\u{10FFFF}'.repeat(50), upvotes: 2_000_000_000, timeSpent: 12_345_678 }),
    await test.addApp({ category: '' }),
  ];
  const expected = await Promise.all(made.map(async ({ id }) => test.readApp(id)));
  expect(expected.map(({ rankingScore }) => rankingScore)[1]).toBeLessThan(0);
  const wanted = (ranking: 'score' | 'upvotes') =>
    expected.map((app) => ({
      id: app.id,
      category: app.category,
      rank: ranking === 'score' ? app.rankingScore : app.upvotes,
      createdAt: app.createdAt.getTime(),
      number: app.approvalNo,
    }));
  expect(await read('score', 'true')).toEqual(wanted('score'));
  expect(await read('upvotes', 'true')).toEqual(wanted('upvotes'));
});

it('of no rows there is nothing to unpack', async () => {
  expect(await read('score', 'false')).toEqual([]);
});
