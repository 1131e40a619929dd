import {
  DECISIONS_MAX,
  type undoDecisions as undoDecisionsRoute,
} from '@zapdeck/contract/moderation/decisions';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import { and, asc, countDistinct, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { type Db, one, WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { isOneOf } from '../../../db/is-one-of.ts';
import { lockBudgets } from '../../../db/row-locks.ts';
import { apps } from '../../../db/schema/apps.table.ts';
import { decisionBatches, decisions } from '../../../db/schema/decisions.table.ts';
import { waitingVersions } from '../../../db/schema/first-views.table.ts';
import { reports } from '../../../db/schema/reports.table.ts';
import { waitingUrls } from '../../../db/schema/waiting-urls.table.ts';
import { waitingWords } from '../../../db/schema/waiting-words.table.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Moderator } from '../../../accounts/locks.ts';
import { Refusal } from '../../../http/refusal.ts';
import { differences, recordActions } from '../../audit-log/audit-log.ts';
import { nothingWaits } from '../../listings/changes/waiting-changes.ts';
import { UNDO_GRACE_MS } from './batches.ts';
import { lockModeratorAndMakers } from './lock-makers.ts';

const restored = (key: string): SQL => sql`${decisions.restores} ->> ${sql.raw(`'${key}'`)}`;

/** Restores apps and returns their ids. Skips apps that changed since, and apps of makers suspended since. */
async function restoreApps(tx: Db, batchId: string, appIds: string[], now: Date): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    UPDATE apps SET status = (${restored('status')})::app_status, review_reason = ${restored('reviewReason')},
      reviewed_at = (${restored('reviewedAt')})::timestamptz, held_at = (${restored('heldAt')})::timestamptz,
      updated_at = ${now}
    FROM decisions
    WHERE decisions.batch_id = ${batchId} AND decisions.undone_at IS NULL AND decisions.app_id = apps.id
      AND ${isOneOf(apps.id, appIds)}
      AND decisions.decision = apps.status::text AND decisions.created_at = apps.updated_at
      AND NOT (${restored('status')} = 'approved' AND EXISTS (
        SELECT FROM users WHERE users.id = apps.submitted_by AND users.suspended_at >= decisions.created_at))
    RETURNING apps.id`);
  return rows.map(({ id }) => id);
}

/** A URL that another app has requested since stays with that app. */
async function restoreWaiting(tx: Db, batchId: string, appIds: string[], now: Date): Promise<void> {
  const source = (isSome: SQL) => sql`
    FROM decisions JOIN apps ON apps.id = decisions.app_id
    WHERE decisions.batch_id = ${batchId} AND apps.submitted_by IS NOT NULL AND ${isSome}
      AND ${isOneOf(apps.id, appIds)}
    ON CONFLICT DO NOTHING`;
  await tx.execute(sql`
    INSERT INTO ${waitingUrls} (app_id, url, asked_by, created_at)
    SELECT apps.id, ${restored('waitingUrl')}, apps.submitted_by, ${now}
    ${source(sql`${restored('waitingUrl')} IS NOT NULL`)}`);
  await tx.execute(sql`
    INSERT INTO ${waitingWords} (app_id, title, description, asked_by, created_at)
    SELECT apps.id, ${restored('waitingTitle')}, ${restored('waitingDescription')}, apps.submitted_by, ${now}
    ${source(sql`coalesce(${restored('waitingTitle')}, ${restored('waitingDescription')}) IS NOT NULL`)}`);
  await tx.execute(sql`
    INSERT INTO ${waitingVersions} (app_id, note, asked_by, created_at)
    SELECT apps.id, ${restored('waitingVersion')}, apps.submitted_by, ${now}
    ${source(sql`${restored('waitingVersion')} IS NOT NULL`)}`);
}

async function reopenReports(tx: Db, batchId: string, appIds: string[]): Promise<Map<string, number>> {
  const rows = await tx
    .update(reports)
    .set({ status: 'pending', decidedAt: null, batchId: null })
    .where(and(eq(reports.batchId, batchId), isOneOf(reports.appId, appIds)))
    .returning({ appId: reports.appId });
  const perApp = Map.groupBy(rows, ({ appId }) => appId);
  return new Map([...perApp].map(([appId, { length }]) => [appId, length]));
}

interface DecisionUndo {
  batchId: string;
  after?: string | undefined;
  moderator: Moderator;
  now: Date;
}

async function requireUndoable(
  tx: Db,
  { batchId, moderator, now }: DecisionUndo,
  left: number,
): Promise<void> {
  const isOwn = and(eq(decisionBatches.id, batchId), eq(decisionBatches.moderatorId, moderator.id));
  const [batch] = await tx.select().from(decisionBatches).where(isOwn);
  if (!batch) throw new Refusal('decision_not_found');
  if (now.getTime() > batch.undoableUntil.getTime() + UNDO_GRACE_MS) throw new Refusal('undo_over');
  if (left === 0) return;
  const undoableUntil = new Date(now.getTime() + WORK_TIMEOUT_MS);
  await tx.update(decisionBatches).set({ undoableUntil }).where(isOwn);
}

async function readUndoPart(
  tx: Db,
  { batchId, after, moderator }: DecisionUndo,
): Promise<{ ids: string[]; left: number }> {
  const isLater = and(
    eq(decisions.batchId, batchId),
    eq(decisions.moderatorId, moderator.id),
    after === undefined ? undefined : gt(decisions.appId, after),
  );
  const rows = await tx
    .selectDistinct({ id: decisions.appId })
    .from(decisions)
    .where(isLater)
    .orderBy(asc(decisions.appId))
    .limit(DECISIONS_MAX);
  const { total } = one(
    await tx
      .select({ total: countDistinct(decisions.appId) })
      .from(decisions)
      .where(isLater),
  );
  return { ids: rows.map(({ id }) => id), left: total - rows.length };
}

/** Undoes the next part, without changed apps. Rejects with `decision_not_found`, `undo_over` or `forbidden`. */
export async function undoDecisions(
  db: Db,
  undo: DecisionUndo,
): Promise<ResponseOf<typeof undoDecisionsRoute>> {
  const { batchId, moderator, now } = undo;
  return inTransaction(db, async (tx) => {
    const { ids, left } = await readUndoPart(tx, undo);
    const isOfPart = and(
      eq(decisions.batchId, batchId),
      eq(decisions.moderatorId, moderator.id),
      isOneOf(decisions.appId, ids),
    );
    const batch = await tx.select().from(decisions).where(isOfPart);
    await lockModeratorAndMakers(tx, moderator, ids);
    await requireUndoable(tx, undo, left);
    const isInBatch = isOneOf(apps.id, ids);
    await tx.select({ id: apps.id }).from(apps).where(isInBatch).orderBy(apps.id).for('no key update');
    await lockBudgets(tx, ids);
    const restoredIds = await restoreApps(tx, batchId, ids, now);
    await restoreWaiting(tx, batchId, restoredIds, now);
    const closings = batch.flatMap(({ decision, appId }) => (decision === null ? appId : []));
    const reopened = await reopenReports(tx, batchId, [...restoredIds, ...closings]);
    const undone = [...restoredIds, ...closings.filter((id) => reopened.has(id))];
    const isUndone = new Set(undone);
    await tx
      .update(decisions)
      .set({ undoneAt: now })
      .where(
        and(eq(decisions.batchId, batchId), isNull(decisions.undoneAt), isOneOf(decisions.appId, undone)),
      );
    const entries = batch
      .filter(({ appId }) => isUndone.has(appId))
      .map(({ appId, decision, reason, restores }) => {
        const { reviewedAt: _, ...before } = restores ?? {};
        const decided = decision && { status: decision, reviewReason: reason, heldAt: null, ...nothingWaits };
        return {
          action: 'app.review_undone' as const,
          appId,
          ...differences(
            { ...decided, openReports: 0 },
            { ...before, openReports: reopened.get(appId) ?? 0 },
          ),
        };
      });
    await recordActions(tx, { actorId: moderator.id, now }, entries);
    return { undone, kept: ids.filter((id) => !isUndone.has(id)), updatedAt: now.toISOString(), left };
  });
}
