import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { decideApps, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { ownApp, ownAppHistory } from '@zapdeck/contract/apps/own-app';
import { ownAppStats } from '@zapdeck/contract/apps/own-app-stats';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import type { FetchedPage } from '../../../urls/one-request.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { urlRulesOf } from '../address/url-rules.ts';
import { checkApp } from '../../frames/checks/frame-check.ts';

let t: TestApp;
let maker: Person;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  [maker, admin] = await Promise.all([t.person('member'), t.person('admin')]);
});
afterAll(() => t.close());

const ownPending = () =>
  t.addApp({ submittedBy: maker.user?.id ?? '', status: 'pending', createdAt: t.clock.now });

async function history(id: string, query: { limit?: number; offset?: number } = {}) {
  const { body, headers } = await t.call(ownAppHistory, { params: { id }, query }, maker);
  return { events: body, total: Number(headers['x-total-count']) };
}

/** Returns the events in words, newest first. */
const told = async (id: string) =>
  (await history(id)).events.map(({ action, by, status, reason, frameStatus }) =>
    [action, by, frameStatus ?? status, reason].filter((part) => part !== null).join(' '),
  );

const page = (headers: FetchedPage['headers'] = {}): FetchedPage => ({
  url: 'https://page.example.com/',
  status: 200,
  headers,
  body: Buffer.from(''),
  isWhole: true,
  passed: [],
});

/** Runs a check some time after the one before. The page is reachable or not. */
async function check(id: string, found: FetchedPage | null): Promise<void> {
  t.clock.advance(60_000);
  const failure = found ? null : 'timed_out';
  await checkApp(t.deps.db, await t.readApp(id), {
    fetchPublic: async () => ({ page: found, failure }) as Awaited<ReturnType<typeof t.deps.fetchPublic>>,
    rules: urlRulesOf(t.deps.config),
    clock: t.deps.clock,
    jobs: t.deps.jobs,
  });
}

test('lists changed checks and decisions with their reasons, newest first', async () => {
  const { id } = await ownPending();
  const refusing = page({ 'x-frame-options': ['DENY'] });
  for (const found of [page(), page(), refusing, refusing, null, null, page()]) await check(id, found);
  t.clock.advance(60_000);
  const decision = { status: 'rejected', reason: 'Not quite yet' } as const;
  await t.call(setAppStatus, { params: { id }, body: decision }, admin);
  t.clock.advance(60_000);
  const { batchId } = (await t.call(decideApps, { body: { ids: [id], decision: 'approved' } }, admin)).body;
  await t.call(undoDecisions, { params: { id: batchId ?? '' } }, admin);
  expect(await told(id)).toEqual([
    'app.review_undone moderator rejected Not quite yet',
    'app.reviewed moderator approved',
    'app.reviewed moderator rejected Not quite yet',
    'app.checked zapdeck ok',
    'app.checked zapdeck unreachable It took too long to respond',
    'app.checked zapdeck refused X-Frame-Options: deny',
    'app.checked zapdeck ok',
    'app.submitted maker',
  ]);
});

test('returns each event on one page only', async () => {
  const { id } = await ownPending();
  await check(id, page());
  await check(id, null);
  const whole = await history(id);
  const parts = [await history(id, { limit: 2 }), await history(id, { limit: 2, offset: 2 })];
  expect(parts.map(({ total }) => total)).toEqual([3, 3]);
  expect(parts.flatMap(({ events }) => events)).toEqual(whole.events);
});

test('shows the reason of a lost check mark in the words of the mail', async () => {
  const { id } = await ownPending();
  const after = { isVerified: false, cause: { code: 'other_host', host: 'maker.example.com' } };
  await recordAction(
    t.deps.db,
    { actorId: null, now: t.clock.now },
    { action: 'app.verification_lost', appId: id, before: { isVerified: true }, after },
  );
  expect((await told(id))[0]).toBe(
    'app.verification_lost zapdeck maker.example.com redirects to another site',
  );
});

test('shows an unknown action with its name and the names of changed fields, without values', async () => {
  const { id } = await ownPending();
  const before = { title: 'Before', secretNote: 'x' };
  await recordAction(
    t.deps.db,
    { actorId: null, now: t.clock.now },
    { action: 'app.of_tomorrow' as never, appId: id, before, after: { title: 'After', secretNote: 'y' } },
  );
  const [event] = (await history(id)).events;
  expect(event).toMatchObject({ action: 'app.of_tomorrow', by: 'zapdeck', changed: ['title', 'secretNote'] });
  expect(JSON.stringify(event)).not.toMatch(/Before|After|"[xy]"/);
});

test('lets only the submitter read an app and its history, not even admins', async () => {
  const { id } = await ownPending();
  const other = await t.person('member');
  for (const route of [ownApp, ownAppHistory, ownAppStats]) {
    const input = { params: { id }, query: {} };
    for (const person of [other, admin])
      expect((await t.call(route, input, person)).error.code, route.path).toBe('app_not_found');
    expect((await t.call(route, input, maker)).status).toBe(200);
    expect((await t.call(route, input, await t.person('guest'))).error.code).toBe('guest_forbidden');
    const unknown = { ...input, params: { id: maker.user?.id ?? '' } };
    expect((await t.call(route, unknown, maker)).error.code).toBe('app_not_found');
  }
  await t.deps.db.update(apps).set({ submittedBy: null }).where(eq(apps.id, id));
  expect((await t.call(ownApp, { params: { id } }, maker)).status).toBe(404);
});

test('returns the app with the same fields as the list', async () => {
  const { id } = await ownPending();
  const { body } = await t.call(ownApp, { params: { id } }, maker);
  expect(body).toMatchObject({ id, status: 'pending', reviewReason: null, userVote: null });
  expect(body.submitter?.email).toBe(maker.user?.email);
});
