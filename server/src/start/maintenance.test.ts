import { ERROR_DAYS_MAX } from '@zapdeck/contract/error-logs';
import { currentUser, login } from '@zapdeck/contract/auth';
import { recordDurations } from '@zapdeck/contract/interactions';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { urlRulesOf } from '../features/listings/address/url-rules.ts';
import { recheckDue } from '../features/frames/checks/frame-check.ts';
import { mintToken } from '../features/auth/account-tokens.ts';
import { accountTokens } from '../db/schema/account-tokens.table.ts';
import { users } from '../db/schema/users.table.ts';
import { databaseRateLimits } from '../http/rate-limit.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { tidy } from './maintenance.job.ts';

const YEAR_MS = 365 * 24 * 3_600_000;

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ rateLimits: ({ pool }) => databaseRateLimits(pool) });
});
afterAll(() => t.close());

test('what a clock that was a year ahead has left behind does not last or wait for a year', async () => {
  const { db, pool, config, fetchPublic, jobs } = t.deps;
  const here = await t.person('member');
  const { id: appId } = await t.addApp();
  const check = (now: Date) =>
    recheckDue(
      db,
      { fetchPublic, rules: urlRulesOf(config), clock: () => now, jobs, isStopping: () => false },
      now,
    );

  t.clock.advance(YEAR_MS);
  const ahead = await t.person('member');
  expect(await check(t.clock.now)).toBe(1);
  await t.call(recordDurations, { body: { durations: { [appId]: 1_000 } } }, ahead);
  await mintToken(db, ahead.user?.id ?? '', 'reset_password', t.clock.now);
  const attempt = () => t.call(login, { body: { email: 'nobody@example.org', password: 'not-this-one' } });
  await attempt();
  await pool.query('UPDATE rate_limits SET points = 1000, expire = expire + $1', [YEAR_MS]);
  t.clock.advance(-YEAR_MS);
  expect((await attempt()).status).toBe(429);
  // A node that has not remembered it.
  const other = await openTestApp({
    database: t.database,
    rateLimits: (database) => databaseRateLimits(database.pool),
  });

  try {
    await tidy(db, t.clock.now, ERROR_DAYS_MAX);
    expect(
      (await other.call(login, { body: { email: 'nobody@example.org', password: 'no-such' } })).status,
    ).toBe(401);
    expect((await t.call(currentUser, {}, ahead)).status).toBe(401);
    expect((await t.call(currentUser, {}, here)).status).toBe(200);
    expect(await db.select().from(accountTokens)).toEqual([]);
    expect(await check(t.clock.now)).toBe(1);
    const [row] = await db
      .select()
      .from(users)
      .where(eq(users.id, ahead.user?.id ?? ''));
    expect(row?.durationsSentAt).toEqual(t.clock.now);
  } finally {
    await other.close();
  }
});
