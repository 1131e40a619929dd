import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordInteraction } from '@zapdeck/contract/feed/interactions';
import { adminErrorLogs, reportError } from '@zapdeck/contract/instance/error-logs';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { batchesBefore, deleteAll } from '../db/delete-batches.ts';
import { decisions } from '../db/schema/decisions.table.ts';
import { appEvents, frameChanges } from '../db/schema/app-history.table.ts';
import { apps } from '../db/schema/apps.table.ts';
import { auditLog } from '../db/schema/audit-log.table.ts';
import { newId } from '../db/columns.ts';
import { userAppInteractions } from '../db/schema/interactions.table.ts';
import { takebackAccounts, takebacks } from '../db/schema/vote-groups.table.ts';
import { recordAction } from '../features/audit-log/audit-log.ts';
import { settleTakeback } from '../features/takebacks/settle.ts';
import { fileMailer } from '../mail/mailer.ts';
import { type TemporaryFolder, temporaryFolder } from '../testing/temporary-folder.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { purge, purgeExpired, purgeOld } from '../testing/purge-expired.ts';
import { retentionPurges } from './retention.job.ts';
import { readDemoIds } from './seed-demo.ts';

const DAY_MS = 24 * 3_600_000;

let t: TestApp;
let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder();
  t = await openTestApp({
    env: { INTERACTION_DAYS: '30', AUDIT_LOG_DAYS: '90', MAIL_DAYS: '7', ERROR_LOG_DAYS: '25' },
    mailer: fileMailer(folder.path, 'a@example.org', () => undefined),
  });
});
afterAll(async () => {
  await t.close();
  await folder.remove();
});

const never = () => false;
const NOTHING = Object.fromEntries(Object.keys(retentionPurges).map((name) => [name, 0]));

test('deletes old rows only, and keeps the counts', async () => {
  const { db, pool } = t.deps;
  const app = await t.addApp();
  const body = { appId: app.id, interactionType: 'view' as const, duration: 5_000 };
  const view = async () => t.call(recordInteraction, { body }, await t.person('member'));
  const act = () => recordAction(db, { actorId: null, now: t.clock.now }, { action: 'stats.reset' });
  const deed = { action: 'app.page_changed', appId: app.id } as const;
  const change = () => recordAction(db, { actorId: null, now: t.clock.now }, deed);
  const find = () =>
    db.insert(frameChanges).values({ appId: app.id, frameStatus: 'ok', createdAt: t.clock.now });
  const decide = () => db.insert(decisions).values({ appId: app.id, createdAt: t.clock.now });
  const report = () =>
    t.call(reportError, { body: { errorType: 'CLIENT_ERROR', errorMessage: 'It broke.' } });
  const counted = async () =>
    (
      await pool.query(
        `SELECT (SELECT json_agg(d ORDER BY day) FROM daily_views d) AS days, (SELECT views FROM apps WHERE id = $1) AS views,
          (SELECT json_agg(s) FROM seen_apps s) AS seen`,
        [app.id],
      )
    ).rows;
  await mkdir(folder.path, { recursive: true });
  for (const [name, days] of [
    ['old.eml', 8],
    ['new.eml', 6],
    ['other.txt', 99],
  ] as const) {
    await writeFile(join(folder.path, name), 'To: a@example.org\n\n');
    const at = new Date(t.clock.now.getTime() + (100 - days) * DAY_MS);
    await utimes(join(folder.path, name), at, at);
  }
  // The rows are of days 0, 60 and 80, and now is day 100.
  for (const days of [60, 20, 20]) {
    await Promise.all([view(), act(), change(), find(), decide(), report()]);
    t.clock.advance(days * DAY_MS);
  }
  const before = await counted();
  expect(await purgeOld(t)).toEqual({
    ...NOTHING,
    interactions: 2,
    'audit-entries': 2,
    'app-events': 1,
    decisions: 1,
    'frame-changes': 1,
    mails: 1,
  });
  expect(await purgeOld(t)).toEqual(NOTHING);
  expect(await db.select().from(userAppInteractions)).toHaveLength(1);
  expect(await db.select().from(auditLog).where(eq(auditLog.action, 'stats.reset'))).toHaveLength(2);
  expect(await db.select().from(appEvents)).toHaveLength(2);
  expect(await db.select().from(frameChanges)).toHaveLength(2);
  expect(await readdir(folder.path)).toEqual(['new.eml', 'other.txt']);
  expect(await counted()).toEqual(before);
  expect(before[0]).toMatchObject({ views: 3, days: [{ views: 1 }, { views: 1 }, { views: 1 }] });

  const reports = async () =>
    (await t.call(adminErrorLogs, { query: {} }, await t.person('admin'))).body.length;
  expect(await reports()).toBe(3);
  await purgeExpired(t);
  expect(await reports()).toBe(1);
});

test('deletes old entries about lost check marks, which a trigger writes', async () => {
  const { db } = t.deps;
  const { id } = await t.addApp({ verifiedAt: t.clock.now });
  const moved = { url: 'https://moved.example.org/', updatedAt: t.clock.now };
  await db.update(apps).set(moved).where(eq(apps.id, id));
  const entries = () =>
    Promise.all([
      db.$count(auditLog, eq(auditLog.targetId, id)),
      db.$count(appEvents, eq(appEvents.appId, id)),
    ]);
  expect(await entries()).toEqual([1, 1]);
  t.clock.advance(91 * DAY_MS);
  await purgeOld(t);
  expect(await entries()).toEqual([0, 0]);
});

test('keeps events of apps that the queue and the demo read', async () => {
  const { db } = t.deps;
  const [demoApp = ''] = await readDemoIds();
  const [approved, rejected] = [await t.addApp(), await t.addApp({ status: 'rejected' })];
  await t.addApp({ id: demoApp });
  const actions = ['app.edited', 'app.changed', 'app.held', 'app.resubmitted', 'app.page_changed'] as const;
  const events = [approved.id, rejected.id, demoApp].flatMap((appId) =>
    actions.map((action) => ({ appId, action, createdAt: t.clock.now })),
  );
  await db.insert(appEvents).values(events);
  t.clock.advance(91 * DAY_MS);
  await purgeOld(t);
  const left = async (appId: string) => {
    const rows = await db.select().from(appEvents).where(eq(appEvents.appId, appId)).orderBy(appEvents.id);
    return rows.map(({ action }) => action);
  };
  expect(await left(approved.id)).toEqual(['app.held', 'app.resubmitted']);
  expect(await left(rejected.id)).toEqual(actions);
  expect(await left(demoApp)).toEqual(['app.edited', 'app.changed', 'app.held', 'app.resubmitted']);
});

test('deletes networks of votes after 60 days, and keeps the votes', async () => {
  const { pool } = t.deps;
  const app = await t.addApp();
  const vote = async () =>
    t.call(castVote, { body: { appId: app.id, voteType: 'up' } }, await t.person('member'));
  await vote();
  t.clock.advance(30 * DAY_MS);
  await vote();
  const count = async (table: string) => (await pool.query(`SELECT FROM ${table}`)).rowCount;
  t.clock.advance(31 * DAY_MS);
  expect((await purgeOld(t))['vote-networks']).toBe(1);
  expect([await count('vote_networks'), await count('votes')]).toEqual([1, 2]);
  t.clock.advance(30 * DAY_MS);
  expect((await purgeOld(t))['vote-networks']).toBe(1);
});

test('deletes networks of votes that were taken back after 60 days, and keeps the votes', async () => {
  const { db, pool } = t.deps;
  const [app, voter, takebackId] = [await t.addApp(), await t.person('member'), newId()];
  await t.call(castVote, { body: { appId: app.id, voteType: 'up' } }, voter);
  await db.insert(takebacks).values({ id: takebackId, createdAt: t.clock.now });
  await db.insert(takebackAccounts).values({ takebackId, userId: voter.user?.id ?? '' });
  await settleTakeback(db, takebackId, { isOver: never, clock: () => t.clock.now });
  const known = async () => (await pool.query('SELECT network IS NOT NULL AS known FROM taken_votes')).rows;
  expect([(await purgeOld(t))['vote-networks'], await known()]).toEqual([0, [{ known: true }]]);
  t.clock.advance(61 * DAY_MS);
  expect([(await purgeOld(t))['vote-networks'], await known()]).toEqual([1, [{ known: false }]]);
});

test('deletes nothing by default', async () => {
  const { config } = t.deps;
  const retention = {
    ...config.retention,
    interactionDays: undefined,
    auditLogDays: undefined,
    mailDays: undefined,
  };
  t.clock.advance(10_000 * DAY_MS);
  const deps = { ...t.deps, config: { ...config, retention } };
  const counts = await purge({ app: t.app, deps }, retentionPurges);
  for (const name of ['interactions', 'audit-entries', 'decisions', 'app-events', 'frame-changes', 'mails'])
    expect.soft([name, counts[name]]).toEqual([name, 0]);
});

test('deletes in batches', async () => {
  const { db, clock } = t.deps;
  const member = await t.person('member');
  const app = await t.addApp();
  const values = { userId: member.user?.id ?? '', appId: app.id, interactionType: 'skip' as const };
  await db.delete(userAppInteractions);
  await db
    .insert(userAppInteractions)
    .values(Array.from({ length: 25 }, () => ({ ...values, createdAt: new Date(0) })));
  const next = batchesBefore(db, userAppInteractions, clock(), { rows: 10 });
  expect([await next(), await next()]).toEqual([10, 10]);
  expect(await deleteAll(next)).toBe(5);
});
