import { changeMailPreferences, mailPreferences } from '@zapdeck/contract/accounts/mail-preferences';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { appMilestones, mailPreferences as mailRows } from '../../db/schema/maker-mails.table.ts';
import { type AppRow, apps } from '../../db/schema/apps.table.ts';
import { dailyVisits } from '../../db/schema/app-numbers.table.ts';
import { dailyViews } from '../../db/schema/stats.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { votes } from '../../db/schema/votes.table.ts';
import { smtpMailer } from '../../mail/mailer.ts';
import { type SmtpStandIn, startSmtp } from '../../testing/smtp-stand-in.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { lastWholeWeek } from '../makers/weeks.ts';
import { makerMails } from './maker-mails.ts';
import { recordMilestones } from './milestones.ts';
import { queueSummaries } from './weekly.job.ts';
import { clearJobs, runJob, takeJobs } from '../../testing/queued-jobs.ts';

const DAY_MS = 24 * 3_600_000;
const PUBLIC_URL = 'https://zaps.example.org';

let t: TestApp;
let other: TestApp;
let smtp: SmtpStandIn;
let maker: Person;
let app: AppRow;
beforeAll(async () => {
  smtp = await startSmtp();
  const mailer = smtpMailer(smtp.url, 'Zapdeck <zaps@example.org>');
  t = await openTestApp({ env: { PUBLIC_URL }, mailer });
  other = await openTestApp({ env: { PUBLIC_URL }, mailer, database: t.database });
});
afterAll(async () => {
  await other.close();
  await t.close();
  await smtp.close();
});
beforeEach(async () => {
  await t.deps.db.delete(apps);
  await t.deps.db.delete(dailyViews);
  await t.deps.pool.query('DELETE FROM mail_preferences');
  await clearJobs(t.deps.pool);
  smtp.received.length = 0;
  maker = await t.person('member', { emailVerifiedAt: t.clock.now });
  app = await t.addApp({ submittedBy: maker.user?.id ?? '' });
});

const like = async (count: number, createdAt = t.clock.now, appId = app.id) => {
  for (let n = 0; n < count; n += 1) {
    const voter = await t.person('member');
    await t.deps.db.insert(votes).values({ appId, userId: voter.user?.id ?? '', voteType: 'up', createdAt });
  }
};
const view = async (views: number, at = t.clock.now, appId = app.id) => {
  await t.deps.db.insert(dailyViews).values({ appId, views, day: at.toISOString().slice(0, 10) });
  await t.deps.db.update(apps).set({ views }).where(eq(apps.id, appId));
};
const note = ({ deps: { db, jobs } } = t) => recordMilestones(db, jobs, t.clock.now);
const sumUp = ({ deps: { db, jobs } } = t) =>
  queueSummaries(db, { jobs, now: t.clock.now, isStopping: () => false });

/** Runs the queued mail jobs and returns the mails. */
async function deliver() {
  for (const job of await takeJobs(t.deps.pool, makerMails)) await runJob(t, makerMails, job);
  return smtp.received;
}
const headerOf = (mail: { headers: { key: string; value: string }[] } | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value;

describe('milestone mails', () => {
  test('are sent once if two nodes look at the same time', async () => {
    await like(9);
    await view(99);
    expect(await note()).toBe(0);
    await like(1);
    await t.deps.db.update(dailyViews).set({ views: 100 });
    await t.deps.db.update(apps).set({ views: 100 });
    const noted = await Promise.all([note(), note(other), note(), note(other)]);
    expect(noted.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect((await deliver()).map(({ subject }) => subject).sort()).toEqual([
      '“Tiny Piano” has its first 10 likes',
      '“Tiny Piano” has its first 100 views',
    ]);
    expect(smtp.received[0]?.to).toMatchObject([{ address: maker.user?.email }]);
    await t.deps.db.delete(votes);
    await like(12);
    expect(await note()).toBe(0);
  });

  test('wait until the app is approved again', async () => {
    await like(10);
    await t.deps.db.update(apps).set({ status: 'pending' });
    expect(await note()).toBe(0);
    await t.deps.db.update(apps).set({ status: 'approved' });
    expect(await note()).toBe(1);
    await t.deps.db.update(apps).set({ status: 'rejected' });
    expect(await deliver()).toEqual([]);
  });

  test.each([
    ['an address that is not confirmed', { emailVerifiedAt: null }],
    ['somebody suspended', { suspendedAt: new Date(), suspendedReason: 'Spam' }],
  ])('are not sent to %s', async (_whom, values) => {
    maker = await t.person('member', { emailVerifiedAt: t.clock.now });
    await t.deps.db
      .update(users)
      .set(values)
      .where(eq(users.id, maker.user?.id ?? ''));
    app = await t.addApp({ submittedBy: maker.user?.id ?? '' });
    await like(10);
    expect(await note()).toBe(1);
    expect(await deliver()).toEqual([]);
  });

  test('are not sent to makers who opted out', async () => {
    await t.call(changeMailPreferences, { body: { milestones: false } }, maker);
    await like(10);
    await note();
    expect(await deliver()).toEqual([]);
  });

  test('consider only apps with recent votes or views', async () => {
    await like(10, new Date(t.clock.now.getTime() - DAY_MS));
    expect(await note()).toBe(0);
    const rows = await t.deps.db.select().from(appMilestones);
    expect(rows).toEqual([]);
  });
});

describe('weekly summary', () => {
  beforeEach(async () => {
    // A Wednesday.
    t.clock.now = new Date('2027-03-10T12:00:00Z');
    maker = await t.person('member', { emailVerifiedAt: t.clock.now });
    app = await t.addApp({ title: 'Pudding', submittedBy: maker.user?.id ?? '' });
    await t.call(changeMailPreferences, { body: { weekly: true } }, maker);
  });
  const monday = () => (t.clock.now = new Date('2027-03-15T08:01:00Z'));

  test('is sent once per week, starting with the week of the opt-in', async () => {
    await view(40, new Date('2027-03-08T00:00:00Z'));
    await like(3, new Date('2027-03-14T23:59:00Z'));
    await like(2, new Date('2027-03-07T23:59:00Z'));
    await t.deps.db.insert(dailyVisits).values({ appId: app.id, day: '2027-03-14', visits: 1 });
    await t.addApp({ title: 'Quiet', submittedBy: maker.user?.id ?? '' });
    expect(await sumUp()).toBe(0);
    monday();
    const queued = await Promise.all([sumUp(), sumUp(other), sumUp()]);
    expect(queued.reduce((sum, count) => sum + count, 0)).toBe(1);
    expect(await sumUp()).toBe(0);
    const [mail, ...more] = await deliver();
    expect(more).toEqual([]);
    expect(mail?.text).toContain('“Pudding”: 40 views, 3 likes, 1 page visit');
    expect(mail?.text).not.toContain('Quiet');
    expect(lastWholeWeek(t.clock.now)).toBe('2027-03-08');
  });

  test('is not sent for a week without events', async () => {
    monday();
    expect(await sumUp()).toBe(1);
    expect(await deliver()).toEqual([]);
  });

  test('is sent only to makers who have opted in and not out again', async () => {
    const quiet = await t.person('member', { emailVerifiedAt: t.clock.now });
    const theirs = await t.addApp({ submittedBy: quiet.user?.id ?? '' });
    await view(5, t.clock.now, theirs.id);
    await view(5);
    monday();
    await sumUp();
    await t.call(changeMailPreferences, { body: { weekly: false } }, maker);
    expect(await deliver()).toEqual([]);
  });
});

describe('one-click unsubscribe', () => {
  const FORM = 'List-Unsubscribe=One-Click';
  let url: URL;
  beforeEach(async () => {
    await t.call(changeMailPreferences, { body: { weekly: true } }, maker);
    await like(10);
    await note();
    const [mail] = await deliver();
    url = new URL(headerOf(mail, 'list-unsubscribe')?.slice(1, -1) ?? '');
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(url.href).toMatch(/^https:\/\/zaps\.example\.org\/unsubscribe\/milestones\/[\w-]{43}$/);
    expect(mail?.text).toContain(url.href);
    expect(mail?.html).toContain(`href="${url.href}"`);
  });
  const chosen = async () => (await t.call(mailPreferences, {}, maker)).body;
  const post = (path: string, type = 'application/x-www-form-urlencoded', payload = FORM) =>
    t.app.inject({ method: 'POST', url: path, headers: { 'content-type': type }, payload });

  test.each([
    ['application/x-www-form-urlencoded', FORM],
    [
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="x"\r\n\r\ny\r\n--b--\r\n`,
    ],
  ])('ends only mails of one kind, without session or origin, sent as %s', async (type, payload) => {
    const { statusCode, headers, body } = await post(url.pathname, type, payload);
    expect([statusCode, headers['set-cookie']]).toEqual([200, undefined]);
    expect(body).toContain('You’re unsubscribed');
    expect(await chosen()).toEqual({ milestones: false, weekly: true });
    expect((await post(url.pathname, type, payload)).statusCode).toBe(200);
  });

  test('works with and without a foreign origin', async () => {
    const headers = { origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' };
    const answer = await t.app.inject({ method: 'POST', url: url.pathname, headers });
    expect(answer.statusCode).toBe(200);
    expect((await chosen()).milestones).toBe(false);
  });

  test('changes nothing on GET, which shows a button', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers } = await t.app.inject({ method, url: url.pathname });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    }
    const { body } = await t.app.inject({ url: url.pathname });
    expect(body).toContain(`<form method="post" action="${url.pathname}">`);
    expect(body).not.toContain(maker.user?.email);
    expect(await chosen()).toEqual({ milestones: true, weekly: true });
  });

  test('opened again, offers to subscribe again to mails of that kind', async () => {
    await t.call(changeMailPreferences, { body: { weekly: false } }, maker);
    await post(url.pathname);
    const { statusCode, body } = await t.app.inject({ url: url.pathname });
    expect(statusCode).toBe(200);
    expect(body).toContain('You’re unsubscribed');
    expect(body).toContain(`<form method="post" action="${url.pathname}/undo">`);
    expect(await chosen()).toEqual({ milestones: false, weekly: false });

    const again = await post(`${url.pathname}/undo`);
    expect([again.statusCode, again.headers['set-cookie']]).toEqual([200, undefined]);
    expect(again.body).toContain('You’re subscribed again');
    expect(await chosen()).toEqual({ milestones: true, weekly: false });
    expect((await t.app.inject({ url: url.pathname })).body).toContain('Unsubscribe?');
  });

  test('tells a suspended member that they stay unsubscribed, and why', async () => {
    await post(url.pathname);
    await t.deps.db
      .update(users)
      .set({ suspendedAt: t.clock.now, suspendedReason: 'Spam' })
      .where(eq(users.id, maker.user?.id ?? ''));
    const headers = { accept: 'text/html' };
    const answer = await t.app.inject({ method: 'POST', url: `${url.pathname}/undo`, headers });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(await t.deps.db.select().from(mailRows)).toMatchObject([{ milestones: false }]);
  });

  test('changes nothing with another kind, an unknown token or no token', async () => {
    const token = url.pathname.split('/').at(-1) ?? '';
    for (const path of [
      `/unsubscribe/everything/${token}`,
      `/unsubscribe/milestones/${'A'.repeat(43)}`,
      `/unsubscribe/milestones/${token}x`,
      '/unsubscribe/milestones/%00',
    ])
      for (const answer of [await post(path), await post(`${path}/undo`), await t.app.inject({ url: path })])
        expect([answer.statusCode, answer.body.includes('This link doesn’t work')]).toEqual([404, true]);
    expect(await chosen()).toEqual({ milestones: true, weekly: true });
  });

  test('does not sign in, because the token is not a session', async () => {
    const token = url.pathname.split('/').at(-1) ?? '';
    const thief = { user: null, cookies: Object.fromEntries([[t.deps.cookie.name, token]]) };
    expect((await t.call(mailPreferences, {}, thief)).status).toBe(401);
  });
});
