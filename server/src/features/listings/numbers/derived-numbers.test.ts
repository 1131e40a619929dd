import { rankingScore } from '@zapdeck/contract/feed/ranking';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/test-app.ts';
import { setSettings } from '../../../testing/set-settings.ts';
import { weightsKind } from '../../settings/kinds.ts';
import { users } from '../../../db/schema/users.table.ts';
import { votes } from '../../../db/schema/votes.table.ts';
import { apps } from '../../../db/schema/apps.table.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

const weight = fc.double({ min: -1_000, max: 1_000, noNaN: true });
const someCount = fc.nat(1_000_000);

test('the database computes the same score as the contract under any weights', async () => {
  const { id } = await t.addApp();
  await fc.assert(
    fc.asyncProperty(
      fc.record({ upvoteWeight: weight, downvoteWeight: weight, viewWeight: weight, timeWeight: weight }),
      fc.record({
        upvotes: someCount,
        downvotes: someCount,
        views: someCount,
        timeSpent: fc.integer({ min: 1, max: 1e9 }),
      }),
      async (weights, numbers) => {
        await setSettings(t, weightsKind, { inForce: weights });
        await t.deps.db.update(apps).set(numbers).where(eq(apps.id, id));
        const expected = rankingScore(numbers, weights);
        expect((await t.readApp(id)).rankingScore).toBeCloseTo(expected, Math.abs(expected) > 1e6 ? 2 : 5);
      },
    ),
    { numRuns: 50, seed: 1 },
  );
});

test('deleting an account subtracts its votes from the counts', async () => {
  const { id: appId } = await t.addApp();
  const [stays, goes] = [await t.person('member'), await t.person('member')];
  const vote = (userId: string, voteType: 'up' | 'down') =>
    t.deps.db.insert(votes).values({ appId, userId, voteType });
  await vote(stays.user?.id ?? '', 'up');
  await vote(goes.user?.id ?? '', 'down');
  expect(await t.readApp(appId)).toMatchObject({ upvotes: 1, downvotes: 1 });
  await t.deps.db.delete(users).where(eq(users.id, goes.user?.id ?? ''));
  expect(await t.readApp(appId)).toMatchObject({ upvotes: 1, downvotes: 0 });
});
