import { randomUUID } from 'node:crypto';
import {
  adminApp,
  adminAppHistory,
  appNotes,
  deleteApp,
  writeAppNote,
} from '@zapdeck/contract/apps/admin-app';
import { adminApps, editApp } from '@zapdeck/contract/apps/apps';
import { decideApps, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { deleteAccount } from '@zapdeck/contract/accounts/account';
import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { listFeed } from '@zapdeck/contract/feed/feed';
import { reportApp, reviewReport } from '@zapdeck/contract/moderation/reports';
import { adminStats } from '@zapdeck/contract/instance/stats';
import { castVote } from '@zapdeck/contract/feed/votes';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { readStatusCounts } from '../../listings/numbers/status-counts.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp({ runsJobs: true });
  admin = await t.person('admin', { firstName: 'Ann' });
});
afterAll(() => t.close());

const maker = () => t.person('member', { firstName: 'Mia', emailVerifiedAt: t.clock.now });
const mailsTo = (person: Person) => t.sentMails.filter(({ to }) => to === person.user?.email);
const params = (id: string) => ({ params: { id } });
const seenNow = () => ({ updatedAt: t.clock.now.toISOString() });

test('the page of an app contains its record, open reports and what a deletion removes', async () => {
  const { id } = await t.addApp({ createdAt: t.clock.now, updatedAt: t.clock.now });
  t.clock.advance(1_000);
  const member = await t.person('member', { firstName: 'Noor' });
  for (const reason of ['Old', 'New']) {
    await t.call(reportApp, { body: { appId: id, reason } }, member);
    t.clock.advance(1_000);
  }
  const [first] = (await t.call(adminApp, params(id), admin)).body.reports.toReversed();
  await t.call(reviewReport, { params: { id: first?.id ?? '' }, body: { status: 'dismissed' } }, admin);
  await t.call(writeAppNote, { ...params(id), body: { text: '  Ask the maker.\r\nTwice. ' } }, admin);
  const { body } = await t.call(adminApp, params(id), admin);
  expect(body).toMatchObject({
    id,
    submitterRecord: { approved: 1, pending: 0, rejected: 0 },
    openReports: 1,
    reports: [{ reason: 'New', reporter: { firstName: 'Noor' } }],
    belongings: { reports: 2, notes: 1 },
  });
  const notes = await t.call(appNotes, { ...params(id), query: {} }, admin);
  expect(notes.body).toMatchObject([{ text: 'Ask the maker.\nTwice.', author: { firstName: 'Ann' } }]);
  const history = await t.call(adminAppHistory, { ...params(id), query: {} }, admin);
  expect(history.body.map(({ action, actor }) => [action, actor?.firstName])).toEqual([
    ['note.written', 'Ann'],
    ['report.reviewed', 'Ann'],
    ['report.sent', 'Noor'],
    ['report.sent', 'Noor'],
    ['app.submitted', 'Robin'],
  ]);
  expect(history.headers['x-total-count']).toBe('5');
  const second = await t.call(adminAppHistory, { ...params(id), query: { limit: 2, offset: 1 } }, admin);
  expect(second.body).toEqual(history.body.slice(1, 3));
  const unknown = randomUUID();
  for (const response of [
    await t.call(adminApp, params(unknown), admin),
    await t.call(adminAppHistory, { ...params(unknown), query: {} }, admin),
    await t.call(appNotes, { ...params(unknown), query: {} }, admin),
    await t.call(writeAppNote, { ...params(unknown), body: { text: 'x' } }, admin),
    await t.call(deleteApp, { ...params(unknown), body: seenNow() }, admin),
  ])
    expect(response.error.code).toBe('app_not_found');
});

test('the page of an app has its rank among all apps and in its category', async () => {
  const add = (category: string, upvotes: number) => t.addApp({ category, upvotes });
  const [best, game] = [await add('Music & Audio', 900), await add('Travel', 800)];
  const lower = await add('Travel', 700);
  const pending = await t.addApp({ status: 'pending' });
  const placeOf = async ({ id }: { id: string }) => (await t.call(adminApp, params(id), admin)).body.place;
  const [first, second, third] = [await placeOf(best), await placeOf(game), await placeOf(lower)];
  expect([first?.all.rank, second?.all.rank, third?.all.rank]).toEqual([1, 2, 3]);
  expect([second?.category, third?.category]).toEqual([
    { rank: 1, of: 2 },
    { rank: 2, of: 2 },
  ]);
  expect(await placeOf(pending)).toBeNull();
});

describe('editApp', () => {
  test('stores changes of any field, logs them and mails the maker', async () => {
    const person = await maker();
    const { id } = await t.addApp({ submittedBy: person.user?.id, frameStatus: 'ok' });
    const body = {
      title: 'Grand Piano',
      description: 'All of it.',
      category: 'Games' as const,
      tags: ['Free', 'Free'],
      url: 'https://Grand.example.org',
    };
    const { body: app } = await t.call(editApp, { ...params(id), body }, admin);
    expect(app).toMatchObject({ ...body, tags: ['Free'], url: 'https://grand.example.org/' });
    // The new address is checked at once.
    expect(app.frameStatus).toBe('unknown');
    await t.deps.background.idle();
    expect((await t.readApp(id)).frameStatus).toBe('unreachable');
    const found = await t.call(adminApps, { query: { search: 'grand.example' } }, admin);
    expect(found.body.map((one) => one.id)).toEqual([id]);
    const [entry] = (await t.call(auditLog, { query: { target: id } }, admin)).body;
    expect(entry).toMatchObject({
      action: 'app.edited',
      before: { title: 'Tiny Piano' },
      after: { tags: ['Free'] },
    });
    await eventually(() =>
      expect(mailsTo(person).at(-1)?.text).toContain(
        '“Grand Piano”: title, description, category, tags, and URL.',
      ),
    );
  });

  test('does not log an edit without changes', async () => {
    const { id, title, updatedAt } = await t.addApp({ updatedAt: new Date('2026-01-01T00:00:00Z') });
    await t.call(editApp, { ...params(id), body: { title, thumbnailUrl: null } }, admin);
    expect((await t.readApp(id)).updatedAt).toEqual(updatedAt);
    expect((await t.call(auditLog, { query: { target: id } }, admin)).body).toEqual([]);
  });

  test('edits other fields of an old duplicate without changing its address', async () => {
    const [oldest, app] = [await t.addApp(), await t.addApp()];
    const url = oldest.url.replace('https://', 'http://');
    await t.deps.pool.query(
      `ALTER TABLE apps DISABLE TRIGGER apps_keep_url_key_update;
       UPDATE apps SET url = '${url}', url_key = '${oldest.urlKey}#' || id WHERE id = '${app.id}';
       ALTER TABLE apps ENABLE TRIGGER apps_keep_url_key_update`,
    );
    const edit = async (body: object) =>
      (await t.call(editApp, { ...params(app.id), body }, admin, { 'idempotency-key': randomUUID() })).status;
    expect(await edit({ url, title: 'Corrected' })).toBe(200);
    expect(await edit({ url: `${url}?utm_source=a` })).toBe(409);
    expect(await edit({ url: 'https://moved-away.example.org/' })).toBe(200);
    expect((await t.readApp(app.id)).urlKey).toBe('moved-away.example.org');
  });

  test('rejects an outdated version, a known address and Zapdeck’s own site', async () => {
    const [app, other] = [await t.addApp(), await t.addApp()];
    const edit = async (body: object) =>
      (await t.call(editApp, { ...params(app.id), body }, admin, { 'idempotency-key': randomUUID() })).error;
    expect(await edit({ title: 'X', updatedAt: '2020-01-01T00:00:00.000Z' })).toMatchObject({
      code: 'already_decided',
    });
    expect(await edit({ url: other.url })).toMatchObject({ code: 'url_taken' });
    expect(await edit({ url: t.deps.config.publicUrl })).toMatchObject({ code: 'invalid_input' });
    expect(await edit({ thumbnailUrl: 'http://127.0.0.1/x.png' })).toMatchObject({
      code: 'invalid_input',
      fields: { thumbnailUrl: expect.any(String) as string },
    });
    expect(await t.readApp(app.id)).toEqual(app);
  });
});

describe('deleteApp', () => {
  test('deletes all data of the app, updates counts, logs it and mails maker and reporters', async () => {
    const person = await maker();
    const { id, updatedAt } = await t.addApp({ submittedBy: person.user?.id, title: 'Gone Gong' });
    const member = await t.person('member', { emailVerifiedAt: t.clock.now });
    await t.call(castVote, { body: { appId: id, voteType: 'up' } }, member);
    await t.call(reportApp, { body: { appId: id, reason: 'Loud' } }, member);
    await t.call(writeAppNote, { ...params(id), body: { text: 'Loud.' } }, admin);
    const [before, counts] = [(await t.call(adminStats, {}, admin)).body, await readStatusCounts(t.deps.db)];

    const seen = { updatedAt: new Date(updatedAt.getTime() - 1).toISOString() };
    const late = await t.call(deleteApp, { ...params(id), body: seen }, admin);
    expect(late.error.code).toBe('already_decided');
    const response = await t.call(
      deleteApp,
      { ...params(id), body: { reason: 'Too loud.', updatedAt: updatedAt.toISOString() } },
      admin,
    );
    expect(response.body).toEqual({ votes: 1, reports: 1, notes: 1 });

    for (const table of [
      'votes',
      'reports',
      'app_notes',
      'app_search_texts',
      'user_app_interactions',
      'seen_apps',
    ]) {
      const { rows } = await t.deps.pool.query(`SELECT FROM ${table} WHERE app_id = $1`, [id]);
      expect([table, rows.length]).toEqual([table, 0]);
    }
    const after = (await t.call(adminStats, {}, admin)).body;
    expect(after).toMatchObject({ totalApps: before.totalApps - 1, totalVotes: before.totalVotes - 1 });
    expect(await readStatusCounts(t.deps.db)).toEqual({ ...counts, approved: counts.approved - 1 });
    const deck = await t.call(listFeed, { query: { ids: id } }, member);
    expect(deck.body).toEqual([]);
    const [entry] = (await t.call(auditLog, { query: { target: id } }, admin)).body;
    expect(entry).toMatchObject({
      action: 'app.deleted',
      before: { title: 'Gone Gong', status: 'approved', votes: 1 },
      after: { reason: 'Too loud.' },
    });
    await eventually(() => expect(mailsTo(person).at(-1)?.subject).toBe('“Gone Gong” was deleted'));
    expect(mailsTo(person).at(-1)?.text).toContain('Too loud.');
    await eventually(() =>
      expect(mailsTo(member).map(({ subject }) => subject)).toEqual(['Your report of “Gone Gong”']),
    );
    expect(mailsTo(member)[0]?.text).toContain('deleted the app');
    // The app no longer exists.
    expect((await t.call(adminApp, params(id), admin)).error.code).toBe('app_not_found');
  });

  test('removes a pending app from the queue, and a later undo restores nothing', async () => {
    const { id } = await t.addApp({ status: 'pending' });
    const before = await readStatusCounts(t.deps.db);
    const { body } = await t.call(
      decideApps,
      { body: { ids: [id], decision: 'rejected', reason: null } },
      admin,
    );
    await t.call(deleteApp, { ...params(id), body: seenNow() }, admin);
    const undone = await t.call(undoDecisions, params(body.batchId ?? ''), admin);
    expect(undone.body).toMatchObject({ undone: [], kept: [id] });
    expect(await readStatusCounts(t.deps.db)).toEqual({ ...before, pending: before.pending - 1 });
  });

  test('keeps no texts in the log once the maker has deleted the account', async () => {
    const person = await maker();
    const { id } = await t.addApp({
      submittedBy: person.user?.id,
      title: 'Secret Gong',
      updatedAt: t.clock.now,
    });
    await t.call(deleteApp, { ...params(id), body: { reason: 'Not yours.', ...seenNow() } }, admin);
    const left = await t.call(deleteAccount, { body: { email: person.user?.email ?? '' } }, person);
    expect(left.status).toBe(204);
    const [entry] = (await t.call(auditLog, { query: { target: id } }, admin)).body;
    expect(entry).toMatchObject({ before: { status: 'approved', votes: 0 }, after: {} });
    expect(JSON.stringify(entry)).not.toMatch(/Gong|Not yours/);
    expect(entry?.before).not.toHaveProperty('submittedBy');
  });

  test('deletes a withdrawn app', async () => {
    const { id, updatedAt } = await t.addApp({ status: 'rejected', withdrawnAt: t.clock.now });
    const body = { updatedAt: updatedAt.toISOString() };
    expect((await t.call(deleteApp, { ...params(id), body }, admin)).status).toBe(200);
  });

  test('rejects a demoted admin', async () => {
    const { id } = await t.addApp();
    const demoted = await t.person('admin');
    await t.deps.pool.query('UPDATE users SET is_admin = false WHERE id = $1', [demoted.user?.id]);
    expect((await t.call(deleteApp, { ...params(id), body: seenNow() }, demoted)).status).toBe(403);
    expect((await t.readApp(id)).id).toBe(id);
  });
});
