import { adminApp } from '@zapdeck/contract/apps/admin-app';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { readNearDuplicates } from './near-duplicates.ts';

let t: TestApp;
beforeEach(async () => {
  t = await openTestApp();
});
afterEach(() => t.close());

test('shows a moderator the apps of the same host and with nearly the same title', async () => {
  const app = await t.addApp({ title: 'Tiny Piano', url: 'https://piano.example.org/' });
  await t.addApp({ title: 'Star Map', url: 'http://www.piano.example.org/stars', status: 'rejected' });
  await t.addApp({ title: 'Tiny Pianos', url: 'https://copy.example.com/', status: 'pending' });
  await t.addApp({ title: 'tiny  piano!', url: 'https://other.example.com/' });
  await t.addApp({ title: 'Grand Piano Lessons', url: 'https://grand.example.com/' });
  await t.addApp({ title: 'Chess', url: 'https://chess.piano.example.org/' });

  const { body } = await t.call(adminApp, { params: { id: app.id } }, await t.person('admin'));

  expect(body.near.map(({ title, url, status }) => [title, url, status])).toEqual([
    ['tiny  piano!', 'https://other.example.com/', 'approved'],
    ['Tiny Pianos', 'https://copy.example.com/', 'pending'],
    ['Star Map', 'http://www.piano.example.org/stars', 'rejected'],
  ]);
});

test('returns at most five for each of many apps, or none', async () => {
  const many = [];
  for (let index = 0; index < 7; index += 1)
    many.push(
      await t.addApp({ title: `Game of ${'abcdefg'[index]}`, url: `https://games.example/${index}` }),
    );
  const alone = await t.addApp({ title: 'Word Rush', url: 'https://alone.example.org/' });
  const near = await readNearDuplicates(
    t.deps.db,
    [...many, alone].map(({ id }) => id),
  );
  for (const { id } of many) {
    expect(near.get(id)).toHaveLength(5);
    expect(near.get(id)?.map((other) => other.id)).not.toContain(id);
  }
  expect(near.get(alone.id)).toBeUndefined();
});

test('finds the apps of the same host without pg_trgm', async () => {
  await t.deps.pool.query('DROP EXTENSION pg_trgm CASCADE');
  const app = await t.addApp({ title: 'Tiny Piano', url: 'https://www.piano.example.org/' });
  const other = await t.addApp({ title: 'Star Map', url: 'https://piano.example.org/stars?q=1' });
  const near = await readNearDuplicates(t.deps.db, [app.id, other.id]);
  expect(near.get(app.id)?.map(({ id }) => id)).toEqual([other.id]);
  expect(near.get(other.id)?.map(({ id }) => id)).toEqual([app.id]);
});
