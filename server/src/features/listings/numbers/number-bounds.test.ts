import { adminApps, editApp, TIME_SPENT_MAX } from '@zapdeck/contract/apps/apps';
import { recordDurations, recordInteraction, recordInteractions } from '@zapdeck/contract/feed/interactions';
import { INT_MAX } from '@zapdeck/contract/wire/primitives';
import { adminStats } from '@zapdeck/contract/instance/stats';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../../testing/test-app.ts';
import { apps } from '../../../db/schema/apps.table.ts';

let test: TestApp;
let admin: Person;
let member: Person;
beforeAll(async () => {
  test = await openTestApp();
  admin = await test.person('admin');
  member = await test.person('member', { durationsSentAt: new Date(0) });
});
afterAll(() => test.close());

const list = (sort: 'score' | 'views') => test.call(adminApps, { query: { sort } }, admin);

it('a time at its maximum does not grow, and lists can still be read', async () => {
  const { id } = await test.addApp();
  const edit = (timeSpent: number) => test.call(editApp, { params: { id }, body: { timeSpent } }, admin);
  expect(await edit(TIME_SPENT_MAX)).toMatchObject({ status: 200, body: { timeSpent: TIME_SPENT_MAX } });
  const sent = await test.call(recordDurations, { body: { durations: { [id]: 60_000 } } }, member);
  expect(sent).toMatchObject({ status: 200, body: { counted: true } });
  const { status, body } = await list('score');
  expect([status, body.find((app) => app.id === id)?.timeSpent]).toEqual([200, TIME_SPENT_MAX]);
  expect((await edit(TIME_SPENT_MAX + 1)).status).toBe(400);
  await expect(
    test.deps.pool.query('UPDATE apps SET time_spent = time_spent + 1 WHERE id = $1', [id]),
  ).rejects.toThrow('apps_time_spent_readable');
});

it('views at the maximum of their column do not grow', async () => {
  const { id } = await test.addApp({ views: INT_MAX - 1 });
  const view = { appId: id, interactionType: 'view' as const };
  const together = { interactions: [{ ...view, duration: 0 }], batchId: newId() };
  expect((await test.call(recordInteraction, { body: view }, member)).status).toBe(201);
  const another = await test.person('member');
  expect((await test.call(recordInteractions, { body: together }, another)).status).toBe(201);
  expect((await test.readApp(id)).views).toBe(INT_MAX);
  expect((await list('views')).status).toBe(200);
});

it('the total of votes may exceed the maximum of one app', async () => {
  for (const upvotes of [INT_MAX, INT_MAX]) {
    const { id } = await test.addApp();
    await test.deps.db.update(apps).set({ upvotes, downvotes: INT_MAX }).where(eq(apps.id, id));
  }
  const { status, body } = await test.call(adminStats, {}, admin);
  expect([status, body.totalVotes]).toEqual([200, 4 * INT_MAX]);
  expect((await list('score')).status).toBe(200);
});
