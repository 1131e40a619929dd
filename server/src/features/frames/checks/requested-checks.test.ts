import { checkApp } from '@zapdeck/contract/apps/app-checks';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { databaseRateLimits } from '../../../http/rate-limit.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { setSettings } from '../../../testing/set-settings.ts';
import { algorithmKind } from '../../settings/kinds.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { recheckDue } from './frame-check.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CHECKS_ALLOWED = 30;

let net: SmallInternet;
let t: TestApp;
let other: TestApp;
let member: Person;
let guest: Person;
/** The response of every page of page.example.com. */
let page: { status?: number; headers?: Record<string, string> };
let visits: string[] = [];
/** Pages respond once this resolves. */
let gate = Promise.resolve();

beforeAll(async () => {
  net = await openSmallInternet();
  net.names.set('page.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, (request, response) => {
    visits.push(request.url ?? '');
    void gate.then(() =>
      response.writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers }).end(),
    );
  });
  const node = {
    // A delayed page must not time out.
    fetchPublic: net.fetchWith({}, { totalMs: 60_000, slots: { total: 24, perKey: 24, waiting: 200 } }),
    env: { PUBLIC_URL: 'http://zaps.example.org' },
    rateLimits: ({ pool }: TestApp['database']) => databaseRateLimits(pool),
  };
  t = await openTestApp(node);
  other = await openTestApp({ ...node, database: t.database });
});
afterAll(async () => {
  await other.close();
  await t.close();
  await net.close();
});
beforeEach(async () => {
  await t.deps.db.delete(apps);
  [page, visits, gate] = [{}, [], Promise.resolve()];
  other.clock.now = t.clock.now;
  member = await t.person('member');
  guest = await t.person('guest');
});
afterEach(() => expect(net.canary.touched()).toBe(0));

const wait = (ms: number) => {
  for (const node of [t, other]) node.clock.advance(ms);
};
/** Adds an app whose latest check returned `ok`. */
const addApp = (path = '', values: Partial<typeof apps.$inferInsert> = {}) =>
  t.addApp({
    url: `http://page.example.com/${path}`,
    frameStatus: 'ok',
    frameCheckedAt: t.clock.now,
    frameCheckDueAt: new Date(t.clock.now.getTime() + DAY_MS),
    ...values,
  });
const deal = (as: Person, node = t) => node.call(listFeed, { query: {} }, as);
const statusOf = async (id: string) => (await t.readApp(id)).frameStatus;
const becomes = (id: string, status: string) =>
  eventually(async () => expect(await statusOf(id)).toBe(status));

describe('an outdated result of a dealt app', () => {
  test.each([
    ['refused', { headers: { 'x-frame-options': 'DENY' } }],
    ['unreachable', { status: 404 }],
    ['unreachable', { status: 410 }],
    ['unreachable', { status: 502 }],
  ] as const)(
    'becomes %s for the response %j, and ok again after the next check',
    async (status, response) => {
      const { id } = await addApp();
      wait(10 * MINUTE_MS);
      page = response;
      // The new verdict is in the next response of the feed.
      expect((await deal(member)).body[0]?.frameStatus).toBe('ok');
      await becomes(id, status);
      const again = await t.call(listFeed, { query: { ids: id } }, guest);
      expect(again.body[0]?.frameStatus).toBe(status);
      page = {};
      wait(10 * MINUTE_MS);
      await t.call(listFeed, { query: { ids: id } }, guest);
      await becomes(id, 'ok');
      expect(await t.readApp(id)).toMatchObject({ unreachableSince: null, frameReason: null });
    },
  );

  test('is renewed once for all viewers and nodes', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, index) => addApp(String(index))));
    wait(10 * MINUTE_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    await Promise.all([deal(member), deal(guest, other), deal(guest), deal(member, other)]);
    await eventually(() => expect(visits.length).toBe(8));
    // All checks are running, and no other is started.
    wait(MINUTE_MS);
    await Promise.all([deal(member), deal(guest, other)]);
    resolve();
    await Promise.all([t.deps.background.idle(), other.deps.background.idle()]);
    expect(new Set(visits).size).toBe(8);
    expect(visits).toHaveLength(8);
  });

  test('does not delay the feed', async () => {
    const { id } = await addApp();
    wait(10 * MINUTE_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    expect((await deal(guest)).body[0]?.frameStatus).toBe('ok');
    await eventually(() => expect(visits).toHaveLength(1));
    page = { status: 500 };
    resolve();
    await becomes(id, 'unreachable');
  });

  test('is renewed only if it is old, no check is running and the app is approved', async () => {
    const pending = await addApp('pending', { status: 'pending' });
    wait(10 * MINUTE_MS);
    const young = await addApp('young', {
      frameCheckedAt: new Date(t.clock.now.getTime() - 10 * MINUTE_MS + 1),
    });
    const taken = await addApp('taken', {
      frameCheckedAt: new Date(t.clock.now.getTime() - DAY_MS),
      frameCheckDueAt: new Date(t.clock.now.getTime() + MINUTE_MS),
    });
    const old = await addApp('old', { frameCheckedAt: new Date(t.clock.now.getTime() - 11 * MINUTE_MS) });
    page = { status: 500 };
    const ids = [pending, young, taken, old].map(({ id }) => id).join();
    await t.call(listFeed, { query: { ids } }, guest);
    await becomes(old.id, 'unreachable');
    await t.deps.background.idle();
    expect(visits).toEqual(['/old']);
  });

  test('is created if the app was never checked', async () => {
    const { id } = await addApp('', { frameCheckedAt: null, frameStatus: 'unknown' });
    await deal(guest);
    await becomes(id, 'ok');
  });

  test('is renewed by the daily check or by the feed, never by both', async () => {
    const { id } = await addApp();
    wait(DAY_MS);
    const rules = urlRulesOf(t.deps.config);
    const { db, clock, fetchPublic, jobs } = t.deps;
    const checks = { fetchPublic, rules, clock, jobs, isStopping: () => false };
    const daily = recheckDue(db, checks, t.clock.now);
    await Promise.all([daily, deal(guest), deal(member, other)]);
    await Promise.all([t.deps.background.idle(), other.deps.background.idle()]);
    expect(visits).toHaveLength(1);
    expect(await t.readApp(id)).toMatchObject({ frameCheckedAt: t.clock.now });
  });

  test('is renewed for a limited number of apps at once', { tags: 'long' }, async () => {
    await setSettings(t, algorithmKind, { appsPerPage: 50 });
    await Promise.all(Array.from({ length: 45 }, (_, index) => addApp(String(index))));
    wait(10 * MINUTE_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    await deal(guest);
    await eventually(() => expect(visits.length).toBe(8));
    await deal(guest);
    const { rows } = await t.deps.pool.query<{ taken: number }>(
      'SELECT count(*)::int AS taken FROM apps WHERE frame_check_due_at < $1',
      [new Date(t.clock.now.getTime() + 10 * MINUTE_MS)],
    );
    expect(rows[0]?.taken).toBeLessThanOrEqual(40);
    expect(visits).toHaveLength(8);
    resolve();
    await t.deps.background.idle();
    await setSettings(t, algorithmKind, { appsPerPage: 20 });
  });
});

describe('POST /api/apps/:id/check', () => {
  const check = (id: string, as = guest, node = t) => node.call(checkApp, { params: { id } }, as);

  test('returns the new verdict and stores it for all viewers', async () => {
    const { id } = await addApp();
    wait(MINUTE_MS);
    page = { headers: { 'x-frame-options': 'SAMEORIGIN' } };
    const { status, body } = await check(id);
    expect([status, body]).toEqual([200, { frameStatus: 'refused' }]);
    expect(await t.readApp(id)).toMatchObject({ frameStatus: 'refused', frameCheckedAt: t.clock.now });
    expect((await deal(member, other)).body[0]?.frameStatus).toBe('refused');
    page = {};
    wait(MINUTE_MS);
    expect((await check(id, member)).body).toEqual({ frameStatus: 'ok' });
  });

  test('fetches the page once for concurrent requests, and returns a recent verdict unchanged', async () => {
    const { id } = await addApp();
    wait(MINUTE_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    page = { status: 503 };
    const responses = [check(id), check(id, member), check(id)];
    await eventually(() => expect(visits).toHaveLength(1));
    responses.push(check(id, member));
    resolve();
    for (const { body } of await Promise.all(responses)) expect(body).toEqual({ frameStatus: 'unreachable' });
    wait(4_999);
    expect((await check(id, member, other)).body).toEqual({ frameStatus: 'unreachable' });
    expect(visits).toHaveLength(1);
    wait(1);
    await check(id);
    expect(visits).toHaveLength(2);
  });

  test.each(['pending', 'rejected'] as const)('rejects a %s app with app_not_found', async (status) => {
    const { id } = await addApp('', { status });
    wait(MINUTE_MS);
    expect((await check(id, await t.person('admin'))).error.code).toBe('app_not_found');
    expect(visits).toEqual([]);
  });

  test('returns 503 and changes nothing if too many fetches are running', async () => {
    const busy = await openTestApp({
      database: t.database,
      fetchPublic: async () => ({ page: null, failure: 'busy' }),
    });
    const { id } = await addApp();
    busy.clock.now = new Date(t.clock.now.getTime() + MINUTE_MS);
    const { status, error, headers } = await check(id, guest, busy);
    expect([status, error.code, headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    expect(await statusOf(id)).toBe('ok');
    await busy.close();
  });

  test('limits the number of requests of one user', async () => {
    const { id } = await addApp();
    for (let call = 0; call < CHECKS_ALLOWED; call += 1) expect((await check(id)).status).toBe(200);
    const { status, headers } = await check(id);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await check(id, member)).status).toBe(200);
  });
});
