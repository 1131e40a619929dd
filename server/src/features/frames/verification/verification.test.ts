import { changedApps, decideChanges } from '@zapdeck/contract/apps/app-changes';
import { editApp } from '@zapdeck/contract/apps/apps';
import { auditLogCsv } from '@zapdeck/contract/wire/csv-exports';
import { ownAppHistory, ownApps } from '@zapdeck/contract/apps/own-app';
import { adminAppHistory } from '@zapdeck/contract/apps/admin-app';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { editOwnApp } from '@zapdeck/contract/apps/change-own-app';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { checkVerification, readVerification, VERIFY_PATH } from '@zapdeck/contract/frames/verification';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appVerifications } from '../../../db/schema/app-verifications.table.ts';
import { auditLog as entries } from '../../../db/schema/audit-log.table.ts';
import { type AppRow, apps } from '../../../db/schema/apps.table.ts';
import { openSmallInternet, PUBLIC_ADDRESS, type SmallInternet } from '../../../testing/small-internet.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { appMails } from '../../makers/app-mails.ts';
import { urlRulesOf } from '../../listings/address/url-rules.ts';
import { recheckDue } from '../checks/frame-check.ts';
import { queuedJobs } from '../../../testing/queued-jobs.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const HOSTS = ['maker.example.com', 'lender.example.net', 'new.example.com'];

let net: SmallInternet;
let t: TestApp;
let maker: Person;
let app: AppRow;
let token: string;
/** Responses by address: HTML, a redirect or a status. Other addresses return 404. */
let web: Record<string, string | number>;
let requested: string[] = [];

beforeAll(async () => {
  net = await openSmallInternet();
  for (const host of HOSTS) net.names.set(host, [{ type: 'A', data: PUBLIC_ADDRESS }]);
  await net.servePage(`${PUBLIC_ADDRESS}:80`, ({ headers, url }, response) => {
    const at = `${headers.host}${url}`;
    requested.push(at);
    const content = web[at] ?? 404;
    if (content === 0) return void response.destroy();
    if (typeof content === 'number') return void response.writeHead(content).end();
    if (content.startsWith('http:')) return void response.writeHead(302, { location: content }).end();
    const type = url === VERIFY_PATH ? 'text/plain' : 'text/html';
    response.writeHead(200, { 'content-type': type }).end(content);
  });
  t = await openTestApp({
    fetchPublic: net.fetchWith(),
    env: { PUBLIC_URL: 'http://zaps.example.org' },
  });
});
afterAll(async () => {
  await t.close();
  await net.close();
});
beforeEach(async () => {
  await t.deps.db.delete(apps);
  await t.deps.db.delete(entries);
  t.sentMails.length = 0;
  // Sessions expire within a test, because days pass.
  maker = await t.person('member', { emailVerifiedAt: t.clock.now });
  app = await t.addApp({
    url: 'http://maker.example.com/play',
    submittedBy: maker.user?.id ?? '',
    frameCheckDueAt: new Date(t.clock.now.getTime() + DAY_MS),
  });
  token = (await t.call(readVerification, { params: { id: app.id } }, maker)).body.token;
  requested = [];
  web = { 'maker.example.com/play': page(token) };
});

const page = (tag: string) =>
  `<html><head><meta name="zapdeck-verify" content="${tag}"></head><body>x</body>`;
const verify = (id = app.id, as = maker) => t.call(checkVerification, { params: { id } }, as);
const recheck = () => {
  const checks = { fetchPublic: t.deps.fetchPublic, rules: urlRulesOf(t.deps.config), clock: t.deps.clock };
  return recheckDue(t.deps.db, { ...checks, jobs: t.deps.jobs, isStopping: () => false }, t.clock.now);
};
const nextDay = async () => {
  t.clock.advance(DAY_MS);
  expect(await recheck()).toBe(1);
};
const isVerified = async () => (await t.readApp(app.id)).verifiedAt !== null;
const isAbout = (data: unknown) =>
  expect.objectContaining({ kind: 'unverified', appId: app.id }).asymmetricMatch(data);
const log = async () =>
  (await t.deps.db.select().from(entries).where(eq(entries.targetId, app.id)).orderBy(entries.createdAt)).map(
    ({ actorId, action, after }) => ({ actorId, action, after }),
  );

/** Expects the sentence in all texts about the lost mark. */
async function expectRead(sentence: string): Promise<void> {
  const admin = await t.person('admin');
  const params = { id: app.id };
  const action = 'app.verification_lost';
  const { body: events } = await t.call(ownAppHistory, { params, query: {} }, maker);
  expect(events.find((event) => event.action === action)?.reason).toBe(sentence);
  const after = { isVerified: false, cause: sentence };
  const { body: history } = await t.call(adminAppHistory, { params, query: {} }, admin);
  expect(history.find((event) => event.action === action)?.after).toEqual(after);
  expect((await t.call(auditLog, { query: { action } }, admin)).body[0]?.after).toEqual(after);
  const { cookies } = admin;
  const file = await t.app.inject({ url: auditLogCsv.path, query: { action }, cookies });
  expect(file.body).toContain(sentence);
}

describe('the proof', () => {
  test('can be a tag on the page, which the check finds with one request', async () => {
    const { body } = await verify();
    expect(body).toMatchObject({ host: 'maker.example.com', finding: 'found', missingSince: null });
    expect(body.tag).toBe(`<meta name="zapdeck-verify" content="${token}">`);
    expect(requested).toEqual(['maker.example.com/play']);
    expect(await log()).toEqual([
      { actorId: null, action: 'app.verified', after: { isVerified: true, host: 'maker.example.com' } },
    ]);
    const feed = await t.call(listFeed, { query: {} }, await t.person('guest'));
    expect(feed.body[0]).toMatchObject({ id: app.id, isVerified: true });
    expect((await t.call(ownApps, { query: {} }, maker)).body[0]).toMatchObject({ isVerified: true });
    await verify();
    expect(await log()).toHaveLength(1);
  });

  test('can be a line of the file of the host', async () => {
    web = { 'maker.example.com/play': 'x', [`maker.example.com${VERIFY_PATH}`]: `other\r\n ${token}\r\n` };
    expect((await verify()).body).toMatchObject({
      finding: 'found',
      fileUrl: `http://maker.example.com${VERIFY_PATH}`,
    });
    expect(await isVerified()).toBe(true);
  });

  test.each([
    ['the token of another app', page('A'.repeat(32))],
    ['in the body', `<html><body><meta name="zapdeck-verify" content="TOKEN"></body>`],
    ['after other body content', `<p>hi</p><meta name="zapdeck-verify" content="TOKEN">`],
    ['in a comment', `<html><head><!-- <meta name="zapdeck-verify" content="TOKEN"> --></head>`],
    ['under another name', `<html><head><meta property="zapdeck-verify" content="TOKEN"></head>`],
  ])('is rejected: %s', async (_what, html) => {
    web = { 'maker.example.com/play': html.replace('TOKEN', token) };
    expect((await verify()).body).toMatchObject({ finding: 'missing', verifiedAt: null });
  });

  test('is found among other tags', async () => {
    web = { 'maker.example.com/play': page('A'.repeat(32)).replace('</head>', `${page(token)}</head>`) };
    expect((await verify()).body.finding).toBe('found');
  });

  test.each([
    ['page', { 'maker.example.com/play': 'http://lender.example.net/' }],
    [
      'file',
      { 'maker.example.com/play': 'x', [`maker.example.com${VERIFY_PATH}`]: 'http://lender.example.net/' },
    ],
    [
      'page by a refresh',
      { 'maker.example.com/play': '<meta http-equiv="refresh" content="0;url=http://lender.example.net/">' },
    ],
  ])('is rejected if the %s redirects to another host', async (_what, answers) => {
    web = { ...answers, 'lender.example.net/': page(token), [`lender.example.net${VERIFY_PATH}`]: token };
    const { body } = await verify();
    expect(requested).toContain('lender.example.net/');
    expect(body.finding).not.toBe('found');
    expect(await isVerified()).toBe(false);
  });

  test('is accepted after a redirect within the host', async () => {
    web = {
      'maker.example.com/play': 'http://maker.example.com/play/',
      'maker.example.com/play/': page(token),
    };
    expect((await verify()).body.finding).toBe('found');
  });

  test('has a stable token, and reading it writes nothing', async () => {
    const read = async () => (await t.call(readVerification, { params: { id: app.id } }, maker)).body.token;
    expect(await read()).toBe(token);
    expect(await t.deps.db.$count(appVerifications)).toBe(0);
    expect((await verify()).body.token).toBe(token);
    expect(await read()).toBe(token);
    const other = await t.addApp({ submittedBy: maker.user?.id ?? '' });
    expect((await verify(other.id)).body.token).not.toBe(token);
  });

  test('can be read only by the submitter', async () => {
    for (const as of [await t.person('member'), await t.person('admin')]) {
      expect((await verify(app.id, as)).error.code).toBe('app_not_found');
      expect((await t.call(readVerification, { params: { id: app.id } }, as)).status).toBe(404);
    }
    expect((await verify(app.id, await t.person('guest'))).status).toBe(403);
  });
});

describe('the mark', () => {
  beforeEach(async () => {
    await verify();
    t.sentMails.length = 0;
  });

  test('is lost after a second check without the proof, and the maker is notified', async () => {
    web = { 'maker.example.com/play': 'x' };
    await nextDay();
    const { body } = await t.call(readVerification, { params: { id: app.id } }, maker);
    expect(body).toMatchObject({ finding: 'missing', missingSince: t.clock.now.toISOString() });
    expect(await isVerified()).toBe(true);
    t.clock.advance(HOUR_MS);
    await verify();
    expect(await isVerified()).toBe(true);
    await nextDay();
    expect(await isVerified()).toBe(false);
    const cause = { code: 'missing', host: 'maker.example.com' };
    expect((await log()).at(-1)).toEqual({
      actorId: null,
      action: 'app.verification_lost',
      after: { isVerified: false, cause },
    });
    const sentence = 'Neither the page nor the file on maker.example.com has the token any more';
    await expectRead(sentence);
    const mails = (await t.deps.jobs.readWaiting(t.deps.db)).filter(({ data }) => isAbout(data));
    expect(mails).toHaveLength(1);
    await appMails.run(t.deps, appMails.data.parse(mails[0]?.data), {
      id: 'x',
      log: t.app.log,
      isStopping: () => false,
    });
    expect(t.sentMails).toMatchObject([
      { to: maker.user?.email, subject: '“Tiny Piano” has lost its check mark' },
    ]);
    expect(t.sentMails[0]?.text).toContain(sentence);
    web = { 'maker.example.com/play': page(token) };
    await nextDay();
    expect(await isVerified()).toBe(true);
  });

  test('is kept if the tag is back the next day', async () => {
    for (const html of ['x', page(token), 'x', page(token), 'x']) {
      web = { 'maker.example.com/play': html };
      await nextDay();
      expect(await isVerified()).toBe(true);
    }
  });

  test.each([
    ['closes the connection', 0],
    ['returns 503', 503],
    ['returns 429', 429],
  ])('is kept for days while the host %s, and lost after seven', async (_what, status) => {
    web = { 'maker.example.com/play': status, [`maker.example.com${VERIFY_PATH}`]: status };
    for (let day = 1; day <= 6; day += 1) {
      t.clock.advance(DAY_MS);
      await recheck();
      expect(await isVerified()).toBe(true);
    }
    t.clock.advance(DAY_MS);
    await recheck();
    expect(await isVerified()).toBe(false);
  });

  test('is kept if the page has no tag and the file cannot be read', async () => {
    web = { 'maker.example.com/play': 'x', [`maker.example.com${VERIFY_PATH}`]: 500 };
    for (let day = 1; day <= 3; day += 1) await nextDay();
    expect(await isVerified()).toBe(true);
  });

  test.each([
    ['another host', 'http://new.example.com/play', 'new.example.com'],
    ['another path of the host', 'http://maker.example.com/~two', 'maker.example.com'],
    ['another query', 'http://maker.example.com/play?user=two', 'maker.example.com'],
  ])('is lost at once when the address changes to %s', async (_what, url, host) => {
    const move = (to: string) =>
      t.deps.db.update(apps).set({ url: to, updatedAt: t.clock.now }).where(eq(apps.id, app.id));
    await move(app.url);
    expect(await isVerified()).toBe(true);
    t.clock.advance(1_000);
    await move(url);
    expect(await isVerified()).toBe(false);
    expect((await log()).at(-1)?.after).toEqual({ isVerified: false, cause: { code: 'moved' } });
    await expectRead('Its address has changed');
    const { body } = await t.call(readVerification, { params: { id: app.id } }, maker);
    expect(body).toMatchObject({ token, host, checkedAt: null, finding: null });
    // Filters by app, because the log also has a download of the same time.
    const about = { query: { target: app.id } };
    const { body: seen } = await t.call(auditLog, about, await t.person('admin'));
    expect(seen[0]).toMatchObject({ actor: null, action: 'app.verification_lost' });
    // The file of the host proves all of its pages.
    web[`${host}${VERIFY_PATH}`] = token;
    expect((await verify()).body).toMatchObject({ finding: 'found', verifiedAt: t.clock.now.toISOString() });
  });

  test('notifies the maker if an edit of the maker, of a moderator or an accepted change removes it', async () => {
    const mailCount = async () =>
      (await queuedJobs(t.deps.pool, appMails)).filter(({ data }) => isAbout(data as { cause: string }))
        .length;
    const admin = await t.person('admin');
    const prove = () => t.deps.db.update(apps).set({ verifiedAt: t.clock.now }).where(eq(apps.id, app.id));
    const params = { id: app.id };
    await t.call(editApp, { params, body: { url: 'http://new.example.com/play' } }, admin);
    expect(await mailCount()).toBe(1);
    await prove();
    await t.call(editApp, { params, body: { url: 'http://new.example.com/play', title: 'Other' } }, admin);
    expect(await mailCount()).toBe(1);
    await t.call(editOwnApp, { params, body: { url: 'http://maker.example.com/play' } }, maker);
    await t.deps.background.idle();
    const [changed] = (await t.call(changedApps, { query: {} }, admin)).body;
    const updatedAt = changed?.seenAt ?? '';
    // Without this, the next check would find the token there and give the mark again.
    web = {};
    await t.call(decideChanges, { params, body: { decision: 'accept', updatedAt } }, admin);
    await t.deps.background.idle();
    expect([await isVerified(), await mailCount()]).toEqual([false, 2]);
    await t.deps.db.update(apps).set({ status: 'pending' }).where(eq(apps.id, app.id));
    await prove();
    await t.call(editOwnApp, { params, body: { url: 'http://new.example.com/play' } }, maker);
    expect([await isVerified(), await mailCount()]).toEqual([false, 3]);
  });

  test('is given once in concurrent checks', async () => {
    await t.deps.db.update(apps).set({ verifiedAt: null });
    await t.deps.db.delete(entries);
    await Promise.all([verify(), verify(), verify()]);
    expect(await log()).toHaveLength(1);
  });
});
