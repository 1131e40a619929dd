import { settleTakeback } from '@zapdeck/server/features/takebacks/settle';
import { findGroupsNow } from '@zapdeck/server/testing/vote-ring';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Catalogue, fillCatalogue } from '../catalogue.ts';
import { openWorld } from '../world.ts';
import { fillLikes } from './fill-likes.ts';
import { findRing, takeAndRestore } from './measure-rings.ts';

let catalogue: Catalogue;
beforeAll(async () => {
  catalogue = await openWorld(async (filling) => {
    const filled = await fillCatalogue(filling, { apps: 4_000, users: 6_000, seen: 100 });
    await fillLikes(filling, {
      seed: 1,
      likes: 20,
      ring: { members: 40, apps: 20, others: 20 },
      fans: { groups: 5, members: 20, apps: 12 },
    });
    return filled;
  });
});
afterAll(async () => {
  await catalogue.close();
});

it('the job marks the ring and nobody else', async () => {
  const search = async () => {
    await findGroupsNow(catalogue.client, new Date());
    return 0;
  };
  expect(await findRing(catalogue.client, search)).toMatchObject({ ring: 40, honest: 0, fanGroups: 0 });
});

it('votes that are taken back and put back are the same as before, with their counters', async () => {
  const { rows } = await catalogue.client.query<{ id: string }>(
    "SELECT user_id AS id FROM bench_crowd WHERE role = 'ring'",
  );
  const settle = async (id: string) => {
    await settleTakeback(drizzle(catalogue.client), id, { isOver: () => false, clock: () => new Date() });
    return 0;
  };
  const ids = rows.map(({ id }) => id);
  const settled = await takeAndRestore(catalogue.client, ids, settle);
  expect(settled).toMatchObject({ wrong: 0, different: 0 });
  expect(settled.votes).toBeGreaterThan(40 * 20);
});
