import { resetStats } from '@zapdeck/contract/apps';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';

let test: TestApp;
let feed: FeedFixture;
beforeAll(async () => {
  test = await openTestApp();
  feed = feedFixture(test);
});
afterAll(() => test.close());
beforeEach(() => feed.reset());

describe('newcomers', () => {
  /** Adds approved apps without views, in the order of their approval, with the lowest scores. */
  async function addNewcomers(list: string): Promise<void> {
    for (const title of list.split(' ')) {
      await test.addApp({ title, category: title.charAt(0), downvotes: 50, submittedBy: null });
    }
  }

  it('get a tenth of the fresh places in the order of approval, once per deck', async () => {
    await addNewcomers('n1 n2 n3');
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
    await feed.set({ appsPerPage: 5, categoryDiversityEnabled: false });
    const pages = ['a1 a2 n1 a3 a4', 'a5 a6 n2 a7 a8', 'n3'];
    expect(await feed.deal(await test.person('guest'))).toEqual(pages);
    expect(await feed.deal(await test.person('member'))).toEqual(pages);
  });

  it('stay newcomers until their hundredth view, and are newcomers again after a reset', async () => {
    await addNewcomers('n1 n2');
    await feed.addRanked('a1 a2 a3 a4');
    await feed.set({ appsPerPage: 5, categoryDiversityEnabled: false });
    const guest = await test.person('guest');
    await test.deps.pool.query("UPDATE apps SET views = 99 WHERE title = 'n1'");
    expect((await feed.page(guest)).titles).toBe('a1 a2 n1 a3 a4');
    await test.deps.pool.query("UPDATE apps SET views = 100 WHERE title = 'n1'");
    expect((await feed.page(guest)).titles).toBe('a1 a2 n2 a3 a4');
    await test.call(resetStats, {}, await test.person('admin'));
    expect((await feed.page(guest)).titles).toContain('n1');
  });

  it('come last after another approval', async () => {
    await addNewcomers('n1 n2');
    await feed.addRanked('a1 a2 a3 a4');
    await feed.set({ appsPerPage: 5, categoryDiversityEnabled: false });
    for (const status of ['rejected', 'approved']) {
      await test.deps.pool.query("UPDATE apps SET status = $1 WHERE title = 'n1'", [status]);
    }
    expect((await feed.page(await test.person('guest'))).titles).toBe('a1 a2 n2 a3 a4');
  });

  it('are not dealt as newcomers to viewers who have seen them', async () => {
    await addNewcomers('n1 n2 n3');
    await feed.addRanked('a1 a2 a3 a4');
    await feed.set({ appsPerPage: 5, categoryDiversityEnabled: false });
    const member = await test.person('member');
    const { rows } = await test.deps.pool.query<{ id: string }>("SELECT id FROM apps WHERE title = 'n1'");
    await feed.see(member, rows[0]?.id);
    expect((await feed.page(member)).titles).toBe('a1 a2 n2 a3 a4');
  });

  it('are numbered in the order in which their approvals are stored', async () => {
    const { id } = await test.addApp({ status: 'pending' });
    const first = await test.deps.pool.connect();
    try {
      await first.query('BEGIN');
      const approve = "UPDATE apps SET status = 'approved' WHERE id = $1";
      const earlier = await test.addApp({ status: 'pending' });
      await first.query(approve, [earlier.id]);
      const second = test.deps.pool.query(approve, [id]);
      await untilBlocked(test.deps.pool);
      await first.query('COMMIT');
      await second;
      const numbers = [await test.readApp(earlier.id), await test.readApp(id)].map(
        (app) => app.approvalNo ?? 0,
      );
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
      expect(numbers[0]).toBeGreaterThan(0);
    } finally {
      first.release();
    }
  });
});
