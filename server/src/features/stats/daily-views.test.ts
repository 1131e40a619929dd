import { resetStats } from '@zapdeck/contract/apps/apps';
import {
  cleanupInteractions,
  recordInteraction,
  recordInteractions,
  VIEW_WINDOW_MS,
} from '@zapdeck/contract/feed/interactions';
import { statsHistory } from '@zapdeck/contract/instance/stats';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../../db/columns.ts';
import { openTestApp, type Person, type TestApp } from '../../testing/test-app.ts';
import { apps } from '../../db/schema/apps.table.ts';

let test: TestApp;
let admin: Person;
beforeEach(async () => {
  test = await openTestApp();
  test.clock.now = new Date('2026-06-14T23:50:00Z');
  admin = await test.person('admin');
});
afterEach(() => test.close());

/** Returns the views of yesterday and today. */
async function viewsPerDay(): Promise<(number | undefined)[]> {
  const { body } = await test.call(statsHistory, { query: { days: 7 } }, admin);
  return body.days.slice(-2).map(({ views }) => views);
}

const viewAlone = (person: Person, appId: string) =>
  test.call(recordInteraction, { body: { appId, interactionType: 'view' } }, person);

function viewInBatch(person: Person, appIds: readonly string[]) {
  const interactions = appIds.map((appId) => ({ appId, interactionType: 'view' as const, duration: 0 }));
  return test.call(recordInteractions, { body: { interactions, batchId: newId() } }, person);
}

it('counts views of a day once per user and app within the window', async () => {
  const [one, two] = [await test.addApp(), await test.addApp()];
  const [ada, ben] = [await test.person('member'), await test.person('member')];
  for (let times = 0; times < 3; times += 1) await viewAlone(ada, one.id);
  await viewInBatch(ada, [one.id, two.id, two.id]);
  await Promise.all([viewInBatch(ben, [one.id]), viewAlone(ben, two.id)]);
  expect(await viewsPerDay()).toEqual([0, 4]);
  // Past midnight UTC.
  test.clock.advance(VIEW_WINDOW_MS);
  await viewAlone(ada, one.id);
  expect(await viewsPerDay()).toEqual([4, 1]);
  const views = (await test.readApp(one.id)).views + (await test.readApp(two.id)).views;
  expect(views).toBe(5);
});

it('keeps past days when interactions or apps are deleted', async () => {
  const [one, two] = [await test.addApp(), await test.addApp()];
  const member = await test.person('member');
  await viewInBatch(member, [one.id, two.id]);
  expect((await test.call(cleanupInteractions, {}, admin)).body.deletedCount).toBe(2);
  await test.deps.db.delete(apps).where(eq(apps.id, two.id));
  expect(await viewsPerDay()).toEqual([0, 2]);
});

it('deletes daily views in a reset', async () => {
  await viewAlone(await test.person('member'), (await test.addApp()).id);
  await test.call(resetStats, {}, admin);
  expect(await viewsPerDay()).toEqual([0, 0]);
});
