import { CURSOR_MAX, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { setSettings } from '../../testing/set-settings.ts';
import { algorithmKind } from '../settings/kinds.ts';
import { type Cursor, type FirstPage, openCursor, sealCursor } from './cursor.ts';

let t: TestApp;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  member = await t.person('member');
  for (let n = 0; n < 6; n += 1) await t.addApp();
  await setSettings(t, algorithmKind, { appsPerPage: 2 });
});
afterAll(() => t.close());

const deckKey = 'category:games';
const key = Buffer.from('a key of the instance');
const firstPage = (apps: number): FirstPage => ({
  deck: newId(),
  key: deckKey,
  viewer: newId(),
  algorithm: 'normal',
  isRecycling: true,
  startedAt: Date.UTC(2026, 0, 1),
  ids: Array.from({ length: apps }, newId),
  reasons: 'f'.repeat(apps),
});
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const request = (cursor: string, as = member) => t.call(listFeed, { query: { cursor } }, as);

describe('a cursor', () => {
  test.each<[string, Cursor]>([
    ['a first page of 20 apps', firstPage(20)],
    ['an empty first page', firstPage(0)],
    ['a later page', { deck: newId(), key: deckKey, page: 7 }],
  ])('for %s is opened as it was sealed', (_name, cursor) => {
    expect(openCursor(key, sealCursor(key, cursor), deckKey)).toMatchObject(cursor);
  });

  test('fits into a header and a request with the largest page', () => {
    const { length } = sealCursor(key, firstPage(100));
    expect(length).toBeLessThan(3_000);
    expect(length).toBeLessThan(CURSOR_MAX);
  });

  test.each([
    ['text', 'next-page-please'],
    ['not base64', '%%%'],
    ['an empty object', base64({})],
    ['null', base64(null)],
    ['sealed with another key', sealCursor(key, { deck: newId(), key: 'best', page: 2 })],
    ['without a seal', `${base64({ deck: newId(), page: 2 })}..`],
    ['too long', 'A'.repeat(CURSOR_MAX + 1)],
    ['empty', ''],
  ])('is rejected if it is %s', async (_name, cursor) => {
    const answer = await request(cursor);
    expect(answer).toMatchObject({ status: 400, error: { code: 'invalid_input' } });
    expect(Object.keys(answer.error.fields ?? {})).toEqual(['cursor']);
  });

  test('is rejected if any character was changed', { tags: 'long' }, async () => {
    const first = await t.call(listFeed, { query: {} }, member);
    const cursor = String(first.headers[NEXT_CURSOR_HEADER]);
    // The last character has unused bits.
    for (let index = 0; index < cursor.length - 1; index += 1) {
      const changed = `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`;
      expect([index, (await request(changed)).status]).toEqual([index, 400]);
    }
    expect((await request(cursor)).status).toBe(200);
  });
});
