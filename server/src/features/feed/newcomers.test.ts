import { resetStats } from '@zapdeck/contract/apps/apps';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/test-app.ts';
import { type FeedFixture, feedFixture } from './feed.fixture.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
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
  /** Adds approved apps with an open budget, in the order of their approval, with the lowest scores. */
  async function addNewcomers(list: string): Promise<void> {
    for (const title of list.split(' ')) {
      await test.addApp({ title, category: title.charAt(0), downvotes: 50, submittedBy: null });
      await addBudgets(test.deps.pool, 'title = $1', [title]);
    }
  }

  const setBudget = (title: string, change: string) =>
    test.deps.pool.query(
      `UPDATE view_budgets SET ${change} WHERE app_id = (SELECT id FROM apps WHERE title = $1)`,
      [title],
    );
  const setStatus = (title: string, status: string) =>
    test.deps.pool.query('UPDATE apps SET status = $2::app_status WHERE title = $1', [title, status]);
  const idOf = async (title: string) =>
    (await test.deps.pool.query<{ id: string }>('SELECT id FROM apps WHERE title = $1', [title])).rows[0]?.id;

  beforeEach(() => feed.set({ appsPerPage: 5, categoryDiversityEnabled: false }));

  it('get a tenth of the fresh places, each once per deck', async () => {
    await addNewcomers('n1 n2 n3');
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8');
    const pages = ['a1 a2 n1 a3 a4', 'a5 a6 n2 a7 a8', 'n3'];
    expect(await feed.deal(await test.person('guest'))).toEqual(pages);
    expect(await feed.deal(await test.person('member'))).toEqual(pages);
  });

  it('get the stored share, on the first page and on later ones', async () => {
    await feed.set({ appsPerPage: 10 });
    await addNewcomers('n1 n2 n3 n4 n5 n6');
    await feed.addRanked('a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5');
    await test.deps.pool.query('UPDATE first_views_state SET share = 0.3');
    const [first, second] = await feed.deal(await test.person('member'));
    await test.deps.pool.query('UPDATE first_views_state SET share = 0.1');
    expect(first).toBe('a1 a2 n1 a3 a4 n2 a5 n3 a6 a7');
    expect(second).toBe('a8 a9 n4 b1 b2 n5 b3 n6 b4 b5');
  });

  it('are sorted by the time at which their next view was due', async () => {
    await addNewcomers('n1 n2');
    await feed.addRanked('a1 a2 a3 a4');
    const guest = await test.person('guest');
    await setBudget('n2', "due_at = due_at - interval '1 hour'");
    expect((await feed.page(guest)).titles).toBe('a1 a2 n2 a3 a4');
    await setBudget('n1', "due_at = due_at - interval '2 hours'");
    expect((await feed.page(guest)).titles).toBe('a1 a2 n1 a3 a4');
  });

  it('do not include apps without a budget, or with a full one', async () => {
    await addNewcomers('n1 n2');
    await test.addApp({ title: 'old', downvotes: 60, submittedBy: null });
    await feed.addRanked('a1 a2 a3 a4');
    await setBudget('n1', 'views = 100, due_at = NULL, finished_at = now()');
    expect(await feed.deal(await test.person('guest'))).toEqual(['a1 a2 n2 a3 a4', 'n1 old']);
  });

  it('lose no time and no views while they are not dealt', async () => {
    await addNewcomers('n1 n2');
    await feed.addRanked('a1 a2 a3 a4');
    const read = async () =>
      (
        await test.deps.pool.query(
          `SELECT views, started_at AS started, due_at AS due, paused_at AS paused FROM view_budgets
           WHERE app_id = $1`,
          [await idOf('n1')],
        )
      ).rows[0];
    await setBudget('n1', "views = 7, started_at = now() - interval '1 hour', due_at = now()");
    await setStatus('n1', 'rejected');
    expect(await read()).toMatchObject({ views: 7, due: null });
    expect((await feed.page(await test.person('guest'))).titles).toBe('a1 a2 n2 a3 a4');
    // Two days without being dealt.
    await setBudget(
      'n1',
      "started_at = started_at - interval '2 days', paused_at = paused_at - interval '2 days'",
    );
    await setStatus('n1', 'approved');
    const again = await read();
    expect(again).toMatchObject({ views: 7, paused: null });
    expect(again.due.getTime() - again.started.getTime()).toBe(7 * 1_296_000);
    expect(Math.round((Date.now() - again.started.getTime()) / 60_000)).toBe(60);
  });

  it('wait while their page is unreachable, and are dealt once it responds', async () => {
    await addNewcomers('n1 n2');
    await feed.addRanked('a1 a2 a3 a4');
    const setFrame = (status: string) =>
      test.deps.pool.query("UPDATE apps SET frame_status = $1::frame_status WHERE title = 'n1'", [status]);
    await setBudget('n1', "started_at = started_at - interval '1 hour'");
    await setFrame('unreachable');
    expect((await feed.page(await test.person('guest'))).titles).toBe('a1 a2 n2 a3 a4');
    await setFrame('ok');
    expect((await feed.page(await test.person('guest'))).titles).toBe('a1 a2 n1 a3 a4');
  });

  it('are not dealt to their maker, nor to guests after enough views of guests', async () => {
    await addNewcomers('n1 n2');
    await feed.addRanked('a1 a2 a3 a4');
    const maker = await test.person('member');
    await test.deps.pool.query("UPDATE apps SET submitted_by = $1 WHERE title = 'n1'", [maker.user?.id]);
    expect((await feed.page(maker)).titles).toBe('a1 a2 n2 a3 a4');
    await setBudget('n1', 'views = 30, guest_views = 30');
    expect((await feed.page(await test.person('guest'))).titles).toBe('a1 a2 n2 a3 a4');
    const unconfirmed = await test.person('member');
    expect((await feed.page(unconfirmed)).titles).toBe('a1 a2 n1 a3 a4');
    await test.deps.pool.query('UPDATE first_views_state SET confirms_emails = true');
    expect((await feed.page(unconfirmed)).titles).toBe('a1 a2 n2 a3 a4');
    const confirmed = await test.person('member', { emailVerifiedAt: test.clock.now });
    expect((await feed.page(confirmed)).titles).toBe('a1 a2 n1 a3 a4');
    await test.deps.pool.query('UPDATE first_views_state SET confirms_emails = false');
  });

  it('are dealt as newcomers to viewers who have not seen them', async () => {
    await addNewcomers('n1 n2 n3');
    await feed.addRanked('a1 a2 a3 a4');
    const member = await test.person('member');
    await feed.see(member, await idOf('n1'));
    expect((await feed.page(member)).titles).toBe('a1 a2 n2 a3 a4');
  });

  it('are newcomers again after a reset', async () => {
    await addNewcomers('n1');
    await feed.addRanked('a1 a2 a3 a4 a5');
    await setBudget('n1', 'views = 100, due_at = NULL, finished_at = now()');
    const guest = await test.person('guest');
    expect((await feed.page(guest)).titles).toBe('a1 a2 a3 a4 a5');
    await test.call(resetStats, {}, await test.person('admin'));
    expect((await feed.page(guest)).titles).toContain('n1');
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
