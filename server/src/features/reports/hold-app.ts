import { and, eq, sql } from 'drizzle-orm';
import { holdLock } from '../../db/advisory-locks.ts';
import { type Db, one } from '../../db/client.ts';
import { apps } from '../../db/schema/apps.table.ts';
import { reports } from '../../db/schema/reports.table.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { appMails } from '../apps/mails/app-mails.ts';
import { isOnTrustedHost } from '../apps/moderation/blocked-hosts.ts';
import { recordAction } from '../audit-log/audit-log.ts';
import { readModerationSettings } from '../settings/moderation-settings.ts';

const HOUR_MS = 3_600_000;
/** Somebody on whose word so many apps wait already is heard, and counted again when a moderator has decided on them. */
const HELD_AT_ONCE = 5;
/** From so many dismissed reports on, who was more often wrong than right is not counted. */
const DISMISSED_MIN = 3;

/**
 * How many different members, whose word counts, have open reports of the app. It does not where they are
 * suspended, the email is not verified, the account is young, their report of this app was dismissed before, most of what they reported was
 * dismissed, or many apps wait on their word.
 */
async function countReporters(tx: Db, appId: string, { createdBy }: { createdBy: Date }): Promise<number> {
  const { rows } = await tx.execute<{ reporters: number }>(sql`
    SELECT count(*)::int AS reporters
    FROM (SELECT DISTINCT reported_by FROM ${reports} WHERE app_id = ${appId} AND status = 'pending') AS open
      JOIN users ON users.id = open.reported_by
      CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE theirs.status = 'dismissed' AND theirs.app_id = ${appId}) AS here,
          count(*) FILTER (WHERE theirs.status = 'dismissed') AS dismissed,
          count(*) FILTER (WHERE theirs.status = 'reviewed') AS upheld,
          count(DISTINCT theirs.app_id) FILTER (WHERE theirs.status = 'pending' AND apps.held_at IS NOT NULL) AS held
        FROM ${reports} AS theirs JOIN apps ON apps.id = theirs.app_id
        WHERE theirs.reported_by = open.reported_by
      ) AS record
    WHERE users.suspended_at IS NULL AND users.email_verified_at IS NOT NULL AND users.created_at <= ${createdBy}
      AND here = 0 AND (dismissed < ${DISMISSED_MIN} OR upheld >= dismissed) AND held < ${HELD_AT_ONCE}`);
  return one(rows).reporters;
}

/**
 * Takes an approved app out of sight when enough members have reported it, unless its host is trusted, writes that down,
 * and tells its maker. The transaction must lock the app's row: of two reports at once, one sees both.
 */
export async function holdIfReported(tx: Db, jobs: JobQueue, appId: string, now: Date): Promise<void> {
  const { isHoldingEnabled, reportsToHold, reporterAgeHours } = await readModerationSettings(tx);
  if (!isHoldingEnabled) return;
  const [app] = await tx.select({ id: apps.id, url: apps.url }).from(apps).where(eq(apps.id, appId));
  if (!app || (await isOnTrustedHost(tx, app))) return;
  const createdBy = new Date(now.getTime() - reporterAgeHours * HOUR_MS);
  const asked = { createdBy };
  if ((await countReporters(tx, appId, asked)) < reportsToHold) return;
  // One app at a time, and counted again: reports of many apps at once see each what the others have taken out.
  await holdLock(tx, 'holding');
  const reporters = await countReporters(tx, appId, asked);
  if (reporters < reportsToHold) return;
  await tx
    .update(apps)
    .set({ status: 'pending', heldAt: now, reviewedAt: null, updatedAt: now })
    .where(eq(apps.id, appId));
  const openReports = await tx.$count(reports, and(eq(reports.appId, appId), eq(reports.status, 'pending')));
  const heldAt = now.toISOString();
  await recordAction(
    tx,
    { actorId: null, now },
    {
      action: 'app.held',
      targetId: appId,
      before: { status: 'approved', heldAt: null },
      after: { status: 'pending', heldAt, openReports, reporters },
    },
  );
  await jobs.enqueue(tx, appMails, { kind: 'held', appId, heldAt, reporters });
}
