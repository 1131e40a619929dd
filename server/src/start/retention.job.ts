import { type SQL, sql } from 'drizzle-orm';
import { batchesBefore, type NextBatch } from '../db/delete-batches.ts';
import { appEvents, frameChanges } from '../db/schema/app-history.table.ts';
import { auditLog } from '../db/schema/audit-log.table.ts';
import { decisionBatches, decisions } from '../db/schema/decisions.table.ts';
import { securityEvents } from '../db/schema/security-events.table.ts';
import { userAppInteractions } from '../db/schema/interactions.table.ts';
import { deleteUsedAnswers, unapprovedBatches } from '../features/approval/delete-unapproved.ts';
import { purgePictures } from '../features/pictures/pictures.ts';
import { forgetGroups, forgetTakenVotes } from '../features/vote-groups/find/forget-groups.ts';
import { dealtViewBatches, voteNetworkBatches } from '../features/votes/forget-vote-networks.ts';
import { forgetNetworksOfEvents, SECURITY_EVENT_DAYS } from '../accounts/security-events.ts';
import { defineScheduledJob } from '../jobs/job.ts';
import { type Purge, runPurges } from '../jobs/purges.ts';
import { DEMO_EDITS, readDemoIds } from './seed-demo.ts';
import type { Deps } from '../deps.ts';

const DAY_MS = 24 * 3_600_000;
const WORK_MS = 20 * 60_000;

const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);

/**
 * SQL condition on `app_events`: only histories need the event. The queue needs events of waiting and rejected apps, and
 * of resubmissions. The demo needs edits.
 */
const isHistoryOnly = (demoIds: readonly string[]) => sql`
  action NOT IN ('app.held', 'app.resubmitted')
  AND EXISTS (SELECT FROM apps WHERE apps.id = app_events.app_id AND apps.status = 'approved')
  AND NOT (action = ANY (${sql.param(DEMO_EDITS)}) AND app_id = ANY (${sql.param(demoIds)}::uuid[]))`;

const olderThan =
  (
    table: Parameters<typeof batchesBefore>[1],
    daysOf: (deps: Deps) => number | undefined,
    condition?: SQL,
  ): Purge<Deps> =>
  (deps, now) => {
    const days = daysOf(deps);
    if (days === undefined) return async () => 0;
    return batchesBefore(deps.db, table, daysBefore(now, days), condition && { condition });
  };

const auditLogDays = ({ config }: Deps) => config.retention.auditLogDays;

export const retentionPurges: Readonly<Record<string, Purge<Deps>>> = {
  interactions: olderThan(userAppInteractions, ({ config }) => config.retention.interactionDays),
  'audit-entries': olderThan(auditLog, auditLogDays),
  decisions: olderThan(decisions, auditLogDays),
  'decision-batches': olderThan(decisionBatches, auditLogDays),
  'app-events': (deps, now) => {
    let next: NextBatch | undefined;
    return async () => {
      next ??= olderThan(appEvents, auditLogDays, isHistoryOnly(await readDemoIds()))(deps, now);
      return next();
    };
  },
  'frame-changes': olderThan(frameChanges, auditLogDays),
  'security-events': olderThan(securityEvents, () => SECURITY_EVENT_DAYS),
  'security-networks':
    ({ db }, now) =>
    () =>
      forgetNetworksOfEvents(db, now),
  'vote-networks': ({ db }, now) => voteNetworkBatches(db, now),
  'dealt-views': ({ db }, now) => dealtViewBatches(db, now),
  'taken-votes':
    ({ db }, now) =>
    () =>
      forgetTakenVotes(db, now),
  'vote-groups':
    ({ db }, now) =>
    () =>
      forgetGroups(db, now),
  'unapproved-accounts': unapprovedBatches,
  'used-answers':
    ({ db }, now) =>
    () =>
      deleteUsedAnswers(db, now),
  pictures:
    ({ db }, now) =>
    () =>
      purgePictures(db, now),
  mails:
    ({ config, mailer }, now) =>
    async () => {
      const { mailDays } = config.retention;
      return mailDays === undefined ? 0 : mailer.forgetBefore(daysBefore(now, mailDays));
    },
};

export const retentionJob = defineScheduledJob({
  name: 'retention',
  timeoutS: 30 * 60,
  cron: '20 3 * * *',
  async run(deps: Deps, { log, isStopping }) {
    const forgotten = await runPurges(deps, retentionPurges, { workMs: WORK_MS, log, isStopping });
    if (Object.values(forgotten).some((count) => count > 0))
      log.info(forgotten, 'what was kept long enough is deleted');
  },
});
