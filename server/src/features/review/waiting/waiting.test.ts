import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { resubmitApp } from '@zapdeck/contract/apps/change-own-app';
import { UNREACHABLE_FLAGGED_AFTER_MS } from '@zapdeck/contract/feed/reach';
import { waiting } from '@zapdeck/contract/accounts/waiting';
import { defaultModeration } from '@zapdeck/contract/moderation/moderation';
import { decideReportedApp } from '@zapdeck/contract/moderation/reported-apps';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { appBaselines } from '../../../db/schema/app-baselines.table.ts';
import { recordAction } from '../../audit-log/audit-log.ts';
import { moderationKind } from '../../settings/kinds.ts';
import { saveSettings } from '../../settings/settings.ts';
import { ensureAdmin } from '../../users/first-admin.ts';
import { readWaiting } from './waiting.ts';
import { mailWaiting, waitingMails } from './waiting-mails.ts';
import { runJob, takeJobs } from '../../../testing/queued-jobs.ts';

const HOUR_MS = 3_600_000;

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  // Starts early in the day, so that the time of the run does not matter.
  t.clock.now.setUTCHours(2, 0, 0, 0);
  admin = await t.person('admin', { firstName: 'Ada', emailVerifiedAt: t.clock.now });
  // Neither is mailed: one address is unconfirmed, the other user is no admin.
  await t.person('admin');
  await t.person('member', { emailVerifiedAt: t.clock.now });
});
afterAll(() => t.close());

const ago = (hours: number) => new Date(t.clock.now.getTime() - hours * HOUR_MS);
const read = async () => (await t.call(waiting, {}, admin)).body;
const save = (change: Partial<typeof defaultModeration>) =>
  saveSettings(
    t.deps.db,
    moderationKind,
    { ...defaultModeration, ...change },
    { actorId: admin.user?.id ?? '', now: t.clock.now, action: 'moderation.saved' },
  );
const mailNow = () => mailWaiting(t.deps.db, t.deps.jobs, t.clock.now);

/** Sends the queued mails and returns them. */
async function sendQueued(): Promise<typeof t.sentMails> {
  t.sentMails.splice(0);
  for (const job of await takeJobs(t.deps.pool, waitingMails)) await runJob(t, waitingMails, job);
  return t.sentMails;
}

test('waiting counts each kind, and is updated by a decision at once', async () => {
  expect(await read()).toEqual({
    pending: 0,
    overdue: 0,
    reports: 0,
    changed: 0,
    flagged: 0,
    applications: 0,
  });
  expect(await mailNow()).toBe(0);
  const { id: late } = await t.addApp({ status: 'pending', createdAt: ago(49), title: 'Late' });
  await t.addApp({ status: 'pending', createdAt: ago(47), title: 'In Time' });
  // The app is a year old, and has waited for an hour.
  const held = await t.addApp({ status: 'pending', createdAt: ago(9_000), heldAt: ago(1), title: 'Held' });
  const entry = { action: 'app.held', appId: held.id } as const;
  await recordAction(t.deps.db, { actorId: null, now: ago(1) }, entry);
  await t.addApp({ unreachableSince: new Date(t.clock.now.getTime() - UNREACHABLE_FLAGGED_AFTER_MS) });
  const changed = [await t.addApp(), await t.addApp({ status: 'rejected' })];
  await t.deps.db
    .insert(appBaselines)
    .values(changed.map((app) => ({ appId: app.id, changedAt: t.clock.now })))
    .onConflictDoUpdate({ target: appBaselines.appId, set: { changedAt: t.clock.now } });
  const { id } = await t.addApp({ title: 'Loud' });
  const member = await t.person('member');
  for (const reason of ['It is loud.', 'It is still loud.'])
    await t.call(reportApp, { body: { appId: id, reason } }, member);
  expect(await read()).toEqual({
    pending: 3,
    overdue: 1,
    reports: 1,
    changed: 1,
    flagged: 1,
    applications: 0,
  });
  await t.call(setAppStatus, { params: { id: late }, body: { status: 'rejected' } }, admin);
  await t.call(decideReportedApp, { params: { id }, body: { decision: 'dismissed' } }, admin);
  expect(await read()).toEqual({
    pending: 2,
    overdue: 0,
    reports: 0,
    changed: 1,
    flagged: 1,
    applications: 0,
  });
});

test('mailWaiting mails overdue apps to verified admins, oldest first, once a day from any node', async () => {
  await t.addApp({ status: 'pending', createdAt: ago(100), title: 'Oldest\nof All' });
  const { id } = await t.addApp({ title: 'Whistle', updatedAt: ago(1) });
  await t.call(reportApp, { body: { appId: id, reason: 'It is loud.' } }, await t.person('member'));
  t.clock.advance(25 * HOUR_MS);
  const queued = await Promise.all([mailNow(), mailNow(), mailNow()]);
  expect(queued.sort()).toEqual([0, 0, 1]);
  const [mail, ...more] = await sendQueued();
  expect(more).toEqual([]);
  expect(mail).toMatchObject({ to: admin.user?.email, subject: 'Apps and reports are waiting for review' });
  const { publicUrl } = t.deps.config;
  for (const words of [
    '3 apps are pending, 2 of them for more than the promised 48 hours. 1 app has open reports.',
    `- Oldest of All: 5 days\n- In Time: 3 days\n- Held: 26 hours, held back\n${publicUrl}/admin\n`,
    `- Whistle: 25 hours\n${publicUrl}/admin/reports`,
    `for all admins on the Config tab: ${publicUrl}/admin/config/moderation`,
  ])
    expect(mail?.text).toContain(words);

  t.clock.advance(HOUR_MS);
  await save({ reportsToHold: 7 });
  expect(await mailNow()).toBe(0);
  t.clock.advance(24 * HOUR_MS);
  expect(await mailNow()).toBe(1);
  // Decided on while the mail server was away.
  await t.deps.pool.query("UPDATE apps SET status = 'rejected' WHERE status = 'pending'");
  await t.deps.pool.query("UPDATE reports SET status = 'dismissed'");
  expect(await sendQueued()).toEqual([]);
});

test('the limit is a setting, and mails can be disabled', async () => {
  t.clock.advance(48 * HOUR_MS);
  await t.addApp({ status: 'pending', createdAt: ago(3) });
  expect(await mailNow()).toBe(0);
  await save({ hoursUntilMail: 2, isDailyMailEnabled: false });
  expect(await mailNow()).toBe(0);
  await t.addApp({ status: 'pending', createdAt: ago(1), title: 'Just so' });
  await save({ hoursUntilMail: 1 });
  expect(await mailNow()).toBe(1);
  expect((await sendQueued())[0]?.text).toContain('- Just so: 1 hour\n');
});

test('counts the waiting time of a resubmitted app from its resubmission', async () => {
  await save({ hoursUntilMail: 2 });
  const maker = await t.person('member');
  const asked = { status: 'rejected', createdAt: ago(9_000), submittedBy: maker.user?.id ?? '' } as const;
  const { id } = await t.addApp({ ...asked, title: 'Again' });
  // Reads directly, because sessions have expired.
  const overdue = async () => (await readWaiting(t.deps.db, t.clock.now)).overdue;
  const before = await overdue();
  await t.call(resubmitApp, { params: { id } }, maker);
  expect(await overdue()).toBe(before);
  t.clock.advance(49 * HOUR_MS);
  expect(await overdue()).toBeGreaterThan(before);
  await sendQueued();
  await mailNow();
  expect((await sendQueued())[0]?.text).toContain('- Again: 2 days');
});

test('mails the admin from the configuration, but no other admin with an unconfirmed address', async () => {
  const named = { email: 'operator@example.org', password: 'correct-horse-9' };
  await ensureAdmin(t.deps.db, { ...t.deps, now: t.clock.now }, named);
  t.clock.advance(25 * HOUR_MS);
  await t.addApp({ status: 'pending', createdAt: ago(30) });
  await sendQueued();
  await mailNow();
  expect((await sendQueued()).map(({ to }) => to).toSorted()).toEqual(
    [admin.user?.email, named.email].toSorted(),
  );
});
