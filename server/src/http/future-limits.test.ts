import { login } from '@zapdeck/contract/sign-in/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { databaseRateLimits, deleteFutureLimits } from './rate-limit.ts';

const YEAR_MS = 365 * 24 * 3_600_000;
const body = { email: 'nobody@example.org', password: 'not-this-one' };

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
});
afterAll(() => t.close());

test('deletes rate limits that were counted while the clock was a year ahead', async () => {
  const { db, pool } = t.deps;
  await t.call(login, { body });
  await pool.query('UPDATE rate_limits SET points = 1000, expire = expire + $1', [YEAR_MS]);
  expect((await t.call(login, { body })).status).toBe(429);
  await deleteFutureLimits(db, t.clock.now);
  // A node that has not cached the refusal.
  const other = await openTestApp({
    database: t.database,
    rateLimits: (database) => databaseRateLimits(database.pool),
  });
  try {
    expect((await other.call(login, { body })).status).toBe(401);
  } finally {
    await other.close();
  }
});
