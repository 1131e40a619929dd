import { type FirstViewsReport, ownFirstViews } from '@zapdeck/contract/feed/first-views';
import { recordInteractions } from '@zapdeck/contract/feed/interactions';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { makerMails } from '../maker-mails/maker-mails.ts';
import { makeReports, REPORT_AFTER_MS } from './make-reports.ts';
import { clearJobs, runJob, takeJobs } from '../../testing/queued-jobs.ts';

let t: TestApp;
let maker: Person;
let appId: string;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('TRUNCATE apps CASCADE');
  await clearJobs(t.deps.pool);
  t.sentMails.length = 0;
  maker = await t.person('member', { emailVerifiedAt: t.clock.now });
  appId = (await t.addApp({ title: 'Wave Cube', category: 'Games', submittedBy: maker.user?.id ?? null })).id;
  await addBudgets(t.deps.pool, 'id = $1', [appId]);
});

const query = (text: string, values: unknown[] = []) => t.deps.pool.query(text, values);

/** Views the app and decides after some time, as the web app sends it. */
async function viewAndDecide(person: Person, triedMs: number, isLike = false): Promise<void> {
  const interactions = [
    { appId, interactionType: 'view' as const, duration: 1_000 },
    { appId, interactionType: isLike ? ('like' as const) : ('skip' as const), duration: triedMs },
  ];
  await t.call(recordInteractions, { body: { batchId: newId(), interactions } }, person);
  if (isLike) await t.call(castVote, { body: { appId, voteType: 'up' } }, person);
}

const make = () => makeReports(t.deps.db, { jobs: t.deps.jobs, now: t.clock.now, isStopping: () => false });

async function read() {
  const { status, body } = await t.call(ownFirstViews, { params: { id: appId } }, maker);
  expect(status).toBe(200);
  return body;
}

/** Finishes the budget of the app now. */
const finish = () =>
  query('UPDATE view_budgets SET finished_at = $2, due_at = NULL WHERE app_id = $1', [appId, t.clock.now]);

/** Adds other apps of a category, each with a report. */
async function addReports(count: number, category: string, rate: number, triedMs: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { id } = await t.addApp({ category });
    await addBudgets(t.deps.pool, 'id = $1', [id]);
    const report = JSON.stringify({ category, triedMs, likeRate: { rate: rate + index / 100 } });
    await query('UPDATE view_budgets SET finished_at = now(), due_at = NULL, report = $2 WHERE app_id = $1', [
      id,
      report,
    ]);
  }
}

test('contains likes and times of the first viewers, and medians of the category', async () => {
  for (let index = 0; index < 20; index += 1)
    await viewAndDecide(await t.person('member'), 2_000 + index * 1_000, index < 5);
  await viewAndDecide(await t.person('guest'), 60_000);
  expect((await read()).budgets).toMatchObject([{ kind: 'first', views: 21, wanted: 100, report: null }]);
  await addReports(5, 'Games', 0.1, 4_000);
  await addReports(6, 'News', 0.5, 60_000);
  await finish();
  expect(await make()).toBe(0);
  t.clock.advance(REPORT_AFTER_MS);
  expect(await make()).toBe(1);
  expect(await make()).toBe(0);
  const [budget] = (await read()).budgets;
  const report = budget?.report as FirstViewsReport;
  expect(report).toMatchObject({
    members: 20,
    likes: 5,
    likeRate: { rate: 0.25 },
    triedMs: 11_000,
    tried: [
      { fromMs: 0, toMs: 10_000, people: 8 },
      { fromMs: 10_000, toMs: null, people: 12 },
    ],
    category: 'Games',
    place: { rank: 1, of: 6 },
    medians: { category: 'Games', reports: 5, triedMs: 4_000 },
  });
  expect(report.medians?.likeRate).toBeCloseTo(0.12, 5);
  expect((await query('SELECT FROM first_views')).rowCount).toBe(0);
});

test('compares with all categories if fewer than five apps of its own have a report', async () => {
  await addReports(4, 'Games', 0.1, 4_000);
  await addReports(1, 'News', 0.5, 60_000);
  await finish();
  t.clock.advance(REPORT_AFTER_MS);
  await make();
  expect((await read()).budgets[0]?.report?.medians).toMatchObject({ category: null, reports: 5 });
});

test('contains no number about fewer than five people', async () => {
  for (let index = 0; index < 4; index += 1) await viewAndDecide(await t.person('member'), 5_000, true);
  await finish();
  t.clock.advance(REPORT_AFTER_MS);
  await make();
  expect((await read()).budgets[0]?.report).toMatchObject({
    members: 0,
    likes: null,
    likeRate: null,
    triedMs: null,
    tried: [],
    medians: null,
  });
});

test('waits for the next minute while a viewer is being deleted', async () => {
  const guest = await t.person('guest');
  await viewAndDecide(guest, 5_000);
  await viewAndDecide(await t.person('member'), 5_000);
  await finish();
  t.clock.advance(REPORT_AFTER_MS);
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('DELETE FROM users WHERE id = $1', [guest.user?.id]);
    expect(await make()).toBe(0);
    await client.query('COMMIT');
  } finally {
    client.release(true);
  }
  expect(await make()).toBe(1);
});

test('mails the maker once, unless such mails are switched off', async () => {
  const runMails = async () => {
    for (const job of await takeJobs(t.deps.pool, makerMails)) await runJob(t, makerMails, job);
    return t.sentMails.map(({ subject }) => subject);
  };
  await viewAndDecide(await t.person('member'), 5_000);
  await finish();
  t.clock.advance(REPORT_AFTER_MS);
  await make();
  expect(await runMails()).toEqual(['“Wave Cube”: your first report is ready']);
  expect(t.sentMails[0]?.text).toContain('1 person has seen your app for the first time');
  await query("UPDATE view_budgets SET report = NULL, kind = 'version' WHERE app_id = $1", [appId]);
  await make();
  expect((await runMails()).at(-1)).toBe('“Wave Cube”: the report of your new version');
  await query('UPDATE mail_preferences SET milestones = false');
  await query('UPDATE view_budgets SET report = NULL WHERE app_id = $1', [appId]);
  await make();
  expect(await runMails()).toHaveLength(2);
});

test('is visible only to the maker of the app', async () => {
  const other = await t.person('member');
  const { error } = await t.call(ownFirstViews, { params: { id: appId } }, other);
  expect(error).toMatchObject({ code: 'app_not_found' });
});
