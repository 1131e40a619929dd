import { setAppStatus } from '@zapdeck/contract/apps/apps';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { decideApps, UNDO_MS, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { moderationFields } from '@zapdeck/contract/moderation/moderation';
import { reportedApps, reportsOfApp } from '@zapdeck/contract/moderation/reported-apps';
import { reviewReport } from '@zapdeck/contract/moderation/reports';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/columns.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { setSettings } from '../../../testing/set-settings.ts';
import { moderationKind } from '../../settings/kinds.ts';
import { users } from '../../../db/schema/users.table.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { reportMails } from '../decisions/report-mails.ts';
import { withReports } from './reports.fixture.ts';
import { delayOf, queuedJobs } from '../../../testing/queued-jobs.ts';

let t: TestApp;
let admin: Person;
let colleague: Person;
let reporting: ReturnType<typeof withReports>;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: 'Ada' });
  colleague = await t.person('admin', { firstName: 'Ben' });
  reporting = withReports(t);
  // More apps are held here than reports may hide in an hour.
  await setSettings(t, moderationKind, { holdsPerHour: moderationFields.holdsPerHour.max });
});
beforeEach(() => t.clock.advance(60_000));
afterAll(() => t.close());

const groups = async (query: Record<string, string> = {}) => {
  const { body, headers } = await t.call(reportedApps, { query }, admin);
  return { items: body, total: Number(headers['x-total-count']) };
};
const groupOf = async (appId: string) => {
  const found = (await groups({ limit: '500' })).items.find(({ app }) => app.id === appId);
  if (!found) throw new Error('not reported');
  return found;
};
const statusesOf = async (appId: string) =>
  (await t.deps.db.select().from(reports).where(eq(reports.appId, appId))).map(({ status }) => status);

/** Creates an app with reports of this many members, a minute apart. Three reports hold it. */
async function reported(count: number, title = 'Loud Piano'): Promise<{ id: string; people: Person[] }> {
  const { id } = await t.addApp({ title });
  const people = await Promise.all(Array.from({ length: count }, () => reporting.trusted()));
  for (const person of people) {
    t.clock.advance(1_000);
    await reporting.report(id, person, `It makes noise, says ${person.user?.id}`);
  }
  return { id, people };
}

test('reportedApps lists open reports first, then by latest report, with counts and reasons, in pages', async () => {
  await t.deps.db.delete(reports);
  const closed = await reported(1, 'Closed');
  const old = await reported(2, 'Old');
  const fresh = await reported(1, 'Fresh');
  t.clock.advance(1_000);
  await reporting.report(fresh.id, fresh.people[0] as Person, 'And it flickers.');
  const late = t.clock.now.toISOString();
  await t.deps.db
    .update(reports)
    .set({ kind: 'spam' })
    .where(inArray(reports.appId, [closed.id, old.id]));
  t.clock.advance(1_000);
  await reporting.decide(closed.id, { decision: 'reviewed' }, admin);
  const { items, total } = await groups();
  expect(items.map(({ openKinds }) => openKinds)).toEqual([[], [{ kind: 'spam', count: 2 }], []]);
  expect(items.map(({ app }) => app.title)).toEqual(['Fresh', 'Old', 'Closed']);
  expect(total).toBe(3);
  expect(items[0]).toMatchObject({ openReports: 2, openReporters: 1, allReports: 2, latestReportAt: late });
  expect(items[0]?.latest.map(({ reason }) => reason)[0]).toBe('And it flickers.');
  expect(items[1]).toMatchObject({ openReports: 2, openReporters: 2 });
  expect(items[2]).toMatchObject({ openReports: 0, allReports: 1, updatedAt: t.clock.now.toISOString() });
  const titles = async (query: Record<string, string>) => {
    const page = await groups(query);
    return [page.items.map(({ app }) => app.title), page.total];
  };
  expect(await titles({ status: 'open' })).toEqual([['Fresh', 'Old'], 2]);
  expect(await titles({ status: 'closed' })).toEqual([['Closed'], 1]);
  expect(await titles({ limit: '1', offset: '1' })).toEqual([['Old'], 3]);
  expect(await titles({ app: old.id })).toEqual([['Old'], 1]);
  expect(await titles({ app: closed.id, status: 'open' })).toEqual([[], 0]);

  const one = await t.call(reportsOfApp, { params: { id: old.id }, query: { limit: 1, offset: 1 } }, admin);
  expect(one.headers['x-total-count']).toBe('2');
  expect(one.body).toMatchObject([{ appId: old.id, reporter: { id: old.people[0]?.user?.id } }]);
});

describe('decideReportedApp', () => {
  test('closes all open reports, keeps closed ones, logs it and mails each reporter once', async () => {
    const { id, people } = await reported(2);
    const [first, second] = people as [Person, Person];
    const { body: again } = await reporting.report(id, first, 'It still does.');
    await t.call(reviewReport, { params: { id: again.id }, body: { status: 'reviewed' } }, admin);
    const shy = await reporting.trusted({ emailVerifiedAt: null, firstName: 'Shy' });
    await reporting.report(id, shy);
    await reporting.report(id, second, 'And again.');
    const { body } = await reporting.decide(id, { decision: 'dismissed' }, admin);
    expect(body).toEqual({ batchId: expect.any(String), closed: 4, appStatus: 'approved' });
    expect((await statusesOf(id)).sort()).toEqual([...Array(4).fill('dismissed'), 'reviewed']);
    const { body: log } = await t.call(
      auditLog,
      { query: { action: 'app.reports_closed', limit: 1 } },
      admin,
    );
    expect(log).toMatchObject([
      { targetId: id, before: { openReports: 4 }, after: { openReports: 0, reports: 'dismissed' } },
    ]);
    const mails = await reporting.mailedAbout(id);
    expect(mails.map(({ to }) => to).sort()).toEqual(
      people
        .concat(shy)
        .map(({ user }) => user?.email)
        .sort(),
    );
    const ofFirst = mails.find(({ to }) => to === first.user?.email);
    expect(ofFirst?.text).toContain('It stays in the deck');
    expect(ofFirst?.text).toContain(`says ${first.user?.id}`);
    expect(ofFirst?.text).not.toContain(`says ${second.user?.id}`);
    // Mails to an unconfirmed address contain the title of the app, but no name and no typed reason.
    expect(mails.find(({ to }) => to === shy.user?.email)?.text).not.toMatch(/noise|Shy/);
    for (const job of await queuedJobs(t.deps.pool, reportMails, { appId: id }))
      expect(delayOf(job)).toBe(UNDO_MS + 2_000);
  });

  test('rejects the app with a reason, also mails the maker, and can be undone as a whole', async () => {
    const { id } = await reported(3);
    const before = await t.readApp(id);
    expect(before.heldAt).not.toBeNull();
    t.clock.advance(1_000);
    const takeDown = { reason: 'It plays by itself.' };
    const { body } = await reporting.decide(id, { decision: 'reviewed', takeDown }, admin);
    expect(body).toMatchObject({ closed: 3, appStatus: 'rejected' });
    expect(await t.readApp(id)).toMatchObject({
      status: 'rejected',
      heldAt: null,
      reviewReason: takeDown.reason,
    });
    expect(await statusesOf(id)).toEqual(['reviewed', 'reviewed', 'reviewed']);
    expect((await reporting.mailedAbout(id)).map(({ subject }) => subject).sort()).toEqual([
      'Your app was not accepted',
      ...Array(3).fill('Your report of “Loud Piano”'),
    ]);
    t.clock.advance(2_000);
    const undone = await t.call(undoDecisions, { params: { id: body.batchId ?? '' } }, admin);
    expect(undone.body).toMatchObject({ undone: [id], kept: [] });
    const { status, heldAt, reviewReason, reviewedAt } = await t.readApp(id);
    expect({ status, heldAt, reviewReason, reviewedAt }).toEqual({
      status: 'pending',
      heldAt: before.heldAt,
      reviewReason: null,
      reviewedAt: null,
    });
    expect(await statusesOf(id)).toEqual(['pending', 'pending', 'pending']);
    // No mail is sent about the undone decision. The app has been held all along.
    expect((await reporting.mailedAbout(id)).map(({ subject }) => subject)).toEqual([
      'Your app is paused while a moderator reviews it',
    ]);
  });

  test('can be undone if it only closed reports', async () => {
    const { id } = await reported(2);
    const { body } = await reporting.decide(id, { decision: 'dismissed' }, admin);
    const undo = () => t.call(undoDecisions, { params: { id: body.batchId ?? '' } }, admin);
    expect((await undo()).body).toMatchObject({ undone: [id], kept: [] });
    expect(await statusesOf(id)).toEqual(['pending', 'pending']);
    expect(await reporting.mailedAbout(id)).toEqual([]);
    expect((await undo()).body).toMatchObject({ undone: [], kept: [id] });
  });

  test('restores a held app and mails its maker, unless a colleague rejected it', async () => {
    const { id } = await reported(3);
    await reporting.decide(id, { decision: 'dismissed' }, admin);
    expect(await t.readApp(id)).toMatchObject({ status: 'approved', heldAt: null, reviewedAt: t.clock.now });
    expect((await reporting.mailedAbout(id)).map(({ subject }) => subject)).toContain(
      'Your app is back in the deck',
    );

    const other = await reported(3);
    await t.call(setAppStatus, { params: { id: other.id }, body: { status: 'rejected' } }, colleague);
    const { body } = await reporting.decide(other.id, { decision: 'dismissed' }, admin);
    expect(body).toEqual({ batchId: null, closed: 0, appStatus: 'rejected' });
    expect(await t.readApp(other.id)).toMatchObject({ status: 'rejected' });
  });

  test('rejects a decision after another report or a colleague’s decision', async () => {
    const { id, people } = await reported(1);
    const seen = (await groupOf(id)).updatedAt;
    t.clock.advance(1_000);
    await reporting.report(id, people[0] as Person, 'And it asks for my password.');
    const stale = await reporting.decide(id, { decision: 'dismissed', updatedAt: seen }, admin);
    expect([stale.status, stale.error.message]).toEqual([
      409,
      'Another report has arrived. Please review it first.',
    ]);
    const { updatedAt } = await groupOf(id);
    t.clock.advance(1_000);
    await reporting.decide(id, { decision: 'reviewed', updatedAt }, colleague);
    const late = await reporting.decide(id, { decision: 'dismissed', updatedAt }, admin);
    expect(late.error.message).toBe('Someone else has already decided on these reports.');
    const now = (await groupOf(id)).updatedAt;
    t.clock.advance(1_000);
    await t.call(setAppStatus, { params: { id }, body: { status: 'rejected' } }, colleague);
    expect(
      (await reporting.decide(id, { decision: 'dismissed', updatedAt: now }, admin)).error.message,
    ).toMatch(/^Ben has already changed this app/);
    expect(await statusesOf(id)).toEqual(['reviewed', 'reviewed']);
  });

  test('rejects an unknown app, a dismissal that rejects the app, and a demoted admin', async () => {
    expect((await reporting.decide(newId(), { decision: 'reviewed' }, admin)).error.code).toBe(
      'app_not_found',
    );
    const { id } = await reported(1);
    const wrong = await reporting.decide(id, { decision: 'dismissed', takeDown: {} }, admin);
    expect(wrong.error.fields).toEqual({ takeDown: 'To take the app down, choose the decision “reviewed”' });
    const former = await t.person('admin');
    await t.deps.db
      .update(users)
      .set({ isAdmin: false })
      .where(eq(users.id, former.user?.id ?? ''));
    expect((await reporting.decide(id, { decision: 'dismissed' }, former)).error.code).toBe('forbidden');
    expect(await statusesOf(id)).toEqual(['pending']);
  });

  test('closes reports once for ten concurrent admins, and mails each reporter once', async () => {
    const { id } = await reported(3);
    const admins = await Promise.all(Array.from({ length: 10 }, () => t.person('admin')));
    const responses = await Promise.all(
      admins.map((person, index) =>
        reporting.decide(
          id,
          { decision: index % 2 ? 'dismissed' : 'reviewed', ...(index % 2 ? {} : { takeDown: {} }) },
          person,
        ),
      ),
    );
    expect(responses.reduce((sum, { body }) => sum + body.closed, 0)).toBe(3);
    const statuses = new Set(await statusesOf(id));
    expect(statuses.size).toBe(1);
    expect(await queuedJobs(t.deps.pool, reportMails, { appId: id })).toHaveLength(3);
  });
});

test('an approval in the queue dismisses the reports, and a rejection confirms them', async () => {
  const [back, gone] = await Promise.all([reported(3), reported(3)]);
  const approve = { ids: [back.id], decision: 'approved' as const };
  const { body } = await t.call(decideApps, { body: approve }, admin);
  await t.call(decideApps, { body: { ids: [gone.id], decision: 'rejected' } }, admin);
  expect(new Set(await statusesOf(back.id))).toEqual(new Set(['dismissed']));
  expect(new Set(await statusesOf(gone.id))).toEqual(new Set(['reviewed']));
  await t.call(undoDecisions, { params: { id: body.batchId ?? '' } }, admin);
  expect(new Set(await statusesOf(back.id))).toEqual(new Set(['pending']));
  expect(await t.readApp(back.id)).toMatchObject({ status: 'pending', heldAt: expect.any(Date) });
});
