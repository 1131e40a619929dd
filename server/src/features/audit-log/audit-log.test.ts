import { allowAppPicture } from '@zapdeck/contract/pictures/app-pictures';
import * as apps from '@zapdeck/contract/apps/apps';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { saveClaimRoles } from '@zapdeck/contract/sign-in/claim-roles';
import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { cleanupInteractions } from '@zapdeck/contract/feed/interactions';
import * as instance from '@zapdeck/contract/instance/instance';
import * as moderation from '@zapdeck/contract/moderation/moderation';
import { decideReportedApp } from '@zapdeck/contract/moderation/reported-apps';
import { reviewReport } from '@zapdeck/contract/moderation/reports';
import { type Route, successStatus } from '@zapdeck/contract/wire/route';
import { routes } from '@zapdeck/contract/wire/routes';
import * as settings from '@zapdeck/contract/instance/settings';
import { editUser } from '@zapdeck/contract/accounts/users';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { testEachRoute } from '../../testing/test-routes.ts';
import { listen, markedAdminWrites, unmarkedAdminWrites, writeOnce } from '../../testing/write-once.ts';
import { eq } from 'drizzle-orm';
import { recordActions } from './audit-log.ts';
import { appEvents } from '../../db/schema/app-history.table.ts';
import { auditLog as auditEntries } from '../../db/schema/audit-log.table.ts';
import { cannedReasons } from '../../db/schema/canned-reasons.table.ts';
import { reports } from '../../db/schema/reports.table.ts';

let t: TestApp;
let admin: Person;
let appId: string;
let memberId: string;
let reportId: string;
let reportedId: string;
let reasonId: string;
let listening: ReturnType<typeof listen>;
beforeAll(async () => {
  t = await openTestApp();
  listening = listen(t);
  admin = await t.person('admin', { firstName: 'Ada', email: 'ada@example.org' });
  appId = (await t.addApp({ status: 'pending', timeSpent: 7 })).id;
  memberId = (await t.person('member', { firstName: 'Old' })).user?.id ?? '';
  reportId = newId();
  reportedId = (await t.addApp()).id;
  const report = { appId: reportedId, reportedBy: memberId, reason: 'Spam' };
  await t.deps.db.insert(reports).values([{ id: reportId, ...report }, report]);
  reasonId = newId();
  await t.deps.db.insert(cannedReasons).values({ id: reasonId, label: 'Old', text: 'Text' });
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

const read = async (query: Record<string, string> = {}) => {
  const { body, headers } = await t.call(auditLog, { query }, admin);
  return { entries: body, total: Number(headers['x-total-count']) };
};

const send = (route: Route, id?: string, body?: unknown) =>
  t.call(route as typeof apps.editApp, { params: { id: id ?? '' }, body: body as object }, admin);

/** Returns the number of saved versions of each configuration. */
const histories = () =>
  Promise.all(
    [
      settings.weightsHistory,
      settings.algorithmHistory,
      settings.advertisementHistory,
      moderation.moderationHistory,
      instance.instanceHistory,
    ].map(async (route) => (await t.call(route, { query: {} }, admin)).headers['x-total-count']),
  );

const weights = { upvoteWeight: 1, downvoteWeight: 2, viewWeight: 3, timeWeight: 4 };
const ads = { enabled: true, zapsBetweenAds: 4 };
const reason = { label: 'New', text: 'Another text' };
const params = { ...settings.defaultAlgorithm, appsPerPage: 9 };

/** Each action of admins with the expected entry. */
const everyAction = (): [Route, string | undefined, unknown, Record<string, unknown>][] => [
  [
    apps.editApp,
    appId,
    { timeSpent: 9, status: 'pending' },
    { action: 'app.edited', targetId: appId, before: { timeSpent: 7 }, after: { timeSpent: 9 } },
  ],
  [
    apps.setAppStatus,
    appId,
    { status: 'rejected', reason: 'Broken' },
    {
      action: 'app.reviewed',
      targetId: appId,
      before: { status: 'pending', reviewReason: null },
      after: { status: 'rejected', reviewReason: 'Broken' },
    },
  ],
  [
    allowAppPicture,
    appId,
    { isAllowed: false },
    {
      action: 'app.picture',
      targetId: appId,
      before: { isPictureAllowed: true, picture: null },
      after: { isPictureAllowed: false, picture: null },
    },
  ],
  [
    decideApps,
    undefined,
    { ids: [appId], decision: 'approved' },
    {
      action: 'app.reviewed',
      targetId: appId,
      before: { status: 'rejected', reviewReason: 'Broken' },
      after: { status: 'approved', reviewReason: null },
    },
  ],
  [
    editUser,
    memberId,
    { firstName: 'New', isAdmin: true, zapCount: 0 },
    {
      action: 'user.edited',
      targetId: memberId,
      before: { firstName: 'Old', role: 'member' },
      after: { firstName: 'New', role: 'admin' },
    },
  ],
  [
    reviewReport,
    reportId,
    { status: 'dismissed' },
    {
      action: 'report.reviewed',
      targetId: reportId,
      before: { status: 'pending' },
      after: { status: 'dismissed' },
    },
  ],
  [
    decideReportedApp,
    reportedId,
    { decision: 'dismissed' },
    {
      action: 'app.reports_closed',
      targetId: reportedId,
      before: { openReports: 1 },
      after: { openReports: 0, reports: 'dismissed' },
    },
  ],
  [
    moderation.saveModerationSettings,
    undefined,
    { ...moderation.defaultModeration, reportsToHold: 5 },
    { action: 'moderation.saved', before: { reportsToHold: 3 }, after: { reportsToHold: 5 } },
  ],
  [
    instance.saveInstance,
    undefined,
    { ...instance.defaultInstance, name: 'Toybox' },
    { action: 'instance.saved', before: { name: 'Zapdeck' }, after: { name: 'Toybox' } },
  ],
  [
    saveClaimRoles,
    undefined,
    { claimRoles: [{ value: 'staff', role: 'moderator' }], trustsProviderFactor: false },
    {
      action: 'instance.claim_roles',
      before: { claimRoles: [] },
      after: { claimRoles: [{ value: 'staff', role: 'moderator' }] },
    },
  ],
  [
    moderation.addCannedReason,
    undefined,
    { label: 'Added', text: 'Text' },
    {
      action: 'canned_reason.added',
      targetId: expect.any(String),
      after: { label: 'Added', text: 'Text', labels: {}, texts: {} },
    },
  ],
  [
    moderation.editCannedReason,
    reasonId,
    reason,
    {
      action: 'canned_reason.edited',
      targetId: reasonId,
      before: { label: 'Old', text: 'Text' },
      after: reason,
    },
  ],
  [
    moderation.deleteCannedReason,
    reasonId,
    undefined,
    { action: 'canned_reason.deleted', targetId: reasonId, before: { ...reason, labels: {}, texts: {} } },
  ],
  [
    settings.saveFormulaWeights,
    undefined,
    weights,
    { action: 'weights.saved', before: settings.defaultWeights, after: weights },
  ],
  [
    settings.recalculateRankings,
    undefined,
    weights,
    { action: 'rankings.recalculated', before: settings.defaultWeights, after: weights },
  ],
  [
    settings.saveAlgorithmParams,
    undefined,
    params,
    { action: 'algorithm.saved', before: { appsPerPage: 20 }, after: { appsPerPage: 9 } },
  ],
  [
    settings.saveAdvertisementConfig,
    undefined,
    ads,
    { action: 'advertisement.saved', before: settings.defaultAdvertisement, after: ads },
  ],
  [
    apps.recalculateTimeStats,
    undefined,
    undefined,
    { action: 'time_stats.recalculated', after: { appsUpdated: 0 } },
  ],
  [
    cleanupInteractions,
    undefined,
    undefined,
    { action: 'interactions.cleaned_up', after: { deletedCount: 0 } },
  ],
  [
    apps.resetStats,
    undefined,
    undefined,
    { action: 'stats.reset', before: { votes: 0, interactions: 0 }, after: { appsReset: 2 } },
  ],
];

describe('each action is logged once: actor, action, before, after, time', () => {
  test.each(everyAction().map(([, , , { action }], index) => [action, index] as const))(
    '%s',
    async (_, index) => {
      const [route, id, body, expected] = everyAction()[index] as ReturnType<typeof everyAction>[number];
      const before = await read();
      expect((await send(route, id, body)).status).toBe(successStatus(route));
      const { entries, total } = await read();
      expect(total).toBe(before.total + 1);
      expect(entries[0]).toMatchObject({
        targetId: null,
        before: null,
        ...expected,
        actor: { id: admin.user?.id, firstName: 'Ada', email: 'ada@example.org' },
        createdAt: t.clock.now.toISOString(),
      });
    },
  );

  test.each(
    everyAction().flatMap(([{ path, method }, , , { action }], index) =>
      /:id|-config$|-params$|-settings$|weights$|instance$/.test(path) && method !== 'DELETE'
        ? [[action, index] as const]
        : [],
    ),
  )('%s is not logged again if it changes nothing', async (_, index) => {
    const [route, id, body] = everyAction()[index] as ReturnType<typeof everyAction>[number];
    await t.deps.db
      .insert(cannedReasons)
      .values({ id: reasonId, ...reason })
      .onConflictDoUpdate({ target: cannedReasons.id, set: { retiredAt: null } });
    // Only the actions above have changed it.
    await send(route, id, body);
    const [{ total }, history, app] = [await read(), await histories(), await t.readApp(appId)];
    t.clock.advance(1_000);
    const again = await send(route, id, body);
    expect(again.status).toBe(200);
    expect([(await read()).total, await histories()]).toEqual([total, history]);
    expect(await t.readApp(appId)).toEqual(app);
  });

  test('uploads are logged', async () => {
    const payload =
      '--x\r\nContent-Disposition: form-data; name="csvFile"; filename="a.csv"\r\n\r\n' +
      'title,description,url,category\nT,D,https://upload.example.com/,Games\n\r\n--x--\r\n';
    const response = await t.app.inject({
      method: 'POST',
      url: '/api/admin/bulk-upload-apps',
      headers: { origin: t.deps.config.publicUrl, 'content-type': 'multipart/form-data; boundary=x' },
      cookies: admin.cookies,
      payload,
    });
    expect(response.json()).toEqual({ count: 1, skipped: 0 });
    expect((await read()).entries[0]).toMatchObject({
      action: 'apps.uploaded',
      after: { fileName: 'a.csv', count: 1, skipped: 0 },
    });
  });
});

test('rejected actions are not logged', async () => {
  const { total } = await read();
  await send(apps.editApp, newId(), { timeSpent: 2 });
  await send(editUser, admin.user?.id, { isAdmin: false });
  await send(reviewReport, newId(), { status: 'reviewed' });
  expect((await read()).total).toBe(total);
});

test('an action is rolled back if it cannot be logged', async () => {
  await t.deps.pool.query(
    "ALTER TABLE audit_log ADD CONSTRAINT full_up CHECK (action <> 'app.edited') NOT VALID",
  );
  try {
    const before = await t.readApp(appId);
    expect((await send(apps.editApp, appId, { timeSpent: 12_345 })).status).toBe(500);
    expect(await t.readApp(appId)).toEqual(before);
  } finally {
    await t.deps.pool.query('ALTER TABLE audit_log DROP CONSTRAINT full_up');
  }
});

test('stores ten thousand entries with their events', { tags: 'long' }, async () => {
  const actorId = newId();
  const { id } = await t.addApp();
  const deeds = Array.from({ length: 10_000 }, () => ({
    action: 'app.held' as const,
    appId: id,
    before: { status: 'approved' },
    after: { status: 'pending' },
  }));
  await recordActions(t.deps.db, { actorId, now: t.clock.now }, deeds);
  expect(await t.deps.db.$count(auditEntries, eq(auditEntries.actorId, actorId))).toBe(10_000);
  expect(await t.deps.db.$count(appEvents, eq(appEvents.appId, id))).toBe(10_000);
  await t.deps.db.delete(auditEntries).where(eq(auditEntries.actorId, actorId));
});

describe('every action of admins and moderators that writes', () => {
  test('is in the table of this file if the ledger does not call it', () => {
    const listed = everyAction().map(([route]) => route);
    const missing = unmarkedAdminWrites.filter((name) => !listed.includes(routes[name]));
    // Has a test of its own, with a second factor.
    expect(missing).toEqual(['requireFactor']);
  });

  // A note has its own author and time.
  const logged = markedAdminWrites.filter((name) => name !== 'writeAppNote');

  testEachRoute(logged, 'is logged: %s', async (name) => {
    const { target, url } = await listening;
    // Its rows have the time of the database.
    t.clock.now = new Date();
    const { status, subject, text } = await writeOnce(target, url, name, 1);
    expect([Math.floor(status / 100), text]).toEqual([2, text]);
    const isTheirs = eq(auditEntries.actorId, subject.admin);
    expect(await t.deps.db.$count(auditEntries, isTheirs)).toBeGreaterThan(0);
  });
});
