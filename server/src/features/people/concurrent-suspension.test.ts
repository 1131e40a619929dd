import { editApp, setAppStatus, submitApp } from '@zapdeck/contract/apps/apps';
import { decideApps, undoDecisions } from '@zapdeck/contract/moderation/decisions';
import { recordDurations, recordInteractions } from '@zapdeck/contract/feed/interactions';
import { deletePerson, liftSuspension, personApps, suspendPerson } from '@zapdeck/contract/accounts/people';
import { decideReportedApp } from '@zapdeck/contract/moderation/reported-apps';
import { reportApp } from '@zapdeck/contract/moderation/reports';
import { castVote } from '@zapdeck/contract/feed/votes';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { auditLog } from '../../db/schema/audit-log.table.ts';
import { users } from '../../db/schema/users.table.ts';
import { noRateLimits } from '../../http/rate-limit.ts';
import { drawn } from '../../testing/cases.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { untilBlocked } from '../../testing/until-blocked.ts';

const { cases: rounds, timeout } = drawn(8, 1);
const midst = drawn(1, 1);

let t: TestApp;
let admin: Person;
let person: Person;
let id: string;
const idOf = ({ user }: Person) => user?.id ?? '';
let meanwhile = async () => {};
beforeAll(async () => {
  const rateLimits = { ...noRateLimits, consume: () => meanwhile() };
  t = await openTestApp({ rateLimits: () => rateLimits });
  admin = await t.person('admin');
});
afterAll(() => t.close());
beforeEach(async () => {
  person = await t.person('member');
  id = idOf(person);
});

const reason = 'Five apps that are one.';
const suspend = (who: string, as = admin, takesAppsOut = false) =>
  t.call(suspendPerson, { params: { id: who }, body: { reason, takesAppsOut } }, as);
const lift = (who: string) => t.call(liftSuspension, { params: { id: who } }, admin);
const remove = (who: string, as: Person) =>
  t.call(deletePerson, { params: { id: who }, body: { reason } }, as);

const SUSPEND = `UPDATE users SET suspended_at = $2, suspended_reason = 'Five apps' WHERE id = $1`;

const LIFT = 'UPDATE users SET suspended_at = NULL, suspended_reason = NULL WHERE id = $1';

/** Starts the call while a transaction that has run the statement is open, and commits it once the call waits. */
async function amid<T>(
  statement: string,
  values: unknown[],
  call: () => Promise<T>,
  look = async () => {},
): Promise<T> {
  const client = await t.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(statement, values);
    const answer = call();
    await untilBlocked(t.deps.pool);
    await look();
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release(true);
  }
}

const amidSuspension = <T>(call: () => Promise<T>) => amid(SUSPEND, [id, t.clock.now], call);

describe('an app of a user who is being suspended', () => {
  test('cannot be approved by any call', async () => {
    const { id: appId } = await t.addApp({ submittedBy: id, status: 'pending' });
    const params = { id: appId };
    const decision = { ids: [appId], decision: 'approved' as const };
    const { body } = await amidSuspension(() => t.call(decideApps, { body: decision }, admin));
    expect(body.outcomes[0]?.outcome).toBe('already_decided');
    for (const route of [setAppStatus, editApp]) {
      await t.deps.pool.query(LIFT, [id]);
      const approved = { params, body: { status: 'approved' } } as const;
      const { error } = await amidSuspension(() => t.call(route, approved, admin));
      expect(error.message).toBe('The maker is suspended. The app waits until the suspension is lifted.');
    }
    expect((await t.readApp(appId)).status).toBe('pending');
  });

  test('is not restored by dismissing its reports', async () => {
    const { id: appId } = await t.addApp({ submittedBy: id, status: 'pending', heldAt: t.clock.now });
    const dismissed = { params: { id: appId }, body: { decision: 'dismissed' } } as const;
    const { body } = await amidSuspension(() => t.call(decideReportedApp, dismissed, admin));
    expect(body.appStatus).toBe('pending');
    expect((await t.readApp(appId)).status).toBe('pending');
  });

  test('is not restored by undoing an earlier rejection', async () => {
    const { id: appId } = await t.addApp({ submittedBy: id });
    const rejected = { body: { ids: [appId], decision: 'rejected' as const } };
    const batchId = (await t.call(decideApps, rejected, admin)).body.batchId ?? '';
    expect((await suspend(id, admin, true)).status).toBe(200);
    const { body } = await t.call(undoDecisions, { params: { id: batchId } }, admin);
    expect(body).toMatchObject({ undone: [], kept: [appId] });
    expect((await t.readApp(appId)).status).toBe('rejected');
  });
});

test('concurrent calls of a user who is being suspended store nothing', async () => {
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

test('if two admins suspend one user, the second gets already_suspended', async () => {
  const other = await t.person('admin');
  const codes = (await Promise.all([suspend(id), suspend(id, other)])).map(({ status, error }) =>
    status === 200 ? 'suspended' : error.code,
  );
  expect(codes.toSorted()).toEqual(['already_suspended', 'suspended']);
  const acts = await t.deps.db.select().from(auditLog).where(eq(auditLog.targetId, id));
  expect(acts).toHaveLength(1);
});

test('if two admins suspend or delete each other, one stays', {
  timeout,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    await t.deps.db
      .update(users)
      .set({ isAdmin: false })
      .where(eq(users.id, idOf(admin)))
      .catch(() => undefined);
    const [a, b] = [await t.person('admin'), await t.person('admin')];
    await t.deps.pool.query(`UPDATE users SET is_admin = false WHERE is_admin AND id <> ALL ($1)`, [
      [idOf(a), idOf(b)],
    ]);
    const act = round % 2 === 0 ? suspend : remove;
    const answers = await Promise.all([act(idOf(b), a), act(idOf(a), b)]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    const { rows } = await t.deps.pool.query(`SELECT FROM users WHERE is_admin AND suspended_at IS NULL`);
    expect(rows).toHaveLength(1);
    admin = answers[0].status < 300 ? a : b;
  }
});

test("locks an admin's apps before the last-admin lock, like the deletion of an account", async () => {
  const other = idOf(await t.person('admin'));
  const { id: appId } = await t.addApp({ submittedBy: other });
  const answer = await amid(
    'SELECT pg_advisory_xact_lock(7206117)',
    [],
    () => suspend(other, admin, true),
    async () => {
      const free = await t.deps.pool.query('SELECT FROM apps WHERE id = $1 FOR UPDATE SKIP LOCKED', [appId]);
      expect(free.rowCount).toBe(0);
    },
  );
  expect(answer.status).toBe(200);
  expect((await t.readApp(appId)).status).toBe('pending');
});

test('the last active admin can be neither demoted nor suspended', async () => {
  const other = await t.person('admin');
  await suspend(idOf(other));
  const alone = t.deps.db
    .update(users)
    .set({ isAdmin: false })
    .where(eq(users.id, idOf(admin)));
  await expect(alone).rejects.toMatchObject({ cause: { constraint: 'users_last_admin' } });
  await lift(idOf(other));
});

test('a suspension during submissions, votes and durations of the user leaves nothing in the queue', {
  timeout,
}, async () => {
  const { id: appId } = await t.addApp();
  for (let round = 0; round < rounds; round += 1) {
    const maker = await t.person('member');
    const app = {
      title: 'Race',
      description: 'At the same moment',
      url: `https://race-${round}.example.com/`,
      category: 'Games' as const,
    };
    const body = { durations: { [appId]: 10 }, batchId: newId() };
    const [done, ...theirs] = await Promise.all([
      suspend(idOf(maker)),
      t.call(submitApp, { body: app }, maker),
      t.call(castVote, { body: { appId, voteType: 'up' } }, maker),
      t.call(recordDurations, { body }, maker),
    ]);
    expect(done.status).toBe(200);
    for (const { status } of theirs) expect([200, 201, 204, 401]).toContain(status);
    const { rows } = await t.deps.pool.query<{ votes: number; counted: number }>(
      `SELECT upvotes AS counted, (SELECT count(*)::int FROM votes WHERE app_id = apps.id) AS votes FROM apps WHERE id = $1`,
      [appId],
    );
    expect(rows[0]?.votes).toBe(rows[0]?.counted);
    const again = await t.call(castVote, { body: { appId, voteType: 'down' } }, maker);
    expect(again.error.code).toBe('session_suspended');
    const queue = await t.call(personApps, { params: { id: idOf(maker) }, query: {} }, admin);
    expect(queue.body.every(({ status }) => status === 'pending')).toBe(true);
  }
});

test.each(['moderator', 'admin'] as const)(
  'stores no decision of an admin who is suspended during it: %s',
  async (role) => {
    const moderator = await t.person(role);
    const { id: appId } = await t.addApp({ status: 'pending' });
    const decision = { ids: [appId], decision: 'approved' as const };
    const suspension = [idOf(moderator), t.clock.now];
    const { error } = await amid(SUSPEND, suspension, () =>
      t.call(decideApps, { body: decision }, moderator),
    );
    expect(error.code).toBe('forbidden');
    expect((await t.readApp(appId)).status).toBe('pending');
  },
);

test('a moderator who is suspended during decisions makes all of them or none', {
  timeout,
}, async () => {
  for (let round = 0; round < midst.cases; round += 1) {
    const moderator = await t.person('admin');
    const ids = await Promise.all(
      Array.from({ length: 30 }, async () => (await t.addApp({ status: 'pending' })).id),
    );
    const decide = (some: string[]) =>
      t.call(decideApps, { body: { ids: some, decision: 'approved' } }, moderator);
    const batches = Array.from({ length: 10 }, (_, index) => ids.slice(index * 3, index * 3 + 3));
    const [suspended, ...answers] = await Promise.all([suspend(idOf(moderator)), ...batches.map(decide)]);
    expect(suspended.status).toBe(200);
    for (const [index, { status, error }] of answers.entries()) {
      const states = await Promise.all(
        (batches[index] ?? []).map(async (app) => (await t.readApp(app)).status),
      );
      if (status === 200) expect(new Set(states)).toEqual(new Set(['approved']));
      else {
        expect(['forbidden', 'session_suspended']).toContain(error.code);
        expect(new Set(states)).toEqual(new Set(['pending']));
      }
    }
  }
});
