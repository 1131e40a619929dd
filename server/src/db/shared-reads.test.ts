import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import type { Db } from './client.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { readShared, sharedRead } from './shared-reads.ts';

/** Returns two databases that are never queried. */
const databases = (): [Db, Db] => [drizzle(new pg.Pool()), drizzle(new pg.Pool())];

it('sharedRead loads all keys of one turn of the event loop at once, with a result for each', async () => {
  const [db] = databases();
  const load = vi.fn(async (_db: Db, keys: readonly number[]) => keys.map((key) => key * 10));
  const read = sharedRead(load);
  const first = [read(db, 3), Promise.resolve().then(() => read(db, 1)), read(db, 3)];
  expect(await Promise.all(first)).toEqual([30, 10, 30]);
  expect(load.mock.calls).toEqual([[db, [3, 3, 1]]]);
  expect(await read(db, 2)).toBe(20);
  expect(load).toHaveBeenCalledTimes(2);
});

it('sharedRead starts a new load for a read during a load, so that no read is older than its call', async () => {
  const [db] = databases();
  let now = 0;
  const begun = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  const read = sharedRead(async (_db: Db, keys: readonly string[]) => {
    const seen = now;
    begun.resolve();
    await resumed.promise;
    return keys.map(() => seen);
  });
  const before = read(db, 'a');
  await begun.promise;
  now = 1;
  const after = read(db, 'a');
  resumed.resolve();
  expect(await Promise.all([before, after])).toEqual([0, 1]);
});

it('sharedRead shares nothing between databases, so a failure rejects only reads of its database', async () => {
  const [one, other] = databases();
  const read = sharedRead(async (db: Db, keys: readonly string[]) => {
    if (db === one) throw new Error('away');
    return keys;
  });
  const settled = await Promise.allSettled([read(one, 'a'), read(one, 'b'), read(other, 'c')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
});

it('readShared runs one statement for all calls of one turn, each with its own values', async () => {
  const database = await createTestDatabase();
  try {
    const { db, pool } = database;
    const read = (name: string | null, count: number) =>
      readShared<{ name: string | null; next: number; at: string }>(db, {
        text: `SELECT asked.no, name, count + 1 AS next, statement_timestamp()::text AS at
          FROM json_to_recordset($1::json) AS asked (no int, name text, count int) WHERE count >= 0`,
        asked: { name, count },
      });
    const [first, none, second] = await Promise.all([read("it's {a}", 41), read('none', -1), read(null, 1)]);
    expect(first).toMatchObject({ name: "it's {a}", next: 42 });
    expect(none).toBeUndefined();
    expect(second).toMatchObject({ name: null, next: 2, at: first?.at });
    expect(pool.totalCount).toBe(1);
    expect((await read('later', 1))?.at).not.toBe(first?.at);
  } finally {
    await database.drop();
  }
});
