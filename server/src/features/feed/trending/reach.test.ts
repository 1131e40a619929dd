import { END_CURSOR_HEADER, listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { hide } from '@zapdeck/contract/feed/hidden';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { setReadLanguages } from '@zapdeck/contract/wire/language-choices';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { feedFixture } from '../feed.fixture.ts';
import { REACHED_PER_DAY, readTrending } from './trending.ts';

const DAY_MS = 24 * 3_600_000;
const AGE_DAYS = 2;
const OTHERS = REACHED_PER_DAY * AGE_DAYS + 5;

let t: TestApp;
let target: string;
let others: string[];
let person: Person;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await feedFixture(t).reset();
  await t.deps.pool.query('TRUNCATE dealt_views');
  await t.deps.pool.query('UPDATE trust_state SET likes = 200');
  const submittedBy = (await t.person('member')).user?.id ?? '';
  others = [];
  for (let n = 0; n < OTHERS; n += 1)
    others.push((await t.addApp({ category: 'News', language: 'en', upvotes: 100 - n, submittedBy })).id);
  target = (await t.addApp({ category: 'Games', language: 'is', submittedBy })).id;
  person = await addMember(AGE_DAYS);
});

/** Adds a member with a confirmed address who has viewed enough apps. */
async function addMember(ageDays: number, emailVerifiedAt: Date | null = t.clock.now): Promise<Person> {
  const createdAt = new Date(t.clock.now.getTime() - ageDays * DAY_MS);
  const member = await t.person('member', { createdAt, emailVerifiedAt });
  await t.deps.pool.query('INSERT INTO seen_counts (user_id, seen, most_before) VALUES ($1, 0, 11)', [
    member.user?.id,
  ]);
  return member;
}

async function view(by: Person, appIds: readonly string[], cursor?: string): Promise<void> {
  const interactions = appIds.map((appId) => ({ appId, interactionType: 'view' as const, duration: 1_000 }));
  const body = { interactions, batchId: newId(), ageMs: 0, ...(cursor === undefined ? {} : { cursor }) };
  expect((await t.call(recordInteractions, { body }, by)).status).toBe(201);
}

/** Opens `best`, expects the app on its first page, and views it. */
async function viewOnFirstPage(by: Person, appId: string): Promise<void> {
  const { body, headers } = await t.call(listFeed, { query: { deck: 'best' } }, by);
  expect(body.map(({ id }) => id)).toContain(appId);
  await view(by, [appId], String(headers[NEXT_CURSOR_HEADER] ?? headers[END_CURSOR_HEADER]));
}

async function likeOnFirstPage(by: Person, appId: string): Promise<void> {
  await viewOnFirstPage(by, appId);
  await t.call(castVote, { body: { appId, voteType: 'up', mode: 'cast' } }, by);
}

/** Returns what counts for an app. */
async function countedOf(appId: string) {
  const scored = await readTrending(t.deps.db, t.clock.now);
  const { likes = 0, views = 0 } = scored.find(({ id }) => id === appId) ?? {};
  return { likes, views };
}

const readOnly = () => t.call(setReadLanguages, { body: { languages: ['is'] } }, person);
const hideOthers = () => t.call(hide, { body: { kind: 'category', value: 'News' } }, person);
/** Claims to have viewed apps that no deck dealt. */
const claimViews = async () => {
  for (let first = 0; first < others.length; first += 20) await view(person, others.slice(first, first + 20));
};

describe('a young account does not count for an app far down the order by score', () => {
  test.each([
    ['that its languages lift to the first page', [readOnly]],
    ['that hidden categories lift to the first page', [hideOthers]],
    ['that both lift to the first page', [readOnly, hideOthers]],
    ['that claimed views lift to the first page', [claimViews]],
  ])('ignores the account: %s', async (_name, ways) => {
    for (const way of ways) await way();
    await likeOnFirstPage(person, target);
    expect(await countedOf(target)).toEqual({ likes: 0, views: 0 });
    // From the third day on, the account reaches 60 apps.
    t.clock.advance(DAY_MS);
    expect(await countedOf(target)).toEqual({ likes: 1, views: 1 });
  });
});

test('a young account counts for the first apps of the order', async () => {
  await likeOnFirstPage(person, others[0] ?? '');
  expect(await countedOf(others[0] ?? '')).toEqual({ likes: 1, views: 1 });
});

describe('a view counts only if a like would count', () => {
  test.each([
    ['without a confirmed address', async () => addMember(AGE_DAYS, null)],
    ['that is younger than a day', async () => addMember(0.9)],
    [
      'that has viewed few apps',
      async () => t.person('member', { createdAt: new Date('2020-01-01'), emailVerifiedAt: t.clock.now }),
    ],
  ])('ignores a view by an account %s', async (_name, add) => {
    const [appId = ''] = others;
    await likeOnFirstPage(person, appId);
    const [viewer, voter] = [await add(), await add()];
    await viewOnFirstPage(viewer, appId);
    await likeOnFirstPage(voter, appId);
    expect(await countedOf(appId)).toEqual({ likes: 1, views: 1 });
  });

  test('counts a view once the address is confirmed', async () => {
    const [appId = ''] = others;
    const late = await addMember(AGE_DAYS, null);
    await likeOnFirstPage(late, appId);
    expect(await countedOf(appId)).toEqual({ likes: 0, views: 0 });
    await t.deps.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [late.user?.id]);
    expect(await countedOf(appId)).toEqual({ likes: 1, views: 1 });
  });

  test('gives views the weight of likes if accounts share a network', async () => {
    const [appId = ''] = others;
    for (let n = 0; n < 4; n += 1) {
      const neighbour = { ...(await addMember(AGE_DAYS)), address: `192.0.2.${n}` };
      await (n < 2 ? likeOnFirstPage : viewOnFirstPage)(neighbour, appId);
    }
    expect(await countedOf(appId)).toEqual({ likes: 1, views: 2 });
  });
});
