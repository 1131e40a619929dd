import { confirmApp } from '@zapdeck/contract/apps/app-checks';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { databaseRateLimits } from '../../../http/rate-limit.ts';
import { apps } from '../../../db/schema/apps.table.ts';

const MINUTE_MS = 60_000;
const CHECKS_AT_ONCE = 16;
const FRAMES_ALLOWED = 600;

let net: SmallInternet;
let t: TestApp;
let member: Person;
let guest: Person;
/** The response of every page. */
let page: { status?: number; headers?: Record<string, string> };
let visits: string[];
/** Pages respond once this resolves. */
let gate: Promise<void>;

beforeAll(async () => {
  net = await openSmallInternet();
  net.names.set('page.example.com', [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, (request, response) => {
    visits.push(request.url ?? '');
    void gate.then(() =>
      response.writeHead(page.status ?? 200, { 'content-type': 'text/html', ...page.headers }).end(),
    );
  });
  t = await openTestApp({
    fetchPublic: net.fetchWith({}, { totalMs: 60_000, slots: { total: 24, perKey: 24, waiting: 200 } }),
    env: { PUBLIC_URL: 'http://zaps.example.org' },
    rateLimits: ({ pool }: TestApp['database']) => databaseRateLimits(pool),
  });
});
afterAll(async () => {
  await t.close();
  await net.close();
});
beforeEach(async () => {
  await t.deps.db.delete(apps);
  // Fetches of earlier tests must not count as recent.
  t.clock.advance(MINUTE_MS);
  [page, visits, gate] = [{}, [], Promise.resolve()];
  member = await t.person('member');
  guest = await t.person('guest');
});
afterEach(() => expect(net.canary.touched()).toBe(0));

/** Adds an app whose check a minute ago returned `ok`. */
async function addApp(path = '', values: Partial<typeof apps.$inferInsert> = {}): Promise<string> {
  const { id } = await t.addApp({
    url: `http://page.example.com/${path}`,
    frameStatus: 'ok',
    frameCheckedAt: new Date(t.clock.now.getTime() - MINUTE_MS),
    ...values,
  });
  return id;
}
const confirm = (id: string, as = guest) => t.call(confirmApp, { params: { id } }, as);
const OK = { frameStatus: 'ok' };

test.each([
  ['refused', { headers: { 'x-frame-options': 'DENY' } }],
  ['unreachable', { status: 502 }],
] as const)('returns and stores that a page has become %s', async (frameStatus, response) => {
  const id = await addApp();
  page = response;
  expect((await confirm(id)).body).toEqual({ frameStatus });
  expect(await t.readApp(id)).toMatchObject({ frameStatus, frameCheckedAt: t.clock.now });
  expect(visits).toHaveLength(1);
});

test('changes no row if the page is unchanged', async () => {
  const id = await addApp();
  const before = await t.readApp(id);
  expect((await confirm(id)).body).toEqual(OK);
  expect(visits).toHaveLength(1);
  expect(await t.readApp(id)).toEqual(before);
});

test('fetches the page of an app at most every two seconds, for all viewers', async () => {
  const id = await addApp();
  for (const viewer of [guest, member, guest]) expect((await confirm(id, viewer)).body).toEqual(OK);
  t.clock.advance(1_999);
  await confirm(id, member);
  expect(visits).toHaveLength(1);
  page = { status: 503 };
  t.clock.advance(1);
  expect((await confirm(id)).body).toEqual({ frameStatus: 'unreachable' });
  await confirm(id, member);
  expect(visits).toHaveLength(2);
});

test('fetches the page once for concurrent requests', async () => {
  const id = await addApp();
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  const responses = [confirm(id), confirm(id, member), confirm(id)];
  await eventually(() => expect(visits).toHaveLength(1));
  page = { status: 500 };
  held.resolve();
  for (const { body } of await Promise.all(responses)) expect(body).toEqual({ frameStatus: 'unreachable' });
  expect(visits).toHaveLength(1);
});

test('returns the stored verdict at once if too many checks are running', async () => {
  const ids = await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, (_, index) => addApp(`${index}`)));
  const oneMore = await addApp('one-more');
  const held = Promise.withResolvers<void>();
  gate = held.promise;
  const responses = ids.map((id) => confirm(id));
  await eventually(() => expect(visits).toHaveLength(CHECKS_AT_ONCE));
  expect((await confirm(oneMore)).body).toEqual(OK);
  expect(visits).not.toContain('/one-more');
  held.resolve();
  for (const { body } of await Promise.all(responses)) expect(body).toEqual(OK);
});

test.each(['pending', 'rejected'] as const)('does not fetch the page of a %s app', async (status) => {
  const id = await addApp('', { status });
  expect((await confirm(id, await t.person('admin'))).error.code).toBe('app_not_found');
  expect(visits).toEqual([]);
});

test('limits the number of requests of one user', { tags: 'long' }, async () => {
  const id = await addApp();
  for (let call = 0; call < FRAMES_ALLOWED; call += 1) await confirm(id);
  expect((await confirm(id)).status).toBe(429);
  expect((await confirm(id, member)).status).toBe(200);
});
