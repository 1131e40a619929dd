import { BATCH_KEPT_MS, VIEW_WINDOW_MS } from '@zapdeck/contract/feed/interactions';
import { lte, type SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { deleteBatch } from '../db/delete-batches.ts';
import { accountTokens } from '../db/schema/account-tokens.table.ts';
import { automaticHolds } from '../db/schema/automatic-holds.table.ts';
import { clearedViews, durationBatches, interactionBatches } from '../db/schema/interactions.table.ts';
import { passkeyChallenges } from '../db/schema/passkeys.table.ts';
import { pendingAccounts } from '../db/schema/pending-accounts.table.ts';
import { rateLimits } from '../db/schema/rate-limits.table.ts';
import { sessions } from '../db/schema/sessions.table.ts';
import { signInAttempts } from '../db/schema/sign-in-attempts.table.ts';
import { purgeEmailChanges } from '../features/email-change/change-address.ts';
import { purgeErrorReports } from '../features/error-logs/error-logs.ts';
import { forgetOldNetworks } from '../features/review/reports/network-hash.ts';
import { purgeApiTokens } from '../accounts/api-tokens.ts';
import { guestBatches } from '../accounts/guests.ts';
import { purgeIdempotencyKeys } from '../http/idempotency.ts';
import { replaceMonthlyKey } from '../http/networks.ts';
import { forgetMails } from '../mail/forget-mails.ts';
import { defineScheduledJob } from '../jobs/job.ts';
import { type Purge, runPurges } from '../jobs/purges.ts';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
const WORK_MS = 14 * 60_000;

const each =
  (purgeBatch: (deps: Deps, now: Date) => Promise<number>): Purge<Deps> =>
  (deps, now) =>
  () =>
    purgeBatch(deps, now);

const rowsOf = (table: PgTable, isExpired: (now: Date) => SQL): Purge<Deps> =>
  each(({ db }, now) => deleteBatch(db, table, isExpired(now)));

const before = (now: Date, ms: number) => new Date(now.getTime() - ms);

export const expiryPurges: Readonly<Record<string, Purge<Deps>>> = {
  guests: ({ db }, now) => guestBatches(db, now),
  // Members' idle sessions stay until then, because they show when the member was last seen.
  sessions: rowsOf(sessions, (now) => lte(sessions.expire, now)),
  'account-tokens': rowsOf(accountTokens, (now) => lte(accountTokens.expiresAt, now)),
  'api-tokens': each(({ db }, now) => purgeApiTokens(db, now)),
  'sign-in-attempts': rowsOf(signInAttempts, (now) => lte(signInAttempts.expiresAt, now)),
  'pending-accounts': rowsOf(pendingAccounts, (now) => lte(pendingAccounts.expiresAt, now)),
  'passkey-challenges': rowsOf(passkeyChallenges, (now) => lte(passkeyChallenges.expiresAt, now)),
  'error-reports': each(({ db, config }, now) => purgeErrorReports(db, now, config.retention.errorLogDays)),
  'interaction-batches': rowsOf(interactionBatches, (now) =>
    lte(interactionBatches.createdAt, before(now, BATCH_KEPT_MS)),
  ),
  'duration-batches': rowsOf(durationBatches, (now) =>
    lte(durationBatches.createdAt, before(now, BATCH_KEPT_MS)),
  ),
  'cleared-views': rowsOf(clearedViews, (now) =>
    lte(clearedViews.viewCountedAt, before(now, VIEW_WINDOW_MS)),
  ),
  'report-networks': each(({ db }, now) => forgetOldNetworks(db, now)),
  'monthly-key': each(({ db }, now) => replaceMonthlyKey(db, now)),
  'automatic-holds': rowsOf(automaticHolds, (now) => lte(automaticHolds.createdAt, before(now, DAY_MS))),
  'idempotency-keys': each(({ db }, now) => purgeIdempotencyKeys(db, now)),
  'rate-limits': rowsOf(rateLimits, (now) => lte(rateLimits.expire, now.getTime())),
  'email-changes': each(async (deps, now) => {
    const addresses = await purgeEmailChanges(deps.db, now, deps.config.admin?.email);
    await forgetMails(deps, addresses);
    return addresses.length;
  }),
};

export const maintenanceJob = defineScheduledJob({
  name: 'maintenance',
  timeoutS: 20 * 60,
  cron: '*/15 * * * *',
  async run(deps: Deps, { log, isStopping }) {
    await runPurges(deps, expiryPurges, { workMs: WORK_MS, log, isStopping });
  },
});
