import { BATCH_KEPT_MS, VIEW_WINDOW_MS } from '@zapdeck/contract/interactions';
import { lte } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { purgeTokens } from '../features/auth/account-tokens.ts';
import { automaticHolds } from '../db/schema/automatic-holds.table.ts';
import { purgeEmailChanges } from '../features/email-change/change-address.ts';
import { purgeErrorReports } from '../features/error-logs/error-logs.ts';
import { clearedViews, durationBatches, interactionBatches } from '../db/schema/interactions.table.ts';
import { forgetOldNetworks } from '../features/review/reports/network-hash.ts';
import { purgeChallenges } from '../features/passkeys/challenges.ts';
import { purgePendingAccounts } from '../features/providers/pending-accounts.ts';
import { purgeSignInAttempts } from '../features/providers/sign-in-attempts.ts';
import { replaceMonthlyKey } from '../http/monthly-network.ts';
import { purgeApiTokens } from '../http/api-tokens.ts';
import { purgeIdempotencyKeys } from '../http/idempotency.ts';
import { rateLimits } from '../db/schema/rate-limits.table.ts';
import { purgeSessions } from '../http/session-changes.ts';
import { forgetMails } from '../mail/forget-mails.ts';
import { defineScheduledJob } from '../jobs/job.ts';

const DAY_MS = 24 * 3_600_000;

export async function purgeExpired(db: Db, now: Date, errorLogDays: number): Promise<void> {
  await purgeSessions(db, now);
  await purgeTokens(db, now);
  await purgeApiTokens(db, now);
  await purgeSignInAttempts(db, now);
  await purgePendingAccounts(db, now);
  await purgeChallenges(db, now);
  await purgeErrorReports(db, now, errorLogDays);
  const sentBefore = new Date(now.getTime() - BATCH_KEPT_MS);
  await db.delete(interactionBatches).where(lte(interactionBatches.createdAt, sentBefore));
  await db.delete(durationBatches).where(lte(durationBatches.createdAt, sentBefore));
  const countedBefore = new Date(now.getTime() - VIEW_WINDOW_MS);
  await db.delete(clearedViews).where(lte(clearedViews.viewCountedAt, countedBefore));
  await forgetOldNetworks(db, now);
  await replaceMonthlyKey(db, now);
  await db.delete(automaticHolds).where(lte(automaticHolds.createdAt, new Date(now.getTime() - DAY_MS)));
  await purgeIdempotencyKeys(db, now);
  await db.delete(rateLimits).where(lte(rateLimits.expire, now.getTime()));
}

export const maintenanceJob = defineScheduledJob({
  name: 'maintenance',
  timeoutS: 10 * 60,
  cron: '*/15 * * * *',
  async run(deps) {
    const { db, clock, config } = deps;
    await purgeExpired(db, clock(), config.retention.errorLogDays);
    await forgetMails(deps, await purgeEmailChanges(db, clock(), config.admin?.email));
  },
});
