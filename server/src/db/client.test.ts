import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase, poolSizesOf } from './client.ts';
import { inTransaction } from './transaction.ts';

const MINUTE_MS = 60_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('fails only one transaction when its connection breaks', async () => {
  const { db, pool } = database;
  const broken = inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`);
    await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
    await tx.execute(sql`SELECT 1`);
  });
  await expect(broken).rejects.toThrow();
  const { rows } = await pool.query<{ one: number }>('SELECT 1 AS one');
  expect(rows).toEqual([{ one: 1 }]);
});

test('closes idle connections after a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { pool } = openDatabase(database.connection, () => undefined);
  try {
    await pool.query('SELECT 1');
    vi.advanceTimersByTime(4 * MINUTE_MS);
    expect(pool.totalCount).toBe(1);
    vi.advanceTimersByTime(2 * MINUTE_MS);
    expect(pool.totalCount).toBe(0);
  } finally {
    vi.useRealTimers();
    await pool.end();
  }
});

test.each([
  [1, { people: 12, bulk: 4 }],
  [4, { people: 12, bulk: 4 }],
  [16, { people: 2, bulk: 2 }],
])('keeps most connections of each of %i workers for people', (workers, sizes) => {
  expect(poolSizesOf(workers)).toEqual(sizes);
});
