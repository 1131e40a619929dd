import { reportApp } from '@zapdeck/contract/reports';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { reports } from './reports.table.ts';

let t: TestApp;
let member: Person;
beforeAll(async () => {
  t = await openTestApp();
  member = await t.person('member');
});
afterAll(() => t.close());

test('a report of an approved app is kept, pending, with who sent it', async () => {
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

test.each(['pending', 'rejected'] as const)('an app that is %s cannot be reported', async (status) => {
  const { id: appId } = await t.addApp({ status });
  const refused = await t.call(reportApp, { body: { appId, reason: 'Why' } }, member);
  expect(refused.error.code).toBe('app_not_found');
  expect(await t.deps.db.select().from(reports).where(eq(reports.appId, appId))).toEqual([]);
});

test('a reason of blanks is no reason (section 5)', async () => {
  const { id: appId } = await t.addApp();
  const { status, error } = await t.call(reportApp, { body: { appId, reason: ' \n ' } }, member);
  expect(status).toBe(400);
  expect(error.fields).toEqual({ reason: 'Please provide a reason for reporting' });
});
