import { adminReports, reportApp, reviewReport } from '@zapdeck/contract/moderation/reports';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { reports } from '../../../db/schema/reports.table.ts';

let t: TestApp;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  member = await t.person('member');
});
afterAll(() => t.close());

test('stores a pending report of an approved app with its reporter', async () => {
  const { id: appId } = await t.addApp();
  const { status, body } = await t.call(
    reportApp,
    { body: { appId, reason: ' It shows a login wall. ' } },
    member,
  );
  expect(status).toBe(201);
  expect(body).toMatchObject({ appId, reason: 'It shows a login wall.', status: 'pending' });
  const [stored] = await t.deps.db.select().from(reports).where(eq(reports.id, body.id));
  expect(stored).toMatchObject({ reportedBy: member.user?.id, status: 'pending' });
});

test.each([
  ['a kind alone', { kind: 'spam' }, { kind: 'spam', reason: '' }],
  ['a kind with words', { kind: 'other', reason: ' It hums. ' }, { kind: 'other', reason: 'It hums.' }],
  ['words alone', { reason: 'It hums.' }, { kind: null, reason: 'It hums.' }],
] as const)('stores %s with code and text separately', async (_, given, stored) => {
  const { id: appId } = await t.addApp();
  const { status, body } = await t.call(reportApp, { body: { appId, ...given } }, member);
  expect(status).toBe(201);
  expect(body).toMatchObject(stored);
  expect(await t.deps.db.select().from(reports).where(eq(reports.id, body.id))).toMatchObject([stored]);
});

test.each([
  ['no reason', {}],
  ['blanks', { reason: ' \n ' }],
  ['an invisible character', { reason: '\u200b' }],
  ['something else without words', { kind: 'other' }],
] as const)('rejects %s as a reason', async (_, given) => {
  const { id: appId } = await t.addApp();
  const refused = await t.call(reportApp, { body: { appId, ...given } }, member);
  expect(refused.status).toBe(400);
  expect(refused.error.fields?.['reason']).toBe('Please provide a reason for reporting');
});

test('ids of consecutive reports differ in their first eight characters', async () => {
  const { id: appId } = await t.addApp();
  const ids = [];
  for (const reason of ['It shows a login wall.', 'It makes noise.']) {
    ids.push((await t.call(reportApp, { body: { appId, reason } }, member)).body.id.slice(0, 8));
  }
  expect(new Set(ids).size).toBe(2);
});

test.each(['pending', 'rejected'] as const)('rejects a report of a %s app', async (status) => {
  const { id: appId } = await t.addApp({ status });
  const refused = await t.call(reportApp, { body: { appId, reason: 'Why' } }, member);
  expect(refused.error.code).toBe('app_not_found');
  expect(await t.deps.db.select().from(reports).where(eq(reports.appId, appId))).toEqual([]);
});

describe('adminReports', () => {
  test('lists reports newest first with app and reporter, by status, in pages', async () => {
    const fresh = await openTestApp();
    try {
      const admin = await fresh.person('admin');
      const sender = await fresh.person('member', { firstName: 'Sue', email: 'sue@example.org' });
      const { id: appId, url } = await fresh.addApp({ title: 'Spammy' });
      const sent: string[] = [];
      for (const reason of ['one', 'two', 'three']) {
        fresh.clock.advance(1_000);
        sent.push((await fresh.call(reportApp, { body: { appId, reason } }, sender)).body.id);
      }
      const mark = (id: string, status: 'pending' | 'reviewed' | 'dismissed') =>
        fresh.call(reviewReport, { params: { id }, body: { status } }, admin);
      expect((await mark(sent[0] ?? '', 'reviewed')).body.status).toBe('reviewed');
      expect((await mark(sent[1] ?? '', 'dismissed')).body.status).toBe('dismissed');
      const list = async (query: Record<string, string>) => {
        const { body, headers } = await fresh.call(adminReports, { query }, admin);
        return { reasons: body.map(({ reason }) => reason), total: Number(headers['x-total-count']), body };
      };
      const all = await list({});
      expect(all).toMatchObject({ reasons: ['three', 'two', 'one'], total: 3 });
      expect(all.body[0]).toMatchObject({
        appId,
        status: 'pending',
        app: { title: 'Spammy', url, status: 'approved' },
        reporter: { id: sender.user?.id, firstName: 'Sue', email: 'sue@example.org' },
      });
      expect(await list({ status: 'pending' })).toMatchObject({ reasons: ['three'], total: 1 });
      expect(await list({ status: 'dismissed' })).toMatchObject({ reasons: ['two'], total: 1 });
      expect(await list({ limit: '1', offset: '1' })).toMatchObject({ reasons: ['two'], total: 3 });
      await mark(sent[0] ?? '', 'pending');
      expect((await list({ status: 'pending' })).reasons).toEqual(['three', 'one']);
      expect((await mark(newId(), 'reviewed')).error.code).toBe('report_not_found');
    } finally {
      await fresh.close();
    }
  });
});
