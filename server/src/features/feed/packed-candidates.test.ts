import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../db/statement.ts';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { pack, type Packed, packed, packedIds, unpack, unpackIds, walkedFor } from './packed-candidates.ts';

let test: TestApp;
beforeAll(async () => {
  test = await openTestApp();
});
afterAll(() => test.close());

const unpackAll = (list: string | null | undefined): Packed[] =>
  unpack(list, (id, category, rank, createdAt, number) => ({ id, category, rank, createdAt, number }));

const read = async (ranking: 'score' | 'upvotes', condition: string) => {
  const sql = `SELECT * FROM apps WHERE ${condition} ORDER BY approval_no`;
  const text = `SELECT ${packed(ranking, sql, 'apps.approval_no')} AS list`;
  const [row] = await run<{ list: string | null }>(test.deps.db, { text, values: [] });
  return unpackAll(row?.list);
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

it('packs what it unpacked into the same bytes', async () => {
  const category = '“Käse” \n🧀';
  await test.addApp({ category, downvotes: 7, createdAt: new Date('1999-12-31T23:59:59.999Z') });
  const list = `SELECT * FROM apps ORDER BY approval_no`;
  const text = `SELECT ${packed('score', list, 'apps.approval_no')} AS list`;
  const [row] = await run<{ list: string }>(test.deps.db, { text, values: [] });
  const candidates = unpackAll(row?.list);
  expect(candidates.map((app) => app.category)).toContain(category);
  expect(pack(candidates).toString('hex')).toBe(row?.list);
  expect(unpackAll(pack([]).toString('hex'))).toEqual([]);
});

it('tells how many rows were walked, and packs ids alone', async () => {
  const apps = [await test.addApp({}), await test.addApp({})];
  const list = `SELECT apps.*, 40 + row_number() OVER () AS walked FROM apps`;
  const ids = `SELECT id FROM apps ORDER BY approval_no DESC LIMIT 2`;
  const text = `SELECT ${packed('score', list, '0', 'apps.walked')} AS list, ${packedIds(ids)} AS ids,
    ${packedIds(`${ids} OFFSET 1000`)} AS none, (SELECT count(*)::int FROM apps) AS apps`;
  const [row] = await run<{ list: string; ids: string; none: null; apps: number }>(test.deps.db, {
    text,
    values: [],
  });
  expect(walkedFor(row?.list)).toBe(40 + (row?.apps ?? 0));
  expect(walkedFor(null)).toBe(0);
  expect(unpackIds(row?.ids ?? null)).toEqual(apps.map(({ id }) => id).toReversed());
  expect(unpackIds(row?.none ?? null)).toEqual([]);
});

it('of no rows there is nothing to unpack', async () => {
  expect(await read('score', 'false')).toEqual([]);
});
