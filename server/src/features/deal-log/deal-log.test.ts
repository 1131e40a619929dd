import { deleteAccount, downloadData } from '@zapdeck/contract/accounts/account';
import { login, logout } from '@zapdeck/contract/sign-in/auth';
import { listFeed, NEXT_CURSOR_HEADER } from '@zapdeck/contract/feed/feed';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { signup } from '@zapdeck/contract/sign-in/signup';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { purge, purgeExpired } from '../../testing/purge-expired.ts';
import { openTestApp, type Person, TEST_PASSWORD, type TestApp } from '../../testing/test-app.ts';
import { dealLogPurges } from './deal-log.job.ts';
import { type FeedFixture, feedFixture } from '../feed/feed.fixture.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

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
  await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
});

async function view({ user, cookies }: Person, cursor: string): Promise<void> {
  const interactions = [{ appId: newId(), interactionType: 'view' as const, duration: 1_000 }];
  const body = { interactions, batchId: newId(), userId: user?.id ?? '', cursor };
  expect((await t.call(recordInteractions, { body }, { user, cookies })).status).toBe(201);
}

async function firstCursor(person: Person): Promise<string> {
  return String((await t.call(listFeed, { query: {} }, person)).headers[NEXT_CURSOR_HEADER]);
}

describe('a first page', () => {
  test.each(['member', 'guest'] as const)('is logged once, with the first view, for a %s', async (role) => {
    const viewer = await t.person(role);
    const cursor = await firstCursor(viewer);
    const other = await t.person('member');
    await view(other, cursor);
    await view(viewer, 'not a cursor');
    expect([await feed.readLog(viewer), await feed.readLog(other)]).toEqual([[], []]);
    await view(viewer, cursor);
    await view(viewer, cursor);
    expect(await feed.readLog(viewer)).toEqual([{ page: 1, titles: 'a1 a2', reasons: 'ff' }]);
    expect((await feed.page(viewer, cursor)).titles).toBe('a3 a4');
  });

  test('is not logged after its deck has expired', async () => {
    const member = await t.person('member');
    const cursor = await firstCursor(member);
    t.clock.advance(DAY_MS);
    await view(member, cursor);
    expect(await feed.readLog(member)).toEqual([]);
  });
});

describe('the log of a viewer', () => {
  const expectNothingStored = async () => {
    for (const table of ['decks', 'deck_pages', 'hands'])
      expect((await t.deps.pool.query(`SELECT FROM ${table}`)).rowCount).toBe(0);
  };

  test('is part of the download, and is deleted with the account', async () => {
    const member = await t.person('member');
    await feed.page(member, (await feed.page(member)).next);
    const other = await t.person('member');
    await feed.page(other, (await feed.page(other)).next);
    const { body } = await t.call(downloadData, {}, member);
    expect(body.decks).toMatchObject([{ kind: 'best' }]);
    const pages = body.deckPages.map(({ page, reasons, appIds }) => [page, reasons, appIds.length]);
    expect(pages.toSorted()).toEqual([
      [1, 'ff', 2],
      [2, 'ff', 2],
    ]);
    for (const { user, cookies } of [member, other]) {
      const account = { email: user?.email ?? '', password: TEST_PASSWORD };
      const deleted = await t.call(deleteAccount, { body: account }, { user, cookies });
      expect(deleted.status).toBe(204);
    }
    await expectNothingStored();
  });

  test('is deleted when a guest signs out', async () => {
    const guest = await t.person('guest');
    await feed.page(guest, (await feed.page(guest)).next);
    const headers = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' };
    await t.app.inject({ method: 'GET', url: logout.path, cookies: guest.cookies, headers });
    await expectNothingStored();
  });

  test('is deleted when a guest signs in to an account', async () => {
    const account = { email: 'owner@example.org', password: TEST_PASSWORD };
    const body = { ...account, firstName: 'Robin', confirmPassword: TEST_PASSWORD };
    await t.call(signup, { body });
    const guest = await t.person('guest');
    await feed.page(guest, (await feed.page(guest)).next);
    expect((await t.call(login, { body: account }, guest)).status).toBe(200);
    await expectNothingStored();
  });

  test('is deleted when the session of a guest expires', async () => {
    const guest = await t.person('guest');
    await feed.page(guest, (await feed.page(guest)).next);
    t.clock.advance(DAY_MS);
    await purgeExpired(t);
    await expectNothingStored();
  });
});

describe('the deal log', () => {
  const rotate = (dealLogDays = 30) => {
    const config = { ...t.deps.config, retention: { ...t.deps.config.retention, dealLogDays } };
    return purge({ app: t.app, deps: { ...t.deps, config } }, dealLogPurges);
  };
  const partitions = async () =>
    (
      await t.deps.pool.query<{ name: string }>(
        "SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'deck_pages'::regclass ORDER BY 1",
      )
    ).rows.map(({ name }) => name);

  test('has a partition per day, which is dropped with its decks', async () => {
    const member = await t.person('member');
    await rotate();
    const [today, , later, fallback] = await partitions();
    expect([await partitions(), fallback]).toEqual([
      expect.objectContaining({ length: 4 }),
      'deck_pages_default',
    ]);
    const first = await feed.page(member);
    await feed.page(member, first.next);
    const { rows } = await t.deps.pool.query('SELECT tableoid::regclass::text AS name FROM deck_pages');
    expect(rows).toEqual([{ name: today }, { name: today }]);
    t.clock.advance(3 * DAY_MS);
    await rotate(3);
    expect(await feed.readLog(member)).toHaveLength(2);
    t.clock.advance(DAY_MS);
    await rotate(3);
    expect(await partitions()).not.toContain(today);
    expect(await partitions()).toContain(later);
    expect((await t.deps.pool.query('SELECT FROM decks')).rowCount).toBe(0);
  });

  test('deletes hands that are too old to be dealt from, but no pages', async () => {
    const [early, late] = [await t.person('member'), await t.person('member')];
    const second = await feed.page(early, (await feed.page(early)).next);
    t.clock.advance(HOUR_MS);
    await feed.page(late, (await feed.page(late)).next);
    await rotate();
    expect((await t.deps.pool.query('SELECT FROM hands')).rowCount).toBe(1);
    expect((await feed.page(early, second.next)).titles).toBe('a5 a6');
  });

  test('keeps pages of a day without a partition, and later deletes them too', async () => {
    t.clock.advance(50 * DAY_MS);
    const member = await t.person('member');
    await feed.page(member, (await feed.page(member)).next);
    await rotate();
    expect(await feed.readLog(member)).toHaveLength(2);
    t.clock.advance(31 * DAY_MS);
    await rotate();
    expect((await t.deps.pool.query('SELECT FROM deck_pages')).rowCount).toBe(0);
  });
});
