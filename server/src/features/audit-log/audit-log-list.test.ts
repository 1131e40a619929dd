import { editApp } from '@zapdeck/contract/apps/apps';
import { auditLog, auditPeople } from '@zapdeck/contract/instance/audit-log';
import { reviewReport } from '@zapdeck/contract/moderation/reports';
import { saveAdvertisementConfig } from '@zapdeck/contract/instance/settings';
import { editUser } from '@zapdeck/contract/accounts/users';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../db/columns.ts';
import { reports } from '../../db/schema/reports.table.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { recordAction } from './audit-log.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin', { firstName: 'Ada', email: 'ada@example.org' });
});
afterAll(() => t.close());
beforeEach(() => t.clock.advance(1_000));

const read = async (query: Record<string, string>) => {
  const { body, headers } = await t.call(auditLog, { query }, admin);
  return { entries: body, total: Number(headers['x-total-count']) };
};

let zapsBetweenAds = 10;
const saveAds = (person: Person) =>
  t.call(saveAdvertisementConfig, { body: { enabled: true, zapsBetweenAds: (zapsBetweenAds += 1) } }, person);

test('filters by admin, action and time, in pages', async () => {
  const { id } = await t.addApp();
  const other = await t.person('admin');
  const from = t.clock.now.toISOString();
  await t.call(editApp, { params: { id }, body: { timeSpent: 2 } }, other);
  t.clock.advance(1_000);
  const to = t.clock.now.toISOString();
  await saveAds(other);

  const actor = other.user?.id ?? '';
  const actions = async (query: Record<string, string>) =>
    (await read(query)).entries.map(({ action }) => action);
  expect(await actions({ actor })).toEqual(['advertisement.saved', 'app.edited']);
  expect(await actions({ actor, action: 'app.edited' })).toEqual(['app.edited']);
  expect(await actions({ from, to })).toEqual(['app.edited']);
  expect(await actions({ from: to })).toEqual(['advertisement.saved']);
  expect(await actions({ actor, limit: '1', offset: '1' })).toEqual(['app.edited']);
  expect((await read({ actor, limit: '1' })).total).toBe(2);
});

test('rejects a time that PostgreSQL cannot read', async () => {
  const query = { from: '0000-01-01T00:00:00.000Z' };
  const { status, error } = await t.call(auditLog, { query }, admin);
  expect([status, error.fields]).toEqual([400, { from: 'Not a valid date' }]);
});

test('keeps entries when the account is deleted', async () => {
  const gone = await t.person('admin');
  const actor = gone.user?.id ?? '';
  await saveAds(gone);
  await t.deps.pool.query('DELETE FROM users WHERE id = $1', [actor]);
  expect((await read({ actor })).entries).toMatchObject([
    { action: 'advertisement.saved', actor: { id: actor, firstName: null, email: null } },
  ]);
});

test('listPeople returns everyone with an entry, former admins too, and no one else', async () => {
  const [former, gone, idle] = [
    await t.person('admin', { firstName: 'zoë' }),
    await t.person('admin'),
    await t.person('admin'),
  ];
  for (const person of [former, gone]) await saveAds(person);
  await t.call(editUser, { params: { id: former.user?.id ?? '' }, body: { isAdmin: false } }, admin);
  await t.deps.pool.query('DELETE FROM users WHERE id = $1', [gone.user?.id]);
  await recordAction(t.deps.db, { actorId: null, now: t.clock.now }, { action: 'user.demoted' });
  const { body } = await t.call(auditPeople, {}, admin);
  const { rows } = await t.deps.pool.query<{ id: string }>(
    'SELECT DISTINCT actor_id AS id FROM audit_log WHERE actor_id IS NOT NULL',
  );
  expect(body.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  expect(body[0]).toEqual({ id: admin.user?.id, firstName: 'Ada', email: 'ada@example.org' });
  expect(body).toContainEqual({ id: former.user?.id, firstName: 'zoë', email: former.user?.email });
  expect(body).toContainEqual({ id: gone.user?.id, firstName: null, email: null });
  expect(body.map(({ id }) => id)).not.toContain(idle.user?.id);
});

test('shows the current name of a target, and none after its deletion', async () => {
  const app = await t.addApp({ title: 'Old Name' });
  const { user } = await t.person('member', { firstName: 'Grace' });
  const userId = user?.id ?? '';
  const report = newId();
  await t.deps.db.insert(reports).values({ id: report, appId: app.id, reportedBy: userId, reason: 'Spam' });
  await t.call(editApp, { params: { id: app.id }, body: { timeSpent: 3 } }, admin);
  await t.call(editUser, { params: { id: userId }, body: { zapCount: 3 } }, admin);
  await t.call(reviewReport, { params: { id: report }, body: { status: 'reviewed' } }, admin);
  await t.deps.pool.query("UPDATE apps SET title = 'New Name' WHERE id = $1", [app.id]);
  const names = async () => {
    const { entries } = await read({ limit: '3' });
    return Object.fromEntries(entries.map(({ targetId, targetName }) => [targetId, targetName]));
  };
  expect(await names()).toEqual({ [app.id]: 'New Name', [userId]: 'Grace', [report]: 'New Name' });
  await t.deps.pool.query('DELETE FROM apps WHERE id = $1', [app.id]);
  expect((await names())[app.id]).toBeNull();
});
