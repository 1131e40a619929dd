import { BEST } from '@zapdeck/contract/feed/decks';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { defaultAlgorithm } from '@zapdeck/contract/instance/settings';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type TestApp, visitor } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';
import { previewPage } from './feed.ts';

let test: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  test = await openTestApp();
  feed = feedFixture(test);
});
afterAll(() => test.close());
beforeEach(() => feed.reset());

describe('the algorithm normal', () => {
  it('deals the categories in turn, best app first', async () => {
    await feed.addRanked('a1 a2 a3 b1 a4 c1 b2 c2');
    expect(await feed.deal(await test.person('member'))).toEqual(['a1 b1 c1 a2 b2 c2 a3 a4']);
  });

  it('deals by score if category diversity is off', async () => {
    await feed.addRanked('a1 a2 a3 b1 a4 c1 b2 c2');
    await feed.set({ categoryDiversityEnabled: false });
    expect(await feed.deal(await test.person('member'))).toEqual(['a1 a2 a3 b1 a4 c1 b2 c2']);
  });

  it('deals only apps of the pool', async () => {
    const games = Array.from({ length: 20 }, (_, index) => `a${index}`).join(' ');
    await feed.addRanked(`${games} b0 c0`);
    await feed.set({ maxDiversityPool: 20, appsPerPage: 3 });
    const member = await test.person('member');
    const first = await feed.page(member);
    expect(first.titles).toBe('a0 a1 a2');
    // Three places of the pool are free, so apps of the two lower categories enter it.
    expect((await feed.page(member, first.next)).titles).toBe('a3 b0 c0');
  });

  it('orders apps with equal scores by age, newest first, then by id', async () => {
    const owner = (await test.person('member')).user?.id ?? '';
    const [old, recent] = [new Date('2026-01-01'), new Date('2026-01-02')];
    const [low, high] = [newId(), newId()].toSorted();
    const add = (title: string, values: object) => test.addApp({ title, submittedBy: owner, ...values });
    await add('old', { createdAt: old });
    await add('recent-low', { createdAt: recent, id: low ?? '' });
    await add('recent-high', { createdAt: recent, id: high ?? '' });
    expect(await feed.deal(await test.person('member'))).toEqual(['recent-high recent-low old']);
  });

  it('deals the share of recycled apps once enough of the catalogue was seen', async () => {
    const ids = await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8 a9 a0');
    await feed.set({ appsPerPage: 5, freshContentPriority: 50 });
    const member = await test.person('member');
    await feed.see(member, ids.get('a4'), ids.get('a2'), ids.get('a9'), ids.get('a1'));
    // Four of ten apps are less than half: fresh apps only, while there are any.
    expect(await feed.deal(member)).toEqual(['a3 a5 a6 a7 a8', 'a0 a4 a2 a9 a1']);
    await feed.see(member, ids.get('a3'));
    // Half: floor(5 × 50 %) fresh apps, three recycled ones, least recently viewed first.
    expect(await feed.deal(member)).toEqual(['a5 a6 a4 a2 a9', 'a7 a8 a0 a1 a3']);
  });

  it('deals recycled apps if all apps are seen', async () => {
    const ids = await feed.addRanked('a1 b1 c1');
    const member = await test.person('member');
    await feed.see(member, ids.get('b1'), ids.get('c1'), ids.get('a1'));
    expect(await feed.deal(member)).toEqual(['b1 c1 a1']);
    await feed.see(member, ids.get('b1'));
    expect(await feed.deal(member)).toEqual(['c1 a1 b1']);
  });

  it('deals recycled apps if the clock is set back', async () => {
    const ids = await feed.addRanked('a1');
    const member = await test.person('member');
    await feed.see(member, ids.get('a1'));
    test.clock.advance(-3_600_000);
    expect(await feed.deal(member)).toEqual(['a1']);
    test.clock.advance(3_600_000);
  });

  it('fills a page larger than the pool', async () => {
    await feed.addRanked(Array.from({ length: 25 }, (_, index) => `a${index}`).join(' '));
    await feed.set({ maxDiversityPool: 20, appsPerPage: 25 });
    expect((await feed.deal(await test.person('member'))).map((titles) => titles.split(' ').length)).toEqual([
      25,
    ]);
  });
});

describe('the algorithms semi_simple and simple', () => {
  it('semi_simple deals unseen apps by upvotes, then seen apps by upvotes', async () => {
    const ids = await feed.addRanked('a1 b1 c1 a2 b2');
    await feed.set({ algorithmType: 'semi_simple', appsPerPage: 2 });
    const member = await test.person('member');
    await feed.see(member, ids.get('c1'), ids.get('a1'));
    expect(await feed.deal(member)).toEqual(['b1 a2', 'b2 a1', 'c1']);
  });

  it('simple deals all apps by score', async () => {
    const ids = await feed.addRanked('a1 b1 c1 a2 b2');
    await feed.set({ algorithmType: 'simple', appsPerPage: 2 });
    const member = await test.person('member');
    await feed.see(member, ids.get('c1'), ids.get('a1'));
    expect(await feed.deal(member)).toEqual(['a1 b1', 'c1 a2', 'b2']);
  });

  it('the order by score differs from the order by upvotes', async () => {
    const owner = (await test.person('member')).user?.id ?? '';
    await test.addApp({ title: 'loved', upvotes: 2, submittedBy: owner });
    await test.addApp({ title: 'divided', upvotes: 3, downvotes: 5, submittedBy: owner });
    await feed.set({ algorithmType: 'semi_simple' });
    expect(await feed.deal(await test.person('member'))).toEqual(['divided loved']);
    await feed.set({ algorithmType: 'simple' });
    expect(await feed.deal(await test.person('member'))).toEqual(['loved divided']);
  });

  it('keeps the algorithm of a started deck', async () => {
    await feed.addRanked('a1 a2 b1 b2');
    await feed.set({ algorithmType: 'simple', appsPerPage: 2 });
    const member = await test.person('member');
    const first = await feed.page(member);
    await feed.set({ algorithmType: 'normal' });
    expect([first.titles, (await feed.page(member, first.next)).titles]).toEqual(['a1 a2', 'b1 b2']);
  });
});

describe('a viewer', () => {
  it('gets the order of a new user as a guest, for the whole catalogue', async () => {
    await feed.addRanked('a1 a2 a3 b1 a4 c1 b2 c2');
    await feed.set({ appsPerPage: 3 });
    const pages = ['a1 b1 c1', 'a2 b2 c2', 'a3 a4'];
    expect(await feed.deal(await test.person('guest'))).toEqual(pages);
    expect(await feed.deal(await test.person('member'))).toEqual(pages);
    expect(await feed.deal(await test.person('admin'))).toEqual(pages);
  });

  it('gets 401 as a visitor', async () => {
    expect(await test.call(listFeed, { query: {} }, visitor)).toMatchObject({
      status: 401,
      error: { code: 'unauthorized' },
    });
  });

  it('gets only approved apps, even of their own', async () => {
    const owner = await test.person('member');
    const submittedBy = owner.user?.id ?? '';
    await test.addApp({ title: 'approved', submittedBy });
    await test.addApp({ title: 'pending', status: 'pending', submittedBy });
    await test.addApp({ title: 'rejected', status: 'rejected', submittedBy });
    expect(await feed.deal(owner)).toEqual(['approved']);
  });

  it('gets an empty page of an empty catalogue', async () => {
    expect(await feed.deal(await test.person('member'))).toEqual(['']);
  });

  it('gets an app as recycled after seeing it elsewhere since the start of the deck', async () => {
    const ids = await feed.addRanked('a1 a2 a3 a4');
    await feed.set({ appsPerPage: 2 });
    const member = await test.person('member');
    const first = await feed.page(member);
    await feed.see(member, ids.get('a3'));
    expect(await feed.page(member, first.next)).toEqual({ titles: 'a4 a3', next: undefined });
  });
});

it('a preview is the first page under unsaved parameters, with the reason of each place', async () => {
  const ids = await feed.addRanked('a1 a2 b1 c1');
  const member = await test.person('member');
  await feed.see(member, ids.get('a2'));
  const params = {
    ...defaultAlgorithm,
    recycledContentThreshold: 25,
    freshContentPriority: 60,
    appsPerPage: 3,
  };
  const places = await previewPage(test.deps.db, BEST, member.user?.id ?? '', params);
  expect(places.map(({ candidate, reason }) => [candidate.id, reason])).toEqual([
    [ids.get('a1'), 'fresh'],
    [ids.get('b1'), 'fresh'],
    [ids.get('a2'), 'recycled'],
  ]);
  expect((await feed.page(member)).titles).toBe('a1 b1 c1 a2');
});
