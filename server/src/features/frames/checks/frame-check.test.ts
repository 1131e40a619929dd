import { isLongUnreachable, UNREACHABLE_FLAGGED_AFTER_MS } from '@zapdeck/contract/feed/reach';
import * as contract from '@zapdeck/contract/apps/apps';
import { ownApps } from '@zapdeck/contract/apps/own-app';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import type { FetchFailure, FetchedPage } from '../../../urls/one-request.ts';
import type { FetchPublic } from '../../../urls/fetch-public.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { checkApp, judge, recheckDue } from './frame-check.ts';
import { inTransaction } from '../../../db/transaction.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let net: SmallInternet;
let t: TestApp;
let member: Person;
let admin: Person;
/** The response of page.example.com; null closes the connection. */
let page: { status?: number; headers?: Record<string, string>; body?: string } | null;
let visits = 0;

beforeAll(async () => {
  net = await openSmallInternet();
  net.names.set('page.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, (_request, response) => {
    visits += 1;
    if (!page) return void response.destroy();
    response
      .writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers })
      .end(page.body ?? '');
  });
  t = await openTestApp({ fetchPublic: net.fetchWith(), env: { PUBLIC_URL: 'http://zaps.example.org' } });
  member = await t.person('member');
  admin = await t.person('admin');
});
afterAll(async () => {
  await t.close();
  await net.close();
});
beforeEach(async () => {
  page = {};
  visits = 0;
  await t.deps.db.delete(apps);
  // Daily checks move the clock beyond the end of sessions.
  [member, admin] = [await t.signInAgain(member), await t.signInAgain(admin)];
});

const deps = (fetchPublic: FetchPublic = t.deps.fetchPublic) => ({
  fetchPublic,
  rules: urlRulesOf(t.deps.config),
  clock: t.deps.clock,
  jobs: t.deps.jobs,
  isStopping: () => false,
});
const recheck = (fetchPublic?: FetchPublic) => recheckDue(t.deps.db, deps(fetchPublic), t.clock.now);
const dueApp = (values: Partial<typeof apps.$inferInsert> = {}) =>
  t.addApp({
    url: 'http://page.example.com/',
    frameCheckedAt: null,
    frameCheckDueAt: t.clock.now,
    ...values,
  });
const form = (url: string) => ({
  title: 'Tea Timer',
  description: 'Steeps.',
  url,
  category: 'Utilities' as const,
});

describe('the check after a submission', () => {
  test('does not delay the response', async () => {
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    await net.servePage('1.1.1.1:80', (_request, response) => {
      void opened.then(() => response.setHeader('x-frame-options', 'DENY').end());
    });
    const { status, body } = await t.call(contract.submitApp, { body: form('http://1.1.1.1/') }, member);
    expect([status, body.frameStatus]).toEqual([201, 'unknown']);
    open();
    await t.deps.background.idle();
    expect(await t.readApp(body.id)).toMatchObject({
      frameStatus: 'refused',
      frameReason: { code: 'frame_options', value: 'deny' },
      frameCheckedAt: t.clock.now,
      unreachableSince: null,
    });
  });

  test('shows the reason to admins, and only the result to the submitter', async () => {
    page = { headers: { 'content-security-policy': "frame-ancestors 'none'" } };
    await t.call(contract.submitApp, { body: form('http://page.example.com/') }, member);
    await t.deps.background.idle();
    const pending = await t.call(pendingApps, { query: {} }, admin);
    expect(pending.body[0]).toMatchObject({
      frameStatus: 'refused',
      frameReason: "Content-Security-Policy: frame-ancestors 'none'",
      frameCheckedAt: t.clock.now.toISOString(),
      unreachableSince: null,
    });
    const own = await t.call(ownApps, { query: {} }, member);
    expect(own.body[0]?.frameStatus).toBe('refused');
    expect(own.body[0]).not.toHaveProperty('frameReason');
  });

  test('follows a page that redirects itself at once, and requires both pages to allow framing', async () => {
    page = { headers: { refresh: '0; url=http://1.1.1.2/' } };
    let headers: Record<string, string> = { 'x-frame-options': 'DENY' };
    await net.servePage('1.1.1.2:80', (_request, response) => void response.writeHead(200, headers).end('x'));
    const app = await dueApp();
    await recheck();
    expect((await t.readApp(app.id)).frameStatus).toBe('refused');
    headers = {};
    t.clock.advance(DAY_MS);
    await recheck();
    expect((await t.readApp(app.id)).frameStatus).toBe('ok');
    page.headers = { ...page.headers, 'x-frame-options': 'DENY' };
    t.clock.advance(DAY_MS);
    await recheck();
    expect((await t.readApp(app.id)).frameStatus).toBe('refused');
  });

  test('is repeated by the daily check if it did not finish', async () => {
    const { body } = await t.call(contract.submitApp, { body: form('http://page.example.com/') }, member);
    await t.deps.background.idle();
    await t.deps.db.update(apps).set({ frameCheckDueAt: new Date(t.clock.now.getTime() + HOUR_MS / 6) });
    expect(await recheck()).toBe(0);
    t.clock.advance(HOUR_MS);
    expect(await recheck()).toBe(1);
    expect((await t.readApp(body.id)).frameCheckedAt).toEqual(t.clock.now);
  });
});

describe('the daily check', () => {
  test.each(['approved', 'pending'] as const)('checks a %s app once a day', async (status) => {
    const app = await dueApp({ status });
    expect([await recheck(), await recheck()]).toEqual([1, 0]);
    expect((await t.readApp(app.id)).frameStatus).toBe('ok');
    t.clock.advance(DAY_MS - 1);
    expect(await recheck()).toBe(0);
    page = { headers: { 'x-frame-options': 'SAMEORIGIN' } };
    t.clock.advance(1);
    expect(await recheck()).toBe(1);
    expect((await t.readApp(app.id)).frameStatus).toBe('refused');
  });

  test('skips rejected apps', async () => {
    await dueApp({ status: 'rejected' });
    expect(await recheck()).toBe(0);
    expect(visits).toBe(0);
  });

  test('checks an unreachable app hourly for a day, then daily, and flags it after seven days', async () => {
    const { id } = await dueApp();
    page = null;
    const since = t.clock.now;
    const passes: number[] = [];
    for (let hour = 0; hour <= 7 * 24; hour += 1) {
      if ((await recheck()) === 1) passes.push(hour);
      const { unreachableSince, frameStatus } = await t.readApp(id);
      expect([frameStatus, unreachableSince]).toEqual(['unreachable', since]);
      const seen = { status: 'approved', unreachableSince: unreachableSince?.toISOString() ?? null } as const;
      expect(isLongUnreachable(seen, t.clock.now)).toBe(hour >= 7 * 24);
      t.clock.advance(HOUR_MS);
    }
    expect(passes).toEqual([...Array.from({ length: 25 }, (_, hour) => hour), 48, 72, 96, 120, 144, 168]);

    page = {};
    t.clock.advance(DAY_MS);
    await recheck();
    expect(await t.readApp(id)).toMatchObject({
      frameStatus: 'ok',
      unreachableSince: null,
      frameReason: null,
    });
  });

  test('keeps the start of the outage when only the picture changes', async () => {
    const { id } = await dueApp();
    page = null;
    const since = t.clock.now;
    await recheck();
    t.clock.advance(UNREACHABLE_FLAGGED_AFTER_MS);
    const body = { thumbnailUrl: 'http://page.example.com/cover.png' };
    await t.call(contract.editApp, { params: { id }, body }, await t.person('admin'));
    await t.deps.background.idle();
    expect(await t.readApp(id)).toMatchObject({ frameCheckedAt: t.clock.now, unreachableSince: since });
  });

  test('dates an outage correctly if a slow check ends after a successful one', async () => {
    const since = new Date(t.clock.now.getTime() - DAY_MS);
    const { id } = await dueApp({ frameStatus: 'unreachable', unreachableSince: since });
    const app = await t.readApp(id);
    const missing: FetchPublic = async () => {
      t.clock.advance(1_000);
      await checkApp(t.deps.db, app, deps());
      t.clock.advance(1_000);
      return { page: null, failure: 'timed_out' };
    };
    await checkApp(t.deps.db, app, deps(missing));
    expect(await t.readApp(id)).toMatchObject({
      frameStatus: 'unreachable',
      unreachableSince: t.clock.now,
    });
  });

  test('isLongUnreachable returns true after exactly seven days', () => {
    const unreachableSince = '2026-01-01T00:00:00.000Z';
    const after = (ms: number) => new Date(Date.parse(unreachableSince) + ms);
    const app = { status: 'approved', unreachableSince } as const;
    const [before, then] = [after(UNREACHABLE_FLAGGED_AFTER_MS - 1), after(UNREACHABLE_FLAGGED_AFTER_MS)];
    expect(isLongUnreachable(app, before)).toBe(false);
    expect(isLongUnreachable(app, then)).toBe(true);
    expect(isLongUnreachable({ ...app, status: 'rejected' }, then)).toBe(false);
    expect(isLongUnreachable({ ...app, unreachableSince: null }, then)).toBe(false);
  });

  test('checks each app once if several nodes run it', { tags: 'long' }, async () => {
    const all = Array.from({ length: 20 }, (_, index) => dueApp({ url: `http://page.example.com/${index}` }));
    await Promise.all(all);
    const counts = await Promise.all([recheck(), recheck(), recheck()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect(visits).toBe(20);
  });

  test('skips a locked app, and checks it at the next run', async () => {
    const app = await dueApp();
    await inTransaction(t.deps.db, async (tx) => {
      await tx.select().from(apps).where(eq(apps.id, app.id)).for('update');
      expect(await recheck()).toBe(0);
    });
    expect(await recheck()).toBe(1);
  });

  test('checks at most 150 apps, longest due first and twelve at a time', { tags: 'long' }, async () => {
    let [now, most] = [0, 0];
    const seen: string[] = [];
    const slow: FetchPublic = async (url) => {
      now += 1;
      most = Math.max(most, now);
      seen.push(url);
      await new Promise((resolve) => setImmediate(resolve));
      now -= 1;
      return { page: null, failure: 'timed_out' };
    };
    for (let index = 0; index < 160; index += 1) {
      const frameCheckDueAt = new Date(t.clock.now.getTime() - index);
      await dueApp({
        url: `http://page.example.com/${index}`,
        submittedBy: member.user?.id ?? '',
        frameCheckDueAt,
      });
    }
    expect(await recheck(slow)).toBe(150);
    expect(seen).not.toContain('http://page.example.com/9');
    expect(seen).toContain('http://page.example.com/10');
    expect(most).toBe(12);
    expect(await recheck(slow)).toBe(10);
  });

  test('throws at the end if a result cannot be stored, and repeats only that check', {
    tags: 'long',
  }, async () => {
    const [first, ...others] = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        dueApp({ url: `http://page.example.com/${index}`, submittedBy: member.user?.id ?? '' }),
      ),
    );
    const wrong = async (url: string) => {
      if (url === first?.url) throw new Error('row is locked');
      return t.deps.fetchPublic(url);
    };
    await expect(recheck(wrong)).rejects.toThrow('row is locked');
    for (const { id } of others) expect(await t.readApp(id)).toMatchObject({ frameStatus: 'ok' });
    t.clock.advance(HOUR_MS);
    expect(await recheck()).toBe(1);
    expect(await t.readApp(first?.id ?? '')).toMatchObject({ frameStatus: 'ok' });
  });

  test('schedules another check if concurrent checks disagree', async () => {
    const { id } = await dueApp();
    const app = await t.readApp(id);
    const slowFetch = async (url: string) => {
      const result = await t.deps.fetchPublic(url);
      page = { headers: { 'x-frame-options': 'DENY' } };
      t.clock.advance(1_000);
      await checkApp(t.deps.db, app, deps());
      t.clock.advance(1_000);
      return result;
    };
    await checkApp(t.deps.db, app, deps(slowFetch));
    expect(await t.readApp(id)).toMatchObject({ frameStatus: 'ok', frameCheckDueAt: t.clock.now });
    expect(await recheck()).toBe(1);
    expect(await t.readApp(id)).toMatchObject({
      frameStatus: 'refused',
      frameCheckDueAt: new Date(t.clock.now.getTime() + DAY_MS),
    });
  });

  test('schedules no other check if concurrent checks agree, or if they run in sequence', async () => {
    const { id } = await dueApp();
    const app = await t.readApp(id);
    const slowFetch = async (url: string) => {
      const result = await t.deps.fetchPublic(url);
      t.clock.advance(1_000);
      await checkApp(t.deps.db, app, deps());
      t.clock.advance(1_000);
      return result;
    };
    await checkApp(t.deps.db, app, deps(slowFetch));
    expect(await recheck()).toBe(0);
    page = { headers: { 'x-frame-options': 'DENY' } };
    await checkApp(t.deps.db, await t.readApp(id), deps());
    expect(await recheck()).toBe(0);
  });

  test('starts no check while the server is stopping', async () => {
    await dueApp();
    const stopping = { ...deps(), isStopping: () => true };
    expect(await recheckDue(t.deps.db, stopping, t.clock.now)).toBe(1);
    expect(visits).toBe(0);
    t.clock.advance(HOUR_MS);
    expect(await recheck()).toBe(1);
  });

  test('changes nothing and retries soon if too many fetches are running', async () => {
    const app = await dueApp({ frameStatus: 'ok' });
    await recheck(async () => ({ page: null, failure: 'busy' }));
    const { frameStatus, frameCheckDueAt, frameCheckedAt } = await t.readApp(app.id);
    expect([frameStatus, frameCheckedAt]).toEqual(['ok', null]);
    expect(frameCheckDueAt.getTime() - t.clock.now.getTime()).toBeLessThan(HOUR_MS / 6);
  });

  test('drops a result if the address has changed since', async () => {
    const app = await dueApp();
    const moving: FetchPublic = async () => {
      await t.deps.db.update(apps).set({ url: 'http://page.example.com/new' });
      return { page: null, failure: 'timed_out' };
    };
    await checkApp(t.deps.db, app, deps(moving));
    expect((await t.readApp(app.id)).frameStatus).toBe('unknown');
  });
});

describe('judge', () => {
  const rules = { publicUrl: 'https://zaps.example.org', demoUrl: undefined, allowsPrivateUrls: false };
  const fetched = (values: Partial<FetchedPage>) => ({
    page: {
      url: 'https://page.example.com/',
      status: 200,
      headers: {},
      body: Buffer.alloc(0),
      isWhole: true,
      passed: [],
      ...values,
    },
    failure: null,
  });

  test.each([
    [{}, 'ok'],
    [{ status: 403 }, 'ok'],
    [{ status: 404 }, 'unreachable'],
    [{ status: 410 }, 'unreachable'],
    [{ status: 500 }, 'unreachable'],
    [{ status: 503 }, 'unreachable'],
    [{ status: 204 }, 'refused'],
    [{ url: 'http://page.example.com/' }, 'refused'],
    [{ url: 'https://zaps.example.org/' }, 'refused'],
    [{ url: 'https://other.example.org/' }, 'refused'],
  ])('of %j returns %s', (values, status) => {
    const judgement = judge(fetched(values), rules);
    expect(judgement?.status).toBe(status);
    expect(judgement?.reason === null).toBe(status === 'ok');
  });

  const failures: Record<FetchFailure, string | undefined> = {
    not_http: 'unreachable',
    has_credentials: 'unreachable',
    port_refused: 'unreachable',
    not_public: 'unreachable',
    name_not_found: 'unreachable',
    connection_failed: 'unreachable',
    bad_tls: 'refused',
    bad_response: 'unreachable',
    bad_redirect: 'unreachable',
    too_many_redirects: 'unreachable',
    timed_out: 'unreachable',
    busy: undefined,
  };
  test.each(Object.entries(failures))('of %s returns %s', (failure, status) => {
    expect(judge({ page: null, failure: failure as FetchFailure }, rules)?.status).toBe(status);
  });
});
