import { auditLog as auditLogRoute } from '@zapdeck/contract/instance/audit-log';
import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { currentUser } from '@zapdeck/contract/sign-in/auth';
import { editApp, setAppStatus } from '@zapdeck/contract/apps/apps';
import {
  deletePerson,
  endPersonSessions,
  liftSuspension,
  personApps,
  personHistory,
  personReports,
  readPerson,
  suspendPerson,
} from '@zapdeck/contract/accounts/people';
import { decideReportedApp } from '@zapdeck/contract/moderation/reported-apps';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { castVote } from '@zapdeck/contract/feed/votes';
import { adminUsers, editUser } from '@zapdeck/contract/accounts/users';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { sessions } from '../../db/schema/sessions.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { MAIL_DELAY_MS } from '../makers/undo-period.ts';
import { peopleMails } from './people-mails.ts';
import { delayOf, queuedJobs, runJob } from '../../testing/queued-jobs.ts';

const REASON = 'Five apps that are one.';

let t: TestApp;
let admin: Person;
let person: Person;
let id: string;
const idOf = ({ user }: Person) => user?.id ?? '';
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: 'Ada' });
});
afterAll(() => t.close());
beforeEach(async () => {
  person = await t.person('member', { firstName: 'Mallory', emailVerifiedAt: t.clock.now });
  id = idOf(person);
});

const suspend = (who = id, as = admin, takesAppsOut = false) =>
  t.call(suspendPerson, { params: { id: who }, body: { reason: REASON, takesAppsOut } }, as);
const lift = (who = id, as = admin) => t.call(liftSuspension, { params: { id: who } }, as);
const remove = (who = id, as = admin) =>
  t.call(deletePerson, { params: { id: who }, body: { reason: REASON } }, as);
const read = (who = id) => t.call(readPerson, { params: { id: who } }, admin);
const actsAbout = (target: string) =>
  t.deps.db
    .select({
      action: auditLog.action,
      actorId: auditLog.actorId,
      before: auditLog.before,
      after: auditLog.after,
    })
    .from(auditLog)
    .where(eq(auditLog.targetId, target))
    .orderBy(auditLog.createdAt, auditLog.id);
const queued = () => queuedJobs(t.deps.pool, peopleMails, { userId: id });
/** Runs the queued mail jobs of the person and returns the mails. */
async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
  t.sentMails.splice(0);
  for (const job of await queued()) await runJob(t, peopleMails, job);
  return t.sentMails;
}

describe('readPerson', () => {
  test('returns the same numbers as the lists of the person', async () => {
    const approved = await t.addApp({ submittedBy: id });
    const waiting = await t.addApp({ submittedBy: id, status: 'pending' });
    const other = await t.addApp();
    await t.call(castVote, { body: { appId: other.id, voteType: 'down' } }, person);
    await t.call(castVote, { body: { appId: approved.id, voteType: 'up' } }, person);
    const reporter = await t.person('member', { firstName: 'Rita' });
    await t.call(reportApp, { body: { appId: approved.id, reason: 'Loud' } }, reporter);
    await t.call(reportApp, { body: { appId: other.id, reason: 'Slow' } }, person);
    await t.call(setAppStatus, { params: { id: waiting.id }, body: { status: 'rejected' } }, admin);
    await t.call(editUser, { params: { id }, body: { zapCount: 7 } }, admin);

    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toEqual({
      user: expect.objectContaining({ id, firstName: 'Mallory', zapCount: 7, suspendedAt: null }),
      isEmailVerified: true,
      hasPassword: false,
      linkedProviders: [],
      lastSeenAt: t.clock.now.toISOString(),
      sessions: 1,
      suspension: null,
      apps: { approved: 1, pending: 0, rejected: 1 },
      votes: { up: 1, down: 1 },
      takebacks: [],
      takenWithGroups: 0,
      reports: { made: 1, received: 1, receivedOpen: 1 },
    });
    const params = { id };
    const theirs = await t.call(personApps, { params, query: { status: 'rejected' } }, admin);
    expect([theirs.body.map((app) => app.id), theirs.headers['x-total-count']]).toEqual([[waiting.id], '1']);
    const received = await t.call(personReports, { params, query: {} }, admin);
    expect(received.body).toMatchObject([
      { appTitle: 'Tiny Piano', reason: 'Loud', reporter: { id: idOf(reporter), firstName: 'Rita' } },
    ]);
    const made = await t.call(personReports, { params, query: { side: 'made' } }, admin);
    expect(made.body).toMatchObject([{ appId: other.id, reason: 'Slow' }]);
    const decisions = await t.call(personHistory, { params, query: { about: 'apps' } }, admin);
    expect(decisions.body).toMatchObject([{ action: 'app.reviewed', targetId: waiting.id }]);
    const history = await t.call(personHistory, { params, query: {} }, admin);
    expect(history.body).toMatchObject([{ action: 'user.edited', actor: { firstName: 'Ada' } }]);
  });

  test('lists decisions on their apps newest first, then by id, across pages', async () => {
    const theirs = [await t.addApp({ submittedBy: id }), await t.addApp({ submittedBy: id })];
    const at = t.clock.now.getTime();
    const rows = Array.from({ length: 12 }, (_, n) => ({
      id: newId(),
      action: 'app.edited' as const,
      targetId: theirs[n % 2]?.id ?? '',
      // Groups of three share a time.
      createdAt: new Date(at - Math.floor(n / 3) * 1_000),
    }));
    await t.deps.db.insert(auditLog).values(rows.toReversed());
    const expected = rows
      .toSorted(
        (one, other) => Number(other.createdAt) - Number(one.createdAt) || (one.id < other.id ? 1 : -1),
      )
      .map((row) => row.id);
    for (const limit of [1, 2, 5, 12]) {
      const found: string[] = [];
      for (let offset = 0; offset < 12; offset += limit) {
        const query = { about: 'apps', limit, offset } as const;
        const { body, headers } = await t.call(personHistory, { params: { id }, query }, admin);
        expect(headers['x-total-count']).toBe('12');
        found.push(...body.map((entry) => entry.id));
      }
      expect(found).toEqual(expected);
    }
    const past = await t.call(personHistory, { params: { id }, query: { about: 'apps', offset: 50 } }, admin);
    expect([past.body, past.headers['x-total-count']]).toEqual([[], '12']);
  });

  test('rejects unknown ids, and users who are not admins', async () => {
    expect((await read(newId())).error.code).toBe('user_not_found');
    expect((await t.call(readPerson, { params: { id } }, person)).status).toBe(403);
  });
});

describe('suspendPerson', () => {
  test('is shown on the page, in the list and in the log, and is mailed after the undo period', async () => {
    const { status, body } = await suspend();
    expect(status).toBe(200);
    expect(body.suspension).toEqual({
      at: t.clock.now.toISOString(),
      reason: REASON,
      by: { id: idOf(admin), firstName: 'Ada', email: admin.user?.email },
    });
    expect(body.sessions).toBe(0);
    const list = await t.call(adminUsers, { query: { role: 'suspended', limit: 500 } }, admin);
    expect(list.body.map((user) => user.id)).toContain(id);
    expect(await actsAbout(id)).toEqual([
      { action: 'user.suspended', actorId: idOf(admin), before: null, after: { reason: REASON } },
    ]);
    const [job, ...none] = await queued();
    expect(none).toEqual([]);
    expect(job && delayOf(job)).toBeGreaterThan(10_000);
    const [mail] = await mails();
    expect(mail).toMatchObject({ to: person.user?.email, subject: 'Your account is suspended' });
    expect(mail?.text).toContain(REASON);
    expect(mail?.text).toContain('contact the people who run this site');
  });

  test('ends all sessions, and lifting it does not restore them', async () => {
    await suspend();
    expect((await t.call(currentUser, {}, person)).error.code).toBe('session_suspended');
    expect((await lift()).body.suspension).toBeNull();
    expect((await t.call(currentUser, {}, person)).error.code).toBe('unauthorized');
    expect(await t.deps.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([]);
  });

  test('mails nothing if it is lifted within the undo period', async () => {
    await suspend();
    await lift();
    expect(await mails()).toEqual([]);
  });

  test('mails users about the lift who were mailed about the suspension', async () => {
    await suspend();
    t.clock.advance(MAIL_DELAY_MS);
    await lift();
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your account is open again']);
  });

  test('with takesAppsOut, approved apps are pending once it is lifted', async () => {
    const shown = await t.addApp({ submittedBy: id, upvotes: 0 });
    const rejected = await t.addApp({ submittedBy: id, status: 'rejected' });
    await suspend(id, admin, true);
    expect(await t.readApp(shown.id)).toMatchObject({ status: 'pending', reviewedAt: null });
    expect((await t.readApp(rejected.id)).status).toBe('rejected');
    expect(await actsAbout(shown.id)).toEqual([
      {
        action: 'app.held',
        actorId: idOf(admin),
        before: { status: 'approved', heldAt: null },
        after: { status: 'pending', heldAt: t.clock.now.toISOString(), cause: { code: 'suspension' } },
      },
    ]);
    const listed = await t.call(auditLogRoute, { query: { target: shown.id } }, admin);
    expect(listed.body[0]?.after).toMatchObject({ cause: 'Its maker was suspended' });
    expect((await actsAbout(id))[0]?.after).toEqual({ reason: REASON, appsTakenOut: 1 });
    expect((await mails())[0]?.text).toContain('including the one in the deck');
  });

  test('prevents the approval of their apps from an open queue or by dismissing reports', async () => {
    const waiting = await t.addApp({ submittedBy: id, status: 'pending' });
    const shown = await t.addApp({ submittedBy: id });
    await t.call(reportApp, { body: { appId: shown.id, reason: 'Loud' } }, await t.person('member'));
    await suspend(id, admin, true);
    const seen = { [waiting.id]: waiting.updatedAt.toISOString() };
    const approve = (other: string) =>
      t.call(decideApps, { body: { ids: [waiting.id, other], decision: 'approved', seen } }, admin);
    const { body } = await approve(shown.id);
    expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(['already_decided', 'already_decided']);
    const approved = { params: { id: waiting.id }, body: { status: 'approved' } } as const;
    for (const route of [setAppStatus, editApp])
      expect((await t.call(route, approved, admin)).error).toMatchObject({
        code: 'already_decided',
        message: 'The maker is suspended. The app waits until the suspension is lifted.',
      });
    const dismissed = { params: { id: shown.id }, body: { decision: 'dismissed' } } as const;
    expect((await t.call(decideReportedApp, dismissed, admin)).body).toMatchObject({
      closed: 1,
      appStatus: 'pending',
    });
    expect((await t.readApp(shown.id)).status).toBe('pending');
    await lift();
    expect((await approve(shown.id)).body.outcomes.map(({ outcome }) => outcome)).toEqual([
      'decided',
      'decided',
    ]);
    const gone = await t.addApp({ submittedBy: id, status: 'pending' });
    await suspend();
    const reject = { ids: [gone.id], decision: 'rejected' as const };
    expect((await t.call(decideApps, { body: reject }, admin)).body.outcomes[0]?.outcome).toBe('decided');
  });

  test('requires a reason and a user with an account', async () => {
    const empty = { params: { id }, body: { reason: '  ' } };
    expect((await t.call(suspendPerson, empty, admin)).error.fields).toHaveProperty('reason');
    expect((await suspend(idOf(await t.person('guest')))).error.code).toBe('invalid_input');
    expect((await suspend(newId())).error.code).toBe('user_not_found');
    expect((await lift()).error.code).toBe('not_suspended');
  });

  test('rejects the admin’s own account', async () => {
    expect((await suspend(idOf(admin))).error.code).toBe('own_account');
    expect((await remove(idOf(admin))).error.code).toBe('own_account');
  });

  test('a suspended admin is still an admin after the lift', async () => {
    const other = await t.person('admin');
    await suspend(idOf(other));
    expect((await t.call(readPerson, { params: { id } }, other)).error.code).toBe('session_suspended');
    expect((await lift(idOf(other))).body.user.isAdmin).toBe(true);
  });
});

describe('endPersonSessions', () => {
  const end = (who = id, as = admin) => t.call(endPersonSessions, { params: { id: who } }, as);

  test('ends the sessions on all devices and logs their number', async () => {
    expect((await end()).body).toEqual({ ended: 1 });
    expect((await t.call(currentUser, {}, person)).error.code).toBe('unauthorized');
    expect((await read()).body).toMatchObject({ sessions: 0, suspension: null });
    expect(await actsAbout(id)).toEqual([
      {
        action: 'user.sessions_ended',
        actorId: idOf(admin),
        before: { sessions: 1 },
        after: { sessions: 0 },
      },
    ]);
  });

  test('rejects the admin’s own account, unknown ids and members', async () => {
    expect((await end(idOf(admin))).error.code).toBe('own_account');
    expect((await end(newId())).error.code).toBe('user_not_found');
    expect((await end(id, person)).status).toBe(403);
  });
});

describe('deletePerson', () => {
  test('keeps approved apps without a submitter, and logs the number of deleted rows', async () => {
    const shown = await t.addApp({ submittedBy: id });
    const waiting = await t.addApp({ submittedBy: id, status: 'pending' });
    await t.call(castVote, { body: { appId: shown.id, voteType: 'up' } }, person);
    t.sentMails.splice(0);
    expect((await remove()).status).toBe(204);
    await t.deps.background.idle();
    expect((await t.readApp(shown.id)).submittedBy).toBeNull();
    expect((await t.readApp(shown.id)).upvotes).toBe(0);
    expect(await t.deps.db.select().from(apps).where(eq(apps.id, waiting.id))).toEqual([]);
    expect(await t.deps.db.select().from(users).where(eq(users.id, id))).toEqual([]);
    expect((await t.call(currentUser, {}, person)).status).toBe(401);
    expect(await actsAbout(id)).toEqual([
      {
        action: 'user.deleted',
        actorId: idOf(admin),
        before: { approvedApps: 1, otherApps: 1, votes: 1, reports: 0 },
        after: null,
      },
    ]);
    expect(t.sentMails).toMatchObject([{ to: person.user?.email, subject: 'Your account was deleted' }]);
    expect((await remove()).error.code).toBe('user_not_found');
  });

  test('deletes the reason of an earlier suspension', async () => {
    await suspend();
    await remove();
    const { rows } = await t.deps.pool.query(
      `SELECT FROM audit_log WHERE target_id = $1 AND after::text LIKE '%Five%'`,
      [id],
    );
    expect(rows).toEqual([]);
    expect(await mails()).toEqual([]);
  });
});
