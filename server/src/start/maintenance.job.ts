import { BATCH_KEPT_MS } from '@zapdeck/contract/interactions';
import { gt, lte } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { apps } from '../db/schema/apps.table.ts';
import { purgeTokens } from '../features/auth/account-tokens.ts';
import { accountTokens } from '../db/schema/account-tokens.table.ts';
import { automaticHolds } from '../db/schema/automatic-holds.table.ts';
import { pictureLooks } from '../db/schema/picture-looks.table.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { purgeErrorReports } from '../features/error-logs/error-logs.ts';
import { durationBatches, interactionBatches } from '../db/schema/interactions.table.ts';
import { forgetOldNetworks } from '../features/review/reports/network-hash.ts';
import { purgeSignInAttempts } from '../features/providers/sign-in-attempts.ts';
import { users } from '../db/schema/users.table.ts';
import { purgeIdempotencyKeys } from '../http/idempotency.ts';
import { rateLimits } from '../db/schema/rate-limits.table.ts';
import { purgeSessions } from '../http/session-changes.ts';
import { defineScheduledJob } from '../jobs/job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Longer than whatever is counted, waits or holds may last. */
const LONGEST_MS = {
  limit: 2 * HOUR_MS,
  check: 2 * DAY_MS,
  token: 2 * DAY_MS,
  session: 31 * DAY_MS,
};

/**
 * Takes back what was written under a clock that was ahead and has been set right: limits, links and sessions that would
 * outlast their time, checks and times that would wait for it.
 */
async function takeBackMoments(db: Db, now: Date): Promise<void> {
  const after = (ms: number) => new Date(now.getTime() + ms);
  await db.delete(rateLimits).where(gt(rateLimits.expire, now.getTime() + LONGEST_MS.limit));
  await db.delete(accountTokens).where(gt(accountTokens.expiresAt, after(LONGEST_MS.token)));
  await db.delete(sessions).where(gt(sessions.expire, after(LONGEST_MS.session)));
  await db
    .update(apps)
    .set({ frameCheckDueAt: now })
    .where(gt(apps.frameCheckDueAt, after(LONGEST_MS.check)));
  await db.delete(automaticHolds).where(gt(automaticHolds.createdAt, after(LONGEST_MS.limit)));
  await db
    .update(pictureLooks)
    .set({ lookedFor: null })
    .where(gt(pictureLooks.lookedAt, after(HOUR_MS)));
  await db
    .update(users)
    .set({ durationsSentAt: now })
    .where(gt(users.durationsSentAt, after(HOUR_MS)));
}

/** Deletes expired rows: sessions, idle guests, tokens, attempts, old reports, batches, keys and rate limits. */
export async function tidy(db: Db, now: Date, errorLogDays: number): Promise<void> {
  await takeBackMoments(db, now);
  await purgeSessions(db, now);
  await purgeTokens(db, now);
  await purgeSignInAttempts(db, now);
  await purgeErrorReports(db, now, errorLogDays);
  const sentBefore = new Date(now.getTime() - BATCH_KEPT_MS);
  await db.delete(interactionBatches).where(lte(interactionBatches.createdAt, sentBefore));
  await db.delete(durationBatches).where(lte(durationBatches.createdAt, sentBefore));
  await forgetOldNetworks(db, now);
  await db.delete(automaticHolds).where(lte(automaticHolds.createdAt, new Date(now.getTime() - DAY_MS)));
  await purgeIdempotencyKeys(db, now);
  await db.delete(rateLimits).where(lte(rateLimits.expire, now.getTime()));
}

/** Runs `tidy` every 15 minutes. */
export const maintenanceJob = defineScheduledJob({
  name: 'maintenance',
  timeoutS: 10 * 60,
  cron: '*/15 * * * *',
  run: ({ db, clock, config }) => tidy(db, clock(), config.retention.errorLogDays),
});
