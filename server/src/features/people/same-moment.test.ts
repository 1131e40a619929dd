import { editApp, setAppStatus } from '@zapdeck/contract/apps';
import { decideApps, undoDecisions } from '@zapdeck/contract/decisions';
import { recordDurations, recordInteractions } from '@zapdeck/contract/interactions';
import { suspendPerson } from '@zapdeck/contract/people';
import { decideReportedApp } from '@zapdeck/contract/reported-apps';
import { reportApp } from '@zapdeck/contract/reports';
import { castVote } from '@zapdeck/contract/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { eventually } from '../../testing/eventually.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
let person: Person;
let id: string;
/** What happens behind the check of the session and before the call does its work. */
let meanwhile = async () => {};
beforeAll(async () => {
  const rateLimits = { consume: () => meanwhile(), isWithin: async () => true };
  t = await openTestApp({ rateLimits: () => rateLimits });
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  person = await t.person('member');
  id = person.user?.id ?? '';
});

const SUSPEND = `UPDATE users SET suspended_at = $2, suspended_reason = 'Five apps' WHERE id = $1`;

const LIFT = 'UPDATE users SET suspended_at = NULL, suspended_reason = NULL WHERE id = $1';

/** Calls while a suspension of the person has locked their row, and is committed once the call waits for it. */
async function amidSuspension<T>(call: () => Promise<T>): Promise<T> {
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(SUSPEND, [id, t.clock.now]);
    const answer = call();
    await eventually(async () => {
      const { rowCount } = await t.deps.pool.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rowCount).toBeGreaterThan(0);
    });
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release(true);
  }
}

describe('an app of somebody who is suspended in this very moment', () => {
  test('is not approved, by whichever call', async () => {
    const { id: appId } = await t.addApp({ submittedBy: id, status: 'pending' });
    const params = { id: appId };
    const decision = { ids: [appId], decision: 'approved' as const };
    const { body } = await amidSuspension(() => t.call(decideApps, { body: decision }, admin));
    expect(body.outcomes[0]?.outcome).toBe('already_decided');
    for (const route of [setAppStatus, editApp]) {
      await t.deps.pool.query(LIFT, [id]);
      const approved = { params, body: { status: 'approved' } } as const;
      const { error } = await amidSuspension(() => t.call(route, approved, admin));
      expect(error.message).toBe('The account of its maker is suspended: it waits until that is lifted.');
    }
    expect((await t.readApp(appId)).status).toBe('pending');
  });

  test('is not brought back by the dismissal of its reports', async () => {
    const { id: appId } = await t.addApp({ submittedBy: id, status: 'pending', heldAt: t.clock.now });
    const dismissed = { params: { id: appId }, body: { decision: 'dismissed' } } as const;
    const { body } = await amidSuspension(() => t.call(decideReportedApp, dismissed, admin));
    expect(body.appStatus).toBe('pending');
    expect((await t.readApp(appId)).status).toBe('pending');
  });

  test('is not brought back by the undo of a rejection that came before', async () => {
    const { id: appId } = await t.addApp({ submittedBy: id });
    const rejected = { body: { ids: [appId], decision: 'rejected' as const } };
    const batchId = (await t.call(decideApps, rejected, admin)).body.batchId ?? '';
    const suspension = { params: { id }, body: { reason: 'Five apps', takesAppsOut: true } };
    expect((await t.call(suspendPerson, suspension, admin)).status).toBe(200);
    const { body } = await t.call(undoDecisions, { params: { id: batchId } }, admin);
    expect(body).toMatchObject({ undone: [], kept: [appId] });
    expect((await t.readApp(appId)).status).toBe('rejected');
  });
});

test('what is under way when somebody is suspended stores nothing of theirs', async () => {
  const { id: appId } = await t.addApp();
  const interactions = [{ appId, interactionType: 'view' as const, duration: 500 }];
  const calls = [
    () => t.call(castVote, { body: { appId, voteType: 'up' } }, person),
    () => t.call(recordInteractions, { body: { interactions, batchId: newId() } }, person),
    () => t.call(recordDurations, { body: { durations: { [appId]: 900 }, batchId: newId() } }, person),
    () => t.call(reportApp, { body: { appId, reason: 'Loud' } }, person),
  ];
  for (const call of calls) {
    await t.deps.pool.query(LIFT, [id]);
    meanwhile = async () => void (await t.deps.pool.query(SUSPEND, [id, t.clock.now]));
    const { status, error } = await call();
    meanwhile = async () => {};
    expect([status, error.code]).toEqual([401, 'unauthorized']);
  }
  const [app] = await t.deps.db.select().from(apps).where(eq(apps.id, appId));
  expect(app).toMatchObject({ upvotes: 0, views: 0, timeSpent: 1 });
  for (const table of ['votes', 'user_app_interactions', 'reports']) {
    const { rows } = await t.deps.pool.query(`SELECT FROM ${table} WHERE app_id = $1`, [appId]);
    expect([table, rows]).toEqual([table, []]);
  }
});
