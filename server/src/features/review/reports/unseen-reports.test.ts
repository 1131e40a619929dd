import { reviewReport } from '@zapdeck/contract/moderation/reports';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { createReport } from './reports.ts';
import { withReports } from './reports.fixture.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';

let t: TestApp;
let admin: Person;
let reporting: ReturnType<typeof withReports>;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
  reporting = withReports(t);
});
beforeEach(() => t.clock.advance(60_000));
afterAll(() => t.close());

const statusesOf = async (appId: string) =>
  (await t.deps.db.select().from(reports).where(eq(reports.appId, appId)).orderBy(reports.createdAt)).map(
    ({ status }) => status,
  );

/** Starts a call that waits for the app's row, runs the work with the row locked, and returns the result of the call. */
async function whileWaiting<T>(
  appId: string,
  start: () => Promise<T>,
  work: (tx: Db) => Promise<unknown>,
): Promise<T> {
  let result: Promise<T> | undefined;
  await inTransaction(t.deps.db, async (tx) => {
    await tx.select().from(apps).where(eq(apps.id, appId)).for('no key update');
    result = start();
    await untilBlocked(t.deps.pool);
    await work(tx);
  });
  return result as Promise<T>;
}

test('rejects a dismissal after a report that waited for a change of the app', async () => {
  const { id } = await t.addApp();
  await reporting.report(id, await reporting.trusted());
  const late = await reporting.trusted();
  const filed = await whileWaiting(
    id,
    () => reporting.report(id, late),
    async (tx) => {
      t.clock.advance(1_000);
      await tx.update(apps).set({ title: 'Changed', updatedAt: t.clock.now }).where(eq(apps.id, id));
    },
  );
  expect(filed.status).toBe(201);
  // The group as a moderator saw it after the change and before the report.
  const updatedAt = t.clock.now.toISOString();
  const decided = await reporting.decide(id, { decision: 'dismissed', updatedAt }, admin);
  expect(decided).toMatchObject({ status: 409, error: { code: 'already_decided' } });
  expect(await statusesOf(id)).toEqual(['pending', 'pending']);
});

test('rejects a dismissal after a report in the same millisecond as the last change', async () => {
  const { id } = await t.addApp();
  await reporting.report(id, await reporting.trusted());
  const updatedAt = t.clock.now.toISOString();
  await reporting.report(id, await reporting.trusted());
  expect((await reporting.decide(id, { decision: 'dismissed', updatedAt }, admin)).status).toBe(409);
  expect(await statusesOf(id)).toEqual(['pending', 'pending']);
});

test.each([
  ['with the version that the moderator saw', true],
  ['without a version', false],
])('rejects a dismissal, %s, if a report arrives while it waits for the app', async (_how, hasVersion) => {
  const { id } = await t.addApp();
  await reporting.report(id, await reporting.trusted());
  const seen = hasVersion ? { updatedAt: t.clock.now.toISOString() } : {};
  const { user } = await reporting.trusted();
  const { jobs, clock } = t.deps;
  const decided = await whileWaiting(
    id,
    () => reporting.decide(id, { decision: 'dismissed', ...seen }, admin),
    (tx) =>
      createReport(tx, {
        jobs,
        clock,
        appId: id,
        reason: 'It makes noise.',
        reportedBy: user?.id ?? '',
        address: undefined,
      }),
  );
  expect(decided).toMatchObject({ status: 409, error: { code: 'already_decided' } });
  expect(await statusesOf(id)).toEqual(['pending', 'pending']);
});

test('a review of one report waits for other work on its app', async () => {
  const { id } = await t.addApp();
  const { body: first } = await reporting.report(id, await reporting.trusted());
  const reviewed = await whileWaiting(
    id,
    () => t.call(reviewReport, { params: { id: first.id }, body: { status: 'dismissed' } }, admin),
    async () => undefined,
  );
  expect(reviewed.status).toBe(200);
});
