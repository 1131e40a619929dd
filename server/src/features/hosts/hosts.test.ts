import { previewApp } from '@zapdeck/contract/apps/app-preview';
import { editApp, submitApp } from '@zapdeck/contract/apps/apps';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { bulkUploadApps } from '@zapdeck/contract/apps/bulk-upload';
import { editOwnApp, resubmitApp, withdrawApp } from '@zapdeck/contract/apps/change-own-app';
import { adminApp } from '@zapdeck/contract/apps/admin-app';
import { adminHosts, hostApps, removeHost, saveHost } from '@zapdeck/contract/frames/hosts';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { auditLog as auditEntries } from '../../db/schema/audit-log.table.ts';
import { appHosts, hostRules } from '../../db/schema/hosts.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import type { FetchPublic } from '../../urls/fetch-public.ts';
import { hostKeyOf, hostOf } from '../../urls/host-rules.ts';
import { urlRulesOf } from '../listings/address/url-rules.ts';
import { readTrustedApps } from '../listings/address/blocked-hosts.ts';
import { checkApp } from '../frames/checks/frame-check.ts';
import { saveHost as saveHostRule } from './hosts.ts';
import { inTransaction } from '../../db/transaction.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';

let t: TestApp;
let admin: Person;
let member: Person;
/** Redirects by URL. */
const hops = new Map<string, string[]>();
const fetchPublic: FetchPublic = async (url) => {
  const one = (at: string) => ({
    url: at,
    status: 200,
    headers: { 'content-type': ['text/html'] },
    body: Buffer.from('<title>Page</title>'),
    isWhole: true,
    passed: [],
  });
  const path = [url, ...(hops.get(url) ?? [])].map(one);
  return { page: { ...(path.at(-1) ?? one(url)), passed: path.slice(0, -1) }, failure: null };
};
beforeAll(async () => {
  t = await openTestApp({ fetchPublic });
  [admin, member] = [await t.person('admin', { firstName: 'Ada' }), await t.person('member')];
});
afterAll(() => t.close());
beforeEach(async () => {
  hops.clear();
  await t.deps.db.delete(apps);
  await t.deps.db.delete(hostRules);
  await t.deps.db.delete(auditEntries);
});

const save = (host: string, rule: 'blocked' | 'trusted', note?: string, as = admin) =>
  t.call(saveHost, { params: { host }, body: { rule, ...(note === undefined ? {} : { note }) } }, as);
const list = async (query: Record<string, string> = {}) => (await t.call(adminHosts, { query }, admin)).body;
const found = async (query: Record<string, string> = {}) => {
  const { body, headers } = await t.call(hostApps, { query }, admin);
  expect(Number(headers['x-total-count'])).toBe(body.length);
  return body;
};
const submit = (url: string) =>
  t.call(
    submitApp,
    { body: { title: 'On a host', description: 'There', url, category: 'Games' as const } },
    member,
  );
const check = async (id: string) => {
  const app = await t.readApp(id);
  await checkApp(t.deps.db, app, {
    fetchPublic,
    rules: urlRulesOf(t.deps.config),
    clock: t.deps.clock,
    jobs: t.deps.jobs,
  });
  return t.readApp(id);
};

test.each([
  ['Evil.EXAMPLE.com', 'evil.example.com'],
  ['evil.example.com.', 'evil.example.com'],
  ['*.example.com', 'example.com'],
  ['https://user.example.com/a/path?x=1', 'user.example.com'],
  ['bücher.example.com', 'xn--bcher-kva.example.com'],
  ['someone.github.io', 'someone.github.io'],
  ['93.184.216.34', '93.184.216.34'],
])('stores %s as %s', async (typed, host) => {
  const { status, body } = await save(typed, 'blocked');
  expect([status, body.host]).toEqual([200, host]);
  expect((await t.call(removeHost, { params: { host: typed } }, admin)).status).toBe(204);
  expect(await list()).toEqual([]);
});

test.each([
  'com',
  '.com',
  '*',
  '*.com',
  '*.',
  '.',
  'a..com',
  '-.com',
  'ev*l.com',
  'co.uk',
  'github.io',
  'localhost',
  '127.0.0.1',
  'a b',
  'me:secret@example.com',
  '',
])('rejects “%s” and stores nothing', async (typed) => {
  const { status } = await save(typed, 'blocked');
  expect(status === 400 || (typed === '' && status === 404)).toBe(true);
  expect(await list()).toEqual([]);
});

test('database and code return the same host keys', async () => {
  for (const url of [
    'https://a.b.example.com:8080/x?y#z',
    'http://93.184.216.34/',
    'http://[2606:2800::1]:1/',
  ]) {
    const { rows } = await t.deps.pool.query<{ key: string }>('SELECT host_key($1) AS key', [url]);
    expect(rows[0]?.key).toBe(hostKeyOf(hostOf(url)));
  }
});

test('form, preview and upload reject apps on a blocked host and its subdomains', async () => {
  await save('evil.example.com', 'blocked');
  for (const url of ['https://evil.example.com/', 'https://a.b.EVIL.example.com./x']) {
    const refused = await submit(url);
    expect(refused).toMatchObject({ status: 403, error: { code: 'host_blocked' } });
    expect(refused.error.fields?.['url']).toBe('Apps from evil.example.com can’t be submitted here.');
    expect((await t.call(previewApp, { query: { url } }, member)).error.code).toBe('host_blocked');
  }
  expect((await submit('https://notevil.example.com/')).status).toBe(201);

  const form = new FormData();
  const file =
    'title,description,url,category\nA,B,https://good.example.com/,Games\nC,D,https://x.evil.example.com/,Games\n';
  form.append('csvFile', new File([file], 'apps.csv', { type: 'text/csv' }));
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  const answer = await t.app.inject({
    method: 'POST',
    url: bulkUploadApps.path,
    headers: { origin: t.deps.config.publicUrl, 'content-type': request.headers.get('content-type') ?? '' },
    cookies: admin.cookies,
    payload: Buffer.from(await request.arrayBuffer()),
  });
  expect(answer.json()).toMatchObject({
    code: 'invalid_input',
    fields: { 'line 3': 'url is on evil.example.com, which is blocked here' },
  });
  expect(await t.deps.db.select().from(apps)).toHaveLength(1);
});

test('makers can neither move an app to a blocked host nor resubmit one there', async () => {
  const { id } = (await submit('https://moving.example.org/')).body;
  await save('evil.example.com', 'blocked');
  const params = { id };
  const moved = await t.call(editOwnApp, { params, body: { url: 'https://a.evil.example.com/' } }, member);
  expect(moved.error.code).toBe('host_blocked');
  expect((await t.readApp(id)).url).toBe('https://moving.example.org/');
  const corrected = await t.call(editApp, { params, body: { url: 'https://a.evil.example.com/' } }, admin);
  expect(corrected.error.code).toBe('host_blocked');
  await t.call(withdrawApp, { params }, member);
  await save('moving.example.org', 'blocked');
  expect((await t.call(resubmitApp, { params }, member)).error.code).toBe('host_blocked');
});

test('of two concurrent saves, the second logs the first as its previous value', async () => {
  const rule = { host: 'both.example.com', moderator: { id: admin.user?.id ?? '' }, now: t.clock.now };
  let second: Promise<unknown> = Promise.resolve();
  await inTransaction(t.deps.db, async (tx) => {
    await saveHostRule(tx, { ...rule, rule: 'blocked', note: 'Scam' });
    second = saveHostRule(t.deps.db, { ...rule, rule: 'trusted', note: null });
    await untilBlocked(t.deps.pool);
  });
  await second;
  const entries = await t.deps.db
    .select({ before: auditEntries.before, after: auditEntries.after })
    .from(auditEntries)
    .orderBy(auditEntries.id);
  expect(entries).toEqual([
    { before: null, after: { host: rule.host, rule: 'blocked', note: 'Scam' } },
    {
      before: { host: rule.host, rule: 'blocked', note: 'Scam' },
      after: { host: rule.host, rule: 'trusted', note: null },
    },
  ]);
});

test('the most specific rule applies', async () => {
  await save('example.com', 'blocked');
  await save('good.example.com', 'trusted');
  await save('bad.good.example.com', 'blocked');
  expect((await submit('https://other.example.com/')).error.code).toBe('host_blocked');
  expect((await submit('https://a.good.example.com/')).status).toBe(201);
  expect((await submit('https://x.bad.good.example.com/')).error.code).toBe('host_blocked');
  const isTrusted = async (url: string) =>
    (await readTrustedApps(t.deps.db, [{ id: newId(), url }])).size === 1;
  expect(await isTrusted('https://a.good.example.com/')).toBe(true);
  expect(await isTrusted('https://a.bad.good.example.com/')).toBe(false);
  const urls = ['https://z.example.com/', 'https://b.good.example.com/', 'https://c.bad.good.example.com/'];
  for (const url of urls) await t.addApp({ url });
  expect((await found()).map(({ url }) => url).toSorted()).toEqual([urls[2], urls[0]].toSorted());
  const below = await found({ host: 'good.example.com', status: 'all' });
  expect(below.map(({ url, hostRule }) => [url, hostRule?.rule])).toEqual(
    expect.arrayContaining([
      [urls[1], 'trusted'],
      [urls[2], 'blocked'],
    ]),
  );
});

test('apps on trusted hosts are marked in the queue and on their page', async () => {
  await save('good.example.com', 'trusted');
  await save('bad.good.example.com', 'blocked');
  const urls = ['https://a.good.example.com/', 'https://bad.good.example.com/', 'https://other.example.com/'];
  for (const url of urls) await t.addApp({ url, status: 'pending' });
  const { body } = await t.call(pendingApps, { query: {} }, admin);
  const marks = new Map(body.map(({ url, isHostTrusted }) => [url, isHostTrusted]));
  expect(urls.map((url) => marks.get(url))).toEqual([true, false, false]);
  const marked = body.find(({ isHostTrusted }) => isHostTrusted);
  const page = await t.call(adminApp, { params: { id: marked?.id ?? '' } }, admin);
  expect(page.body.isHostTrusted).toBe(true);
});

test('counts an app once that redirects within the hosts of a rule', async () => {
  await save('example.net', 'blocked');
  const { id } = await t.addApp({ url: 'https://a.example.net/' });
  await t.deps.db.insert(appHosts).values({ appId: id, isLanding: true, hostKey: 'net.example.b.' });
  await t.addApp({ url: 'https://c.example.net/', status: 'pending' });
  const { body } = await t.call(adminHosts, { query: {} }, admin);
  expect(body.map(({ apps: touched }) => touched)).toEqual([{ approved: 1, pending: 1 }]);
  const listed = await t.call(hostApps, { query: { status: 'all' } }, admin);
  expect([listed.body.length, listed.headers['x-total-count']]).toEqual([2, '2']);
});

test('checks refuse frames on or via a blocked host until it is unblocked', async () => {
  const direct = await t.addApp({ url: 'https://evil.example.net/' });
  const leading = await t.addApp({ url: 'https://short.example.org/x' });
  hops.set(leading.url, ['https://through.example.org/', 'https://landing.evil.example.net/']);
  const fine = await t.addApp({ url: 'https://fine.example.org/' });
  for (const { id } of [direct, leading, fine]) expect((await check(id)).frameStatus).toBe('ok');
  await save('evil.example.net', 'blocked');
  // Uses the result of the last check at once.
  expect((await found()).map(({ id, leadsTo }) => [id, leadsTo])).toEqual(
    expect.arrayContaining([
      [direct.id, null],
      [leading.id, 'landing.evil.example.net'],
    ]),
  );
  expect(await check(direct.id)).toMatchObject({
    status: 'approved',
    frameStatus: 'refused',
    frameReason: { code: 'host_blocked', host: 'evil.example.net' },
  });
  expect(await check(leading.id)).toMatchObject({
    frameStatus: 'refused',
    frameReason: { code: 'landing_blocked', host: 'evil.example.net' },
  });
  expect((await check(fine.id)).frameStatus).toBe('ok');
  await t.call(removeHost, { params: { host: 'evil.example.net' } }, admin);
  expect(await found()).toEqual([]);
  expect((await check(leading.id)).frameStatus).toBe('ok');
});

test('the hosts of an app follow its URL', async () => {
  const { id, url } = await t.addApp({ url: 'https://one.example.org/' });
  const keys = async () =>
    (await t.deps.db.select().from(appHosts).where(eq(appHosts.appId, id)))
      .map(({ hostKey }) => hostKey)
      .toSorted();
  expect(await keys()).toEqual(['org.example.one.']);
  hops.set(url, ['https://two.example.org/']);
  await check(id);
  expect(await keys()).toEqual(['org.example.one.', 'org.example.two.']);
  await t.deps.db.update(apps).set({ url: 'https://three.example.org/' }).where(eq(apps.id, id));
  expect(await keys()).toEqual(['org.example.three.']);
});

test('the list has counts, search and filter, and each change is logged once', async () => {
  await t.addApp({ url: 'https://a.evil.example.com/' });
  await t.addApp({ url: 'https://evil.example.com/', status: 'pending' });
  await t.addApp({ url: 'https://devil.example.com/' });
  await save('evil.example.com', 'blocked', ' Casino ');
  await save('good.example.com', 'trusted');
  expect(await list()).toMatchObject([
    {
      host: 'evil.example.com',
      rule: 'blocked',
      note: 'Casino',
      apps: { approved: 1, pending: 1 },
      savedBy: { firstName: 'Ada' },
    },
    { host: 'good.example.com', rule: 'trusted', note: null, apps: { approved: 0, pending: 0 } },
  ]);
  expect((await list({ search: 'OOD' })).map(({ host }) => host)).toEqual(['good.example.com']);
  expect((await list({ rule: 'blocked' })).map(({ host }) => host)).toEqual(['evil.example.com']);
  await save('evil.example.com', 'blocked', 'Casino');
  await save('evil.example.com', 'trusted', 'Casino');
  await t.call(removeHost, { params: { host: 'evil.example.com' } }, admin);
  expect((await t.call(removeHost, { params: { host: 'evil.example.com' } }, admin)).error.code).toBe(
    'host_not_found',
  );
  const acts = (await t.call(auditLog, { query: {} }, admin)).body.filter(
    ({ before, after }) => (after ?? before)?.['host'] === 'evil.example.com',
  );
  expect(acts.map(({ action, before, after }) => ({ action, before, after }))).toEqual(
    expect.arrayContaining([
      {
        action: 'host.saved',
        before: null,
        after: { host: 'evil.example.com', rule: 'blocked', note: 'Casino' },
      },
      {
        action: 'host.saved',
        before: { host: 'evil.example.com', rule: 'blocked' },
        after: { host: 'evil.example.com', rule: 'trusted' },
      },
      {
        action: 'host.removed',
        before: { host: 'evil.example.com', rule: 'trusted', note: 'Casino' },
        after: null,
      },
    ]),
  );
  expect(acts).toHaveLength(3);
});

test('two admins can block the same host at the same time', async () => {
  const answers = await Promise.all([
    save('evil.example.com', 'blocked'),
    save('evil.example.com', 'blocked'),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await list()).toHaveLength(1);
});

test('an admin who loses the role during the request cannot block a host', async () => {
  const other = await t.person('admin');
  const [, saved] = await Promise.all([
    t.deps.db
      .update(users)
      .set({ isAdmin: false })
      .where(eq(users.id, other.user?.id ?? '')),
    save('evil.example.com', 'blocked', undefined, other),
  ]);
  expect([200, 403]).toContain(saved.status);
  expect(await list()).toHaveLength(saved.status === 200 ? 1 : 0);
  expect((await save('late.example.com', 'blocked', undefined, other)).status).toBe(403);
});
