import { auditLog } from '@zapdeck/contract/instance/audit-log';
import { decideApps } from '@zapdeck/contract/moderation/decisions';
import { suspendPerson } from '@zapdeck/contract/accounts/people';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { apps } from '../../../db/schema/apps.table.ts';
import { users } from '../../../db/schema/users.table.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { untilBlocked } from '../../../testing/until-blocked.ts';

let t: TestApp;
let admin: Person;
beforeEach(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterEach(() => t.close());

const approve = (filter: object, more: object = {}) =>
  t.call(decideApps, { body: { filter, decision: 'approved', ...more } }, admin);
const statusOf = async (id: string) => (await t.readApp(id)).status;

test('decides on all waiting apps that match the filter, with an outcome for each', async () => {
  const game = await t.addApp({ title: 'Harbour', category: 'Games', status: 'pending' });
  const tool = await t.addApp({ title: 'Harbour map', category: 'Productivity', status: 'pending' });
  const other = await t.addApp({ title: 'Chess', category: 'Games', status: 'pending' });
  const rejected = await t.addApp({ title: 'Harbour 2', category: 'Games', status: 'rejected' });
  const { body } = await approve({ search: 'harbour', category: 'Games' });
  expect(body).toMatchObject({ outcomes: [{ id: game.id, outcome: 'decided', decided: null }], left: 0 });
  expect(await Promise.all([game.id, tool.id, other.id, rejected.id].map(statusOf))).toEqual([
    'approved',
    'pending',
    'pending',
    'rejected',
  ]);
  const { body: log } = await t.call(auditLog, { query: { action: 'apps.decided' } }, admin);
  expect(log.map(({ after }) => after)).toEqual([
    { decision: 'approved', decided: 1, category: 'Games', search: true },
  ]);
});

test('skips apps of suspended makers and apps that changed since the moderator saw them', async () => {
  const maker = await t.person('member');
  const theirs = await t.addApp({ status: 'pending', submittedBy: maker.user?.id ?? '' });
  const edited = await t.addApp({ status: 'pending' });
  await t.call(suspendPerson, { params: { id: maker.user?.id ?? '' }, body: { reason: 'Spam' } }, admin);
  const { body } = await approve({}, { seen: { [edited.id]: '2020-01-01T00:00:00.000Z' } });
  expect(body).toMatchObject({ batchId: null, outcomes: [{ id: edited.id, outcome: 'already_decided' }] });
  expect(await Promise.all([theirs.id, edited.id].map(statusOf))).toEqual(['pending', 'pending']);
});

test('skips an app that changes between search and lock', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  const decided = await inTransaction(t.deps.db, async (tx) => {
    await tx
      .select()
      .from(users)
      .where(eq(users.id, admin.user?.id ?? ''))
      .for('update');
    const decision = approve({});
    await untilBlocked(t.deps.pool);
    const updatedAt = new Date(t.clock.now.getTime() + 1_000);
    await t.deps.db.update(apps).set({ title: 'Another', updatedAt }).where(eq(apps.id, id));
    return { decision };
  });
  expect((await decided.decision).body).toMatchObject({ outcomes: [{ id, outcome: 'already_decided' }] });
  expect(await statusOf(id)).toBe('pending');
});

test('rejects a body with both ids and a filter, or with neither', async () => {
  const { id } = await t.addApp({ status: 'pending' });
  const both = await approve({}, { ids: [id] });
  const neither = await t.call(decideApps, { body: { decision: 'approved' } }, admin);
  expect([both.error.fields, neither.error.fields]).toEqual([
    { ids: 'Send either ids or a filter' },
    { ids: 'Send either ids or a filter' },
  ]);
});
