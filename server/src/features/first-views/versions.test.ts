import { changedApps, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { editOwnApp } from '@zapdeck/contract/apps/change-own-app';
import { undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { cancelVersion, ownFirstViews, sendVersion } from '@zapdeck/contract/feed/first-views';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { addBudgets } from '../../testing/view-budgets.ts';
import { refreshState } from './state.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let maker: Person;
let admin: Person;
let params: { id: string };
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.deps.pool.query('TRUNCATE apps CASCADE');
  admin = await t.person('admin');
  maker = await t.person('member');
  const { id } = await t.addApp({ submittedBy: maker.user?.id ?? null, title: 'Wave Cube' });
  params = { id };
});

const send = (note = 'Twelve new levels') => t.call(sendVersion, { params, body: { note } }, maker);
const read = async () => (await t.call(ownFirstViews, { params }, maker)).body;

async function decide(decision: 'accept' | 'refuse') {
  const [changed] = (await t.call(changedApps, { query: {} }, admin)).body;
  const body = { decision, updatedAt: changed?.seenAt ?? '' };
  const answer = await t.call(decideChanges, { params, body }, admin);
  expect(answer.status).toBe(200);
  return changed;
}

test('a new version waits for a moderator, and then gets fifty views', async () => {
  const sent = await send();
  expect(sent.body).toMatchObject({ waitingVersion: 'Twelve new levels', budgets: [] });
  const changed = await decide('accept');
  expect(changed?.changes).toEqual([
    { field: 'version', before: null, after: 'Twelve new levels', isWaiting: true },
  ]);
  expect(await read()).toMatchObject({
    waitingVersion: null,
    versionFrom: null,
    budgets: [{ kind: 'version', note: 'Twelve new levels', wanted: 50, views: 0, isPaused: false }],
  });
  const { rows } = await t.deps.pool.query('SELECT guests_max, due_at, started_at FROM view_budgets');
  expect(rows).toEqual([{ guests_max: 15, due_at: t.clock.now, started_at: t.clock.now }]);
});

test('gets no views if it is refused or cancelled', async () => {
  await send();
  await decide('refuse');
  expect(await read()).toMatchObject({ waitingVersion: null, budgets: [] });
  await send();
  await t.call(cancelVersion, { params }, maker);
  expect(await read()).toMatchObject({ waitingVersion: null, budgets: [] });
  expect((await t.call(changedApps, { query: {} }, admin)).body).toEqual([]);
});

test('waits once with the latest note if it is sent many times', async () => {
  for (const note of ['One', 'Two', 'Three']) expect((await send(note)).status).toBe(200);
  await t.call(cancelVersion, { params }, maker);
  await send('Four');
  const { body } = await t.call(changedApps, { query: {} }, admin);
  expect(body.map(({ changes }) => changes.map(({ after }) => after))).toEqual([['Four']]);
});

test('on an instance with few people, ends after a week, and the next is possible 30 days after its start', async () => {
  await send();
  await decide('accept');
  const began = t.clock.now.getTime();
  t.clock.advance(6 * DAY_MS);
  await refreshState(t.deps.db, t.clock.now, t.deps.config);
  maker = await t.signInAgain(maker);
  expect(await read()).toMatchObject({ promised: 'everybody', budgets: [{ finishedAt: null }] });
  t.clock.advance(DAY_MS);
  await refreshState(t.deps.db, t.clock.now, t.deps.config);
  const { budgets, versionFrom } = await read();
  expect(budgets).toMatchObject([{ finishedAt: t.clock.now.toISOString(), views: 0 }]);
  expect(Date.parse(versionFrom ?? '')).toBe(began + 30 * DAY_MS);
});

test('is possible once in thirty days, and not while views are missing', async () => {
  await addBudgets(t.deps.pool, 'true');
  expect((await send()).error).toMatchObject({ code: 'version_too_soon' });
  const finish = () =>
    t.deps.pool.query('UPDATE view_budgets SET finished_at = $1, due_at = NULL', [t.clock.now]);
  await finish();
  await send();
  await decide('accept');
  await finish();
  expect((await send()).error).toMatchObject({ code: 'version_too_soon' });
  const from = Date.parse((await read()).versionFrom ?? '');
  expect(from).toBe(t.clock.now.getTime() + 30 * DAY_MS);
  t.clock.advance(30 * DAY_MS);
  maker = await t.signInAgain(maker);
  expect((await send()).status).toBe(200);
});

test('the time from which a version can be sent stays the same after it has passed', async () => {
  const { versionFrom } = await read();
  t.clock.advance(30_000);
  maker = await t.signInAgain(maker);
  expect(await read()).toMatchObject({ versionFrom });
  expect((await send()).status).toBe(200);
});

test('needs an app in the deck', async () => {
  await t.deps.pool.query("UPDATE apps SET status = 'rejected'");
  expect((await send()).error).toMatchObject({ code: 'app_not_found' });
});

test('accepting a new address starts fifty views, once in thirty days', async () => {
  for (const url of ['https://one.example.org/', 'https://two.example.org/']) {
    await t.call(editOwnApp, { params, body: { url } }, maker);
    await decide('accept');
    await t.deps.pool.query('UPDATE view_budgets SET finished_at = $1, due_at = NULL', [t.clock.now]);
  }
  expect((await read()).budgets).toMatchObject([{ kind: 'version', note: null, wanted: 50 }]);
});

test('rejecting the app drops a waiting version, and an undo restores it', async () => {
  await send();
  const body = { status: 'rejected', reason: 'Spam' } as const;
  await t.call(setAppStatus, { params, body }, admin);
  expect((await read()).waitingVersion).toBeNull();
  const { rows } = await t.deps.pool.query('SELECT id FROM decision_batches');
  await t.call(undoDecisions, { params: { id: rows.at(-1).id } }, admin);
  expect((await read()).waitingVersion).toBe('Twelve new levels');
});
