import { editApp, setAppStatus, submitApp } from '@zapdeck/contract/apps/apps';
import { picturePath } from '@zapdeck/contract/pictures/picture-paths';
import { decideApps, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import { apps } from '../../db/schema/apps.table.ts';
import { PutOff } from '../../jobs/job.ts';
import { storePicture } from '../pictures/pictures.ts';
import { appMails } from './app-mails.ts';
import { MAIL_DELAY_MS } from './undo-period.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { clearJobs, queuedJobs, runJob, type QueuedJob } from '../../testing/queued-jobs.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

async function queuedAbout(appId: string): Promise<unknown[]> {
  const queued = await queuedJobs(t.deps.pool, appMails, { appId });
  return queued.map(({ data: { reviewedAt: _at, batchId: _batch, ...data } }) => data);
}

const review = (id: string, status: 'approved' | 'rejected', reason?: string) =>
  t.call(setAppStatus, { params: { id }, body: { status, ...(reason ? { reason } : {}) } }, admin);

const form = (url: string) => ({
  title: 'Tiny Piano',
  description: 'Two octaves.',
  url,
  category: 'Music & Audio' as const,
});

test('confirms a submission once', async () => {
  const member = await t.person('member');
  const { body } = await t.call(submitApp, { body: form('https://piano.example.com/') }, member);
  const again = await t.call(submitApp, { body: form('https://piano.example.com/') }, member);
  expect(again.status).toBe(409);
  expect(await queuedAbout(body.id)).toEqual([{ kind: 'received', appId: body.id }]);
  expect(await queuedJobs(t.deps.pool, appMails, { kind: 'received' })).toHaveLength(1);
});

test('mails each change of the decision with its reason, but not a repeated one', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  await review(id, 'rejected', '  Does not load.  ');
  await review(id, 'rejected', 'Does not load.');
  await review(id, 'approved');
  await review(id, 'approved');
  expect(await queuedAbout(id)).toEqual([
    { kind: 'rejected', appId: id, reason: 'Does not load.' },
    { kind: 'approved', appId: id },
  ]);
});

test('sends one mail when two admins approve at the same moment', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  const answers = await Promise.all([review(id, 'approved'), review(id, 'approved'), review(id, 'approved')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await queuedAbout(id)).toHaveLength(1);
});

const edit = async (id: string, body: { status?: 'pending' | 'approved' | 'rejected'; reason?: string }) => {
  const { reviewReason, reviewedAt } = (await t.call(editApp, { params: { id }, body }, admin)).body;
  return { reviewReason, isReviewed: reviewedAt !== null };
};

test('mails a status set in the edit dialog like a decision, without an earlier reason', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  const first = { reviewReason: 'Does not load.', isReviewed: true };
  expect(await edit(id, { status: 'rejected', reason: ' Does not load. ' })).toEqual(first);
  // Edits of other fields send no mail.
  expect(await edit(id, { status: 'rejected' })).toEqual(first);
  expect(await edit(id, { reason: 'Without a status' })).toEqual(first);
  const none = { reviewReason: null, isReviewed: true };
  expect(await edit(id, { status: 'approved' })).toEqual(none);
  expect(await edit(id, { status: 'pending', reason: 'x' })).toEqual({
    reviewReason: null,
    isReviewed: false,
  });
  expect(await edit(id, { status: 'rejected' })).toEqual(none);
  expect(await edit(id, { status: 'rejected', reason: 'Still not' })).toEqual({
    reviewReason: 'Still not',
    isReviewed: true,
  });
  expect(await queuedAbout(id)).toEqual([
    { kind: 'rejected', appId: id, reason: 'Does not load.' },
    { kind: 'approved', appId: id },
    { kind: 'rejected', appId: id, reason: null },
  ]);
});

test('sends a delayed mail once, even if the node dies after queueing it', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  await review(id, 'approved');
  const [first = { id: '', data: {} }] = await queuedJobs(t.deps.pool, appMails, { appId: id });
  const reviewedAt = t.clock.now;
  // Another decision, which may still be undone, is current when the job runs.
  const stands = (at: Date) =>
    t.deps.db.update(apps).set({ reviewedAt: at, updatedAt: t.clock.now }).where(eq(apps.id, id));
  t.clock.advance(1_000);
  await stands(t.clock.now);
  const run = (job: Pick<QueuedJob, 'id' | 'data'>) =>
    runJob(t, appMails, job).catch((error: unknown) => expect(error).toBeInstanceOf(PutOff));
  await run(first);
  t.clock.advance(MAIL_DELAY_MS);
  await stands(reviewedAt);
  t.sentMails.splice(0);
  // The job that delayed the mail died, so it and its successor run again.
  for (const job of await queuedJobs(t.deps.pool, appMails, { appId: id })) await run(job);
  expect(t.sentMails.map((mail) => mail.id)).toEqual([first.id]);
});

test('shows the picture of an approved app if the address is confirmed', async () => {
  const files = [160, 480, 960].map((width) => Buffer.from(String(width)));
  const picture = await storePicture(t.deps.db, files, t.clock.now);
  const send = async (emailVerifiedAt: Date | null, kind: 'approved' | 'received' = 'approved') => {
    const { user } = await t.person('member', { emailVerifiedAt });
    const status = kind === 'approved' ? 'approved' : 'pending';
    const { id } = await t.addApp({ submittedBy: user?.id ?? null, picture, status });
    const attempt = { id, log: t.app.log, isStopping: () => false };
    await appMails.run(t.deps, { kind, appId: id }, attempt);
    return t.sentMails.at(-1)?.html;
  };
  const shown = `<img src="${t.deps.config.publicUrl}${picturePath(picture, 480)}"`;
  expect(await send(t.clock.now)).toContain(shown);
  expect(await send(null)).not.toContain(picture);
  // A mail program could not load it.
  expect(await send(t.clock.now, 'received')).not.toContain(picture);
});

describe('a decision about several apps of one maker', () => {
  const kindsQueued = async () =>
    (await queuedJobs(t.deps.pool, appMails)).map(({ data }) => String(data['kind'])).toSorted();

  /** Decides on all apps; returns a function that runs the maker's mail job. */
  async function decideTogether(ids: string[], decision: 'approved' | 'rejected', reason?: string) {
    await clearJobs(t.deps.pool);
    const { body } = await t.call(
      decideApps,
      { body: { ids, decision, ...(reason ? { reason } : {}) } },
      admin,
    );
    const queued = await queuedJobs(t.deps.pool, appMails, { kind: 'decided' });
    const send = async () => {
      t.sentMails.splice(0);
      for (const job of queued) await runJob(t, appMails, job);
      return t.sentMails;
    };
    return { batchId: body.batchId ?? '', send };
  }

  const addOf = async (titles: string[]) => {
    const { user } = await t.person('member', { emailVerifiedAt: t.clock.now });
    const ids: string[] = [];
    for (const title of titles)
      ids.push((await t.addApp({ title, status: 'pending', submittedBy: user?.id ?? null })).id);
    return ids;
  };

  test('sends each maker one mail with all titles and the reason once', async () => {
    const mine = await addOf(['Chess', 'Go', 'Shogi']);
    const theirs = await addOf(['Piano']);
    const { send } = await decideTogether([...mine, ...theirs], 'rejected', 'Does not load.');
    expect(await kindsQueued()).toEqual(['decided', 'rejected']);
    await expect(send()).rejects.toBeInstanceOf(PutOff);
    t.clock.advance(MAIL_DELAY_MS);
    const [mail, ...more] = await send();
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('3 of your apps were not accepted');
    expect(mail?.text).toContain('- “Chess”\n- “Go”\n- “Shogi”\n\nReason:\nDoes not load.');
    expect(mail?.html).toContain('- “Chess”<br>- “Go”');
  });

  test('excludes apps that were decided again, and lists differing reasons', async () => {
    const [chess = '', go = '', shogi = ''] = await addOf(['Chess', 'Go', 'Shogi']);
    const { send } = await decideTogether([chess, go, shogi], 'rejected', 'Does not load.');
    t.clock.advance(1_000);
    await review(chess, 'approved');
    await review(go, 'rejected', 'Too slow.');
    await expect(send()).rejects.toBeInstanceOf(PutOff);
    t.clock.advance(60_000);
    const [mail] = await send();
    expect(mail?.subject).toBe('2 of your apps were not accepted');
    expect(mail?.text).toContain('- “Go”: Too slow.\n- “Shogi”: Does not load.');
    expect(mail?.text).not.toContain('Chess');
  });

  test('sends the mail about a single app if only one decision remains, and none after an undo', async () => {
    const ids = await addOf(['Chess', 'Go']);
    const { send } = await decideTogether(ids, 'approved');
    t.clock.advance(1_000);
    await review(ids[0] ?? '', 'rejected');
    t.clock.advance(60_000);
    expect((await send()).map(({ subject }) => subject)).toEqual(['“Go” is in the deck']);
    const again = await addOf(['Chess', 'Go']);
    const undone = await decideTogether(again, 'approved');
    await t.call(undoDecisions, { params: { id: undone.batchId } }, admin);
    t.clock.advance(60_000);
    expect(await undone.send()).toEqual([]);
  });
});
