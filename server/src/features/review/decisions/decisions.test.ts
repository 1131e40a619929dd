import { editApp, setAppStatus } from '@zapdeck/contract/apps/apps';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import {
  type Decision,
  decideApps,
  DECISIONS_MAX,
  UNDO_MS,
  undoDecisions,
} from '@zapdeck/contract/moderation/decisions';
import { suspendPerson } from '@zapdeck/contract/accounts/people';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../db/columns.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { PutOff } from '../../../jobs/job.ts';
import { appMails } from '../../makers/app-mails.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';
import { MAIL_DELAY_MS } from '../../makers/undo-period.ts';
import { delayOf, queuedJobs, runJob, takeJobs } from '../../../testing/queued-jobs.ts';
import { mailsAbout } from './mails-about.fixture.ts';

let t: TestApp;
let admin: Person;
let colleague: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: 'Ada' });
  colleague = await t.person('admin', { firstName: 'Ben' });
});
beforeEach(() => t.clock.advance(60_000));
afterAll(() => t.close());

const APPROVED = 'Your app is in the deck';
const REJECTED = 'Your app was not accepted';

const addWaiting = async (count: number) => {
  const { submittedBy } = await t.addApp();
  const rows = Array.from({ length: count }, () => {
    const id = newId();
    const words = { title: 'Tiny Piano', description: 'Two octaves.', category: 'Games' };
    return { id, ...words, url: `https://${id}.example.org/`, submittedBy, status: 'pending' as const };
  });
  return t.deps.db.insert(apps).values(rows).returning();
};

interface Asked {
  decision?: Decision;
  reason?: string;
  seen?: Record<string, string>;
  by?: Person;
}

const decide = (ids: string[], { decision = 'approved', by = admin, ...more }: Asked = {}) =>
  t.call(decideApps, { body: { ids, decision, ...more } }, by);

const undo = (id: string | null, by = admin) => t.call(undoDecisions, { params: { id: id ?? '' } }, by);

function unlessPutOff(error: unknown): void {
  if (!(error instanceof PutOff)) throw error;
}

/** Returns the subjects of mails about these apps after the undo period. */
async function mailedAbout(ids: string[]): Promise<string[]> {
  const queued = await mailsAbout(t.deps.pool, ids);
  t.sentMails.splice(0);
  t.clock.advance(MAIL_DELAY_MS);
  for (const job of queued) await runJob(t, appMails, job).catch(unlessPutOff);
  return t.sentMails.map(({ subject }) => subject);
}

describe('decideApps', () => {
  test('returns an outcome for each id in order, with one batch and one log entry for each app', async () => {
    const [fresh, stale, same] = await addWaiting(3);
    const ids = [fresh, stale, same].map((app) => app?.id ?? '');
    const [freshId = '', staleId = '', sameId = ''] = ids;
    await decide([sameId]);
    const decidedAt = t.clock.now.toISOString();
    await decide([staleId], { decision: 'rejected', reason: 'Broken', by: colleague });
    t.clock.advance(1_000);

    const gone = newId();
    const seen = {
      [staleId]: stale?.updatedAt.toISOString() ?? '',
      [freshId]: fresh?.updatedAt.toISOString() ?? '',
    };
    const { body } = await decide([gone, staleId, sameId, freshId], { seen });
    const by = { id: colleague.user?.id, firstName: 'Ben', email: colleague.user?.email };
    expect(body.outcomes).toEqual([
      { id: gone, outcome: 'not_found', decided: null },
      {
        id: staleId,
        outcome: 'already_decided',
        decided: { status: 'rejected', by, at: decidedAt, cause: null },
      },
      { id: sameId, outcome: 'unchanged', decided: null },
      { id: freshId, outcome: 'decided', decided: null },
    ]);
    expect(await t.readApp(freshId)).toMatchObject({ status: 'approved', reviewedAt: t.clock.now });
    expect(await t.readApp(staleId)).toMatchObject({ status: 'rejected', reviewReason: 'Broken' });
    const log = await t.call(auditLog, { query: { limit: 500 } }, admin);
    expect(log.body.filter(({ targetId }) => targetId === freshId)).toMatchObject([
      { action: 'app.reviewed', before: { status: 'pending' }, after: { status: 'approved' } },
    ]);
    expect(log.body.filter(({ targetId }) => targetId === sameId)).toHaveLength(1);
  });

  test('returns the cause if an app cannot be decided on', async () => {
    const maker = await t.person('member');
    const own = { submittedBy: maker.user?.id ?? '' };
    const taken = await t.addApp({ ...own, status: 'rejected', withdrawnAt: t.clock.now });
    const waiting = await t.addApp({ ...own, status: 'pending' });
    await t.call(suspendPerson, { params: { id: own.submittedBy }, body: { reason: 'Spam' } }, admin);
    const { body } = await decide([taken.id, waiting.id]);
    expect(body.outcomes).toMatchObject([
      { outcome: 'already_decided', decided: { status: 'rejected', cause: 'withdrawn' } },
      { outcome: 'already_decided', decided: { status: 'pending', cause: 'maker_suspended' } },
    ]);
    const approve = { body: { status: 'approved' } } as const;
    for (const [id, message] of [
      [taken.id, 'The maker has withdrawn this app. It can be decided on once they resubmit it.'],
      [waiting.id, 'The maker is suspended. The app waits until the suspension is lifted.'],
    ] as const) {
      for (const route of [setAppStatus, editApp])
        expect((await t.call(route, { params: { id }, ...approve }, admin)).body).toMatchObject({
          code: 'already_decided',
          message,
        });
    }
  });

  test.each([
    [
      (id: string, updatedAt: string) =>
        t.call(setAppStatus, { params: { id }, body: { status: 'rejected', updatedAt } }, admin),
    ],
    [
      (id: string, updatedAt: string) =>
        t.call(editApp, { params: { id }, body: { timeSpent: 5, updatedAt } }, admin),
    ],
  ])('rejects an outdated decision with the name of the colleague', async (send) => {
    const [app] = await addWaiting(1);
    const id = app?.id ?? '';
    await decide([id], { by: colleague });
    const { status, error } = await send(id, app?.updatedAt.toISOString() ?? '');
    expect([status, error.code]).toEqual([409, 'already_decided']);
    expect(error.message).toBe('Ben has already changed this app. It is now approved.');
    expect(await t.readApp(id)).toMatchObject({ status: 'approved', timeSpent: 1 });
    const now = (await t.readApp(id)).updatedAt;
    expect((await send(id, now.toISOString())).status).toBe(200);
  });

  test('finds apps by ids in capital letters', async () => {
    const [fresh, stale] = await addWaiting(2);
    const [freshId = '', staleId = ''] = [fresh?.id.toUpperCase(), stale?.id.toUpperCase()];
    const seen = { [staleId]: '2020-01-01T00:00:00.000Z' };
    const { body } = await decide([freshId, staleId], { seen });
    expect(body.outcomes).toMatchObject([
      { id: fresh?.id, outcome: 'decided' },
      { id: stale?.id, outcome: 'already_decided' },
    ]);
    expect((await t.readApp(stale?.id ?? '')).status).toBe('pending');
    const one = { params: { id: staleId }, body: { status: 'rejected' as const } };
    expect(await t.call(setAppStatus, one, admin)).toMatchObject({ status: 200, body: { id: stale?.id } });
  });

  test('rejects duplicate ids, an empty list and too many ids with 400', async () => {
    const id = newId();
    for (const ids of [[id, id], [], Array.from({ length: DECISIONS_MAX + 1 }, newId)])
      expect((await decide(ids)).error.fields).toHaveProperty('ids');
  });

  test('decides nothing for an admin who loses the role before the batch', async () => {
    const [app] = await addWaiting(1);
    const loser = await t.person('admin');
    const client = await t.deps.pool.connect();
    await client.query('BEGIN');
    await client.query('UPDATE users SET is_admin = false WHERE id = $1', [loser.user?.id]);
    const decided = decide([app?.id ?? ''], { by: loser });
    await untilBlocked(t.deps.pool);
    await client.query('COMMIT');
    client.release();
    expect((await decided).error.code).toBe('forbidden');
    expect(await t.readApp(app?.id ?? '')).toMatchObject({ status: 'pending' });
  });
});

describe('undoDecisions', () => {
  test('restores status, reason and time, logs it, and prevents the mail', async () => {
    const [first, second] = await addWaiting(2);
    const ids = [first?.id ?? '', second?.id ?? ''];
    await decide([ids[1] ?? ''], { decision: 'rejected', reason: 'Broken' });
    const { status, reviewReason, reviewedAt } = await t.readApp(ids[1] ?? '');
    t.clock.advance(UNDO_MS * 2);
    const { body } = await decide(ids);
    t.clock.advance(UNDO_MS - 1);
    expect((await undo(body.batchId)).body).toMatchObject({
      undone: expect.arrayContaining(ids) as string[],
      kept: [],
    });
    expect(await t.readApp(ids[0] ?? '')).toMatchObject({
      status: 'pending',
      reviewedAt: null,
      reviewReason: null,
    });
    expect(await t.readApp(ids[1] ?? '')).toMatchObject({ status, reviewReason, reviewedAt });
    const log = await t.call(auditLog, { query: { action: 'app.review_undone' } }, admin);
    expect(log.body.map(({ targetId }) => targetId)).toEqual(expect.arrayContaining(ids));
    expect(await mailedAbout(ids)).toEqual([REJECTED]);
  });

  test('keeps a later decision and sends only its mail', async () => {
    const [first, second] = await addWaiting(2);
    const ids = [first?.id ?? '', second?.id ?? ''];
    const { body } = await decide(ids);
    t.clock.advance(1_000);
    await decide([ids[0] ?? ''], { decision: 'rejected', by: colleague });
    expect((await undo(body.batchId)).body).toMatchObject({ undone: [ids[1]], kept: [ids[0]] });
    expect(await mailedAbout(ids)).toEqual([REJECTED]);
  });

  test('is possible once, within ten seconds, for the moderator who decided', async () => {
    const [first, second] = await addWaiting(2);
    const { body } = await decide([first?.id ?? '']);
    expect((await undo(body.batchId, colleague)).error.code).toBe('decision_not_found');
    expect((await undo(body.batchId)).body.undone).toHaveLength(1);
    expect((await undo(body.batchId)).body).toMatchObject({ undone: [], kept: [first?.id] });
    const late = await decide([second?.id ?? '']);
    t.clock.advance(UNDO_MS + 1_001);
    expect((await undo(late.body.batchId)).error.code).toBe('undo_over');
    expect(await mailedAbout([second?.id ?? ''])).toEqual([APPROVED]);
  });

  test('restores the mail of an earlier decision, which is sent once', async () => {
    const [app] = await addWaiting(1);
    const ids = [app?.id ?? ''];
    await decide(ids);
    t.clock.advance(5_000);
    const slip = await decide(ids, { decision: 'rejected', by: colleague });
    const approval = { appId: app?.id, kind: 'approved' };
    const [queued] = await queuedJobs(t.deps.pool, appMails, approval);
    t.clock.advance(UNDO_MS - 2_000);
    t.sentMails.splice(0);
    await expect(runJob(t, appMails, queued ?? { id: '', data: {} })).rejects.toBeInstanceOf(PutOff);
    expect(t.sentMails).toEqual([]);
    await undo(slip.body.batchId, colleague);
    expect(await mailedAbout(ids)).toEqual([APPROVED]);
    t.clock.advance(60_000);
    await decide(ids, { decision: 'rejected', by: colleague });
    t.clock.advance(60_000);
    expect(await mailedAbout(ids)).toEqual([REJECTED]);
  });

  test('does not repeat the mail of an earlier decision', async () => {
    const [app] = await addWaiting(1);
    const ids = [app?.id ?? ''];
    await decide(ids);
    t.clock.advance(60_000);
    const slip = await decide(ids, { decision: 'rejected', by: colleague });
    t.clock.advance(1_000);
    await takeJobs(t.deps.pool, appMails, { appId: app?.id });
    await undo(slip.body.batchId, colleague);
    expect(await mailedAbout(ids)).toEqual([]);
  });

  test('mails a changed reason', async () => {
    const [app] = await addWaiting(1);
    const ids = [app?.id ?? ''];
    await decide(ids, { decision: 'rejected', reason: 'No.' });
    t.clock.advance(1_000);
    await decide(ids, { decision: 'rejected', reason: 'It does not load on a phone.' });
    expect(await mailedAbout(ids)).toEqual([REJECTED]);
    expect(t.sentMails[0]?.text).toContain('It does not load on a phone.');
  });

  test('sends mails only after the undo period', async () => {
    const [app] = await addWaiting(1);
    await decide([app?.id ?? '']);
    const [job] = await queuedJobs(t.deps.pool, appMails, { appId: app?.id });
    expect(job && delayOf(job)).toBeGreaterThan(UNDO_MS + 1_000);
  });
});
