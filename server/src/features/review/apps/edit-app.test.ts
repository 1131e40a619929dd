import { editApp, setAppStatus } from '@zapdeck/contract/apps/apps';
import { pendingApps } from '@zapdeck/contract/moderation/pending-apps';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';

let t: TestApp;
let admin: Person;
beforeAll(async () => {
  t = await openTestApp();
  admin = await t.person('admin');
});
afterAll(() => t.close());

describe('editApp', () => {
  test('sets time and status, and updates the score', async () => {
    const { id } = await t.addApp({ status: 'rejected' });
    const { status, body } = await t.call(
      editApp,
      { params: { id }, body: { timeSpent: 2_000, status: 'approved' } },
      admin,
    );
    expect(status).toBe(200);
    expect(body).toMatchObject({ timeSpent: 2_000, status: 'approved', rankingScore: 2 });
    const again = await t.call(editApp, { params: { id }, body: { status: 'pending' } }, admin);
    expect(again.body).toMatchObject({ timeSpent: 2_000, status: 'pending' });
  });

  test('rejects an unknown app with app_not_found', async () => {
    const params = { id: newId() };
    expect((await t.call(editApp, { params, body: {} }, admin)).error.code).toBe('app_not_found');
    expect((await t.call(setAppStatus, { params, body: { status: 'approved' } }, admin)).error.code).toBe(
      'app_not_found',
    );
  });
});

test('pendingApps returns the record of the submitter with each app', async () => {
  const { user } = await t.person('member');
  const submittedBy = user?.id ?? '';
  for (const status of ['approved', 'approved', 'rejected', 'pending'] as const) {
    await t.addApp({ status, submittedBy });
  }
  const { id } = await t.addApp({ status: 'pending' });
  await t.deps.pool.query('UPDATE apps SET submitted_by = NULL WHERE id = $1', [id]);
  const { body } = await t.call(pendingApps, { query: { limit: 500 } }, admin);
  expect(body.find((app) => app.submittedBy === submittedBy)?.submitterRecord).toEqual({
    approved: 2,
    pending: 1,
    rejected: 1,
  });
  expect(body.find((app) => app.id === id)?.submitterRecord).toBeNull();
});
