import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { forgetBefore } from '../db/forget-before.ts';
import { appEvents, frameChanges } from '../db/schema/app-history.table.ts';
import { auditLog } from '../db/schema/audit-log.table.ts';
import { decisionBatches, decisions } from '../db/schema/decisions.table.ts';
import { securityEvents } from '../db/schema/security-events.table.ts';
import { userAppInteractions } from '../db/schema/interactions.table.ts';
import { forgetVoteNetworks } from '../features/votes/forget-vote-networks.ts';
import { forgetNetworksOfEvents, SECURITY_EVENT_DAYS } from '../http/security-events.ts';
import { defineScheduledJob } from '../jobs/job.ts';
import { DEMO_EDITS, readDemoIds } from './seed-demo.ts';

const DAY_MS = 24 * 3_600_000;
/** Shorter than the timeout of the job. The next run continues. */
const WORK_MS = 20 * 60_000;

type Needed = Pick<Deps, 'db' | 'config' | 'clock' | 'mailer'>;

/**
 * SQL condition on `app_events`: only histories show the event. The queue reads all events of apps that wait or were rejected,
 * and how often an app was submitted again. The demo does not overwrite edited apps.
 */
const isHistoryOnly = (demoIds: readonly string[]) => sql`
  action NOT IN ('app.held', 'app.resubmitted')
  AND EXISTS (SELECT FROM apps WHERE apps.id = app_events.app_id AND apps.status = 'approved')
  AND NOT (action = ANY (${sql.param(DEMO_EDITS)}) AND app_id = ANY (${sql.param(demoIds)}::uuid[]))`;

/** Follows INTERACTION_DAYS, AUDIT_LOG_DAYS, MAIL_DAYS and SECURITY_EVENT_DAYS. */
export async function forgetOld(
  { db, config: { retention }, clock, mailer }: Needed,
  isStopping: () => boolean,
): Promise<
  Record<
    | 'interactions'
    | 'auditEntries'
    | 'appEvents'
    | 'decisions'
    | 'frameChanges'
    | 'securityEvents'
    | 'voteNetworks'
    | 'mails',
    number
  >
> {
  const began = performance.now();
  const isOver = () => isStopping() || performance.now() - began > WORK_MS;
  const now = clock().getTime();
  const since = (days: number) => new Date(now - days * DAY_MS);
  const { interactionDays, auditLogDays, mailDays } = retention;
  const forget = async (
    table: Parameters<typeof forgetBefore>[1],
    days: number | undefined,
    condition = sql`true`,
  ) => (days === undefined || isOver() ? 0 : forgetBefore(db, table, since(days), { isOver, condition }));
  await forgetNetworksOfEvents(db, clock());
  return {
    interactions: await forget(userAppInteractions, interactionDays),
    auditEntries: await forget(auditLog, auditLogDays),
    decisions: (await forget(decisions, auditLogDays)) + (await forget(decisionBatches, auditLogDays)),
    // The audit log has the same values.
    appEvents: await forget(appEvents, auditLogDays, isHistoryOnly(await readDemoIds())),
    frameChanges: await forget(frameChanges, auditLogDays),
    securityEvents: await forget(securityEvents, SECURITY_EVENT_DAYS),
    voteNetworks: await forgetVoteNetworks(db, clock(), isOver),
    mails: mailDays === undefined ? 0 : await mailer.forgetBefore(since(mailDays)),
  };
}

export const retentionJob = defineScheduledJob({
  name: 'retention',
  timeoutS: 30 * 60,
  cron: '20 3 * * *',
  async run(deps, { log, isStopping }) {
    const forgotten = await forgetOld(deps, isStopping);
    if (Object.values(forgotten).some((count) => count > 0))
      log.info(forgotten, 'what was kept long enough is deleted');
  },
});
