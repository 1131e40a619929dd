import { END_CURSOR_HEADER, listFeed } from '@zapdeck/contract/feed/feed';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';

const HOUR_MS = 3_600_000;

let t: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  t = await openTestApp();
  feed = feedFixture(t);
});
afterAll(() => t.close());
beforeEach(async () => {
  await feed.reset();
  await feed.set({ appsPerPage: 2, categoryDiversityEnabled: false });
});

const setStatus = (title: string, status: string) =>
  t.deps.pool.query('UPDATE apps SET status = $2 WHERE title = $1', [title, status]);

async function statusOf(cursor: unknown, person: Person): Promise<number> {
  return (await t.call(listFeed, { query: { cursor: String(cursor) } }, person)).status;
}

describe('a page', () => {
  test('is the same for the same cursor, without apps that are no longer approved', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5 a6');
    const member = await t.person('member');
    const first = await feed.page(member);
    const second = await feed.page(member, first.next);
    const third = await feed.page(member, second.next);
    await t.deps.pool.query("UPDATE apps SET upvotes = 99 WHERE title = 'a6'");
    expect(await feed.page(member, first.next)).toEqual(second);
    await setStatus('a3', 'rejected');
    expect((await feed.page(member, first.next)).titles).toBe('a4');
    expect(await feed.page(member, second.next)).toEqual(third);
  });

  test('is the same for two tabs that request it at once', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5 a6');
    const member = await t.person('member');
    const first = await feed.page(member);
    const answers = await Promise.all(Array.from({ length: 8 }, () => feed.page(member, first.next)));
    expect(new Set(answers.map(({ titles }) => titles))).toEqual(new Set(['a3 a4']));
    const third = await Promise.all(answers.map(({ next }) => feed.page(member, next)));
    expect(new Set(third.map(({ titles }) => titles))).toEqual(new Set(['a5 a6']));
  });

  test('replaces apps that are no longer approved by the next cards of the hand', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
    const member = await t.person('member');
    const second = await feed.page(member, (await feed.page(member)).next);
    await setStatus('a5', 'rejected');
    expect((await feed.page(member, second.next)).titles).toBe('a6 a7');
  });

  test('keeps the order of the hand for an hour', async () => {
    // More than four pages: the last page is always dealt from a new hand.
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8 a9 a10');
    const member = await t.person('member');
    const second = await feed.page(member, (await feed.page(member)).next);
    await t.deps.pool.query("UPDATE apps SET upvotes = 99 WHERE title = 'a10'");
    const third = await feed.page(member, second.next);
    expect(third.titles).toBe('a5 a6');
    t.clock.advance(HOUR_MS);
    expect((await feed.page(member, third.next)).titles).toBe('a10 a7');
  });

  test('is dealt from a new hand if the hand was lost', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5 a6');
    const member = await t.person('member');
    const second = await feed.page(member, (await feed.page(member)).next);
    await t.deps.pool.query('TRUNCATE hands');
    expect((await feed.page(member, second.next)).titles).toBe('a5 a6');
  });

  test('repeats no app of earlier pages over several hands', async () => {
    const names = Array.from({ length: 60 }, (_, index) => `a${index}`);
    await feed.addRanked(names.join(' '));
    await feed.set({ maxDiversityPool: 20 });
    expect((await feed.deal(await t.person('member'))).join(' ').split(' ')).toEqual(names);
  });
});

describe('the end of a deck', () => {
  test('comes after apps approved in the meantime, and its cursor returns apps approved later', async () => {
    await feed.addRanked('a1 a2 a3');
    const member = await t.person('member');
    const first = await feed.page(member);
    await t.addApp({ title: 'late', downvotes: 9 });
    const second = await feed.page(member, first.next);
    expect(second.titles).toBe('a3 late');
    const end = await t.call(listFeed, { query: { cursor: String(first.next) } }, member);
    const cursor = String(end.headers[END_CURSOR_HEADER]);
    const empty = await t.call(listFeed, { query: { cursor } }, member);
    expect([empty.body, empty.headers[END_CURSOR_HEADER]]).toEqual([[], cursor]);
    await t.addApp({ title: 'later' });
    expect((await feed.page(member, cursor)).titles).toBe('later');
  });

  test('has a cursor that returns the first approved app of an empty catalogue', async () => {
    const guest = await t.person('guest');
    const empty = await t.call(listFeed, { query: {} }, guest);
    const cursor = empty.headers[END_CURSOR_HEADER];
    expect(await feed.page(guest, cursor)).toEqual({ titles: '', next: undefined });
    await t.addApp({ title: 'first' });
    expect((await feed.page(guest, cursor)).titles).toBe('first');
  });
});

describe('a deck', () => {
  test('is stored with its second page, not with the first', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5');
    const member = await t.person('member');
    const first = await feed.page(member);
    expect(await feed.readLog(member)).toEqual([]);
    await feed.page(member, first.next);
    expect(await feed.readLog(member)).toEqual([
      { page: 1, titles: 'a1 a2', reasons: 'ff' },
      { page: 2, titles: 'a3 a4', reasons: 'ff' },
    ]);
  });

  test('expires 24 hours after its last page', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
    const member = await t.person('member');
    const first = await feed.page(member);
    t.clock.advance(23 * HOUR_MS);
    const second = await feed.page(member, first.next);
    t.clock.advance(23 * HOUR_MS);
    const third = await feed.page(member, second.next);
    t.clock.advance(24 * HOUR_MS);
    expect(await t.call(listFeed, { query: { cursor: String(third.next) } }, member)).toMatchObject({
      status: 410,
      error: { code: 'deck_expired' },
    });
    const unstored = await feed.page(member);
    t.clock.advance(24 * HOUR_MS);
    expect(await statusOf(unstored.next, member)).toBe(410);
  });

  test('is available only to its viewer', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
    const [member, other] = [await t.person('member'), await t.person('member')];
    const first = await feed.page(member);
    expect(await statusOf(first.next, other)).toBe(410);
    const second = await feed.page(member, first.next);
    expect(await statusOf(second.next, other)).toBe(410);
  });

  test('of a guest continues after sign-up', async () => {
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
    const guest = await t.person('guest');
    const second = await feed.page(guest, (await feed.page(guest)).next);
    const password = 'correct-horse-9';
    const body = { email: 'new@example.org', firstName: 'New', password, confirmPassword: password };
    const { setCookie } = await t.call(signup, { body }, guest);
    const member = { user: guest.user, cookies: setCookie };
    expect((await feed.page(member, second.next)).titles).toBe('a5 a6');
    expect(await feed.readLog(member)).toHaveLength(3);
  });
});
