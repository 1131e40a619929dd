import { UNDO_MS, type undoDecisions as undoDecisionsRoute } from '@zapdeck/contract/decisions';
import type { ResponseOf } from '@zapdeck/contract/route';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { auditLog } from '../../../db/schema/audit-log.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import type { Moderator } from '../../../http/lock-admin.ts';
import { Refusal } from '../../../http/refusal.ts';
import { recordActions } from '../../audit-log/audit-log.ts';
import { lockAdminAndMakers } from './lock-makers.ts';

/** An undo that was pressed in time may arrive a little later. */
const UNDO_GRACE_MS = 1_000;
/** An entry that is about the reports of an app alone, whose decision stayed as it was. */
const CLOSING = 'app.reports_closed';

/** Opens the reports of these apps that the decision has closed; returns of which apps there were any. */
async function openAgain(tx: Db, batchId: string, appIds: string[]): Promise<Set<string>> {
  if (appIds.length === 0) return new Set();
  const rows = await tx
    .update(reports)
    .set({ status: 'pending', decidedAt: null, batchId: null })
    .where(and(eq(reports.batchId, batchId), isOneOf(reports.appId, appIds)))
    .returning({ appId: reports.appId });
  return new Set(rows.map(({ appId }) => appId));
}

/**
 * Undoes the decisions of a batch, except on apps that have changed since. Approves no app whose maker was suspended since.
 * Rejects with `decision_not_found` if the batch is not the moderator's own, with `undo_over` after the undo period, and with
 * `forbidden` if the moderator has lost the role.
 */
export async function undoDecisions(
  db: Db,
  { batchId, moderator, now }: { batchId: string; moderator: Moderator; now: Date },
): Promise<ResponseOf<typeof undoDecisionsRoute>> {
  return inTransaction(db, async (tx) => {
    const entries = await tx
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.batchId, batchId), eq(auditLog.actorId, moderator.id)));
    const ids = entries.flatMap(({ targetId }) => targetId ?? []);
    await lockAdminAndMakers(tx, moderator, ids);
    if (entries.length === 0) throw new Refusal('decision_not_found');
    const storedAt = entries.reduce((last, { createdAt }) => Math.max(last, createdAt.getTime()), 0);
    if (now.getTime() - storedAt > UNDO_MS + UNDO_GRACE_MS) throw new Refusal('undo_over');
    await tx
      .select({ id: apps.id })
      .from(apps)
      .where(isOneOf(apps.id, ids))
      .orderBy(apps.id)
      .for('no key update');
    // Each value that the entry has, and of the others those of now.
    const before = (key: string, column: string) =>
      sql.raw(
        `CASE WHEN entry.before ? '${key}' THEN entry.before ->> '${key}' ELSE apps.${column}::text END`,
      );
    const { rows } = await tx.execute<{ id: string }>(sql`
      UPDATE apps SET status = (${before('status', 'status')})::app_status, review_reason = ${before('reviewReason', 'review_reason')},
        reviewed_at = (${before('reviewedAt', 'reviewed_at')})::timestamptz, held_at = (${before('heldAt', 'held_at')})::timestamptz,
        updated_at = ${now}
      FROM audit_log AS entry
      WHERE entry.batch_id = ${batchId} AND entry.action <> ${CLOSING} AND entry.target_id = apps.id AND apps.updated_at = entry.created_at
        AND apps.status::text = coalesce(entry.after ->> 'status', apps.status::text)
        AND NOT (coalesce(entry.before ->> 'status', '') = 'approved' AND EXISTS (
          SELECT FROM users WHERE users.id = apps.submitted_by AND users.suspended_at >= entry.created_at))
      RETURNING apps.id`);
    // An address that another app has requested since stays with that app.
    await tx.execute(sql`
      INSERT INTO waiting_urls (app_id, url, asked_by, created_at)
      SELECT apps.id, entry.before ->> 'waitingUrl', apps.submitted_by, ${now}
      FROM audit_log AS entry JOIN apps ON apps.id = entry.target_id
      WHERE entry.batch_id = ${batchId} AND entry.before ->> 'waitingUrl' IS NOT NULL AND apps.submitted_by IS NOT NULL
        AND apps.id = ANY (${sql.param(rows.map(({ id }) => id))}::uuid[])
      ON CONFLICT DO NOTHING`);
    await tx.execute(sql`
      INSERT INTO waiting_words (app_id, title, description, asked_by, created_at)
      SELECT apps.id, entry.before ->> 'waitingTitle', entry.before ->> 'waitingDescription', apps.submitted_by, ${now}
      FROM audit_log AS entry JOIN apps ON apps.id = entry.target_id
      WHERE entry.batch_id = ${batchId} AND apps.submitted_by IS NOT NULL
        AND coalesce(entry.before ->> 'waitingTitle', entry.before ->> 'waitingDescription') IS NOT NULL
        AND apps.id = ANY (${sql.param(rows.map(({ id }) => id))}::uuid[])
      ON CONFLICT DO NOTHING`);
    const isDecided = new Set(
      entries.flatMap(({ action, targetId }) => (action === CLOSING ? [] : targetId)),
    );
    const restored = [...rows.map(({ id }) => id), ...ids.filter((id) => !isDecided.has(id))];
    const reopened = await openAgain(tx, batchId, restored);
    const undone = restored.filter((id) => isDecided.has(id) || reopened.has(id));
    const isUndone = new Set(undone);
    await recordActions(
      tx,
      { actorId: moderator.id, now },
      entries
        .filter(({ targetId }) => isUndone.has(targetId ?? ''))
        .map((entry) => ({
          action: 'app.review_undone',
          targetId: entry.targetId ?? undefined,
          before: entry.after as Record<string, unknown>,
          after: entry.before as Record<string, unknown>,
        })),
    );
    return { undone, kept: ids.filter((id) => !isUndone.has(id)), updatedAt: now.toISOString() };
  });
}
