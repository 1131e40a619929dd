import { INTERACTION_VALID_MS } from '@zapdeck/contract/feed/interactions';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { holdLock, withAdvisoryLock } from '../../../db/advisory-locks.ts';
import { type Db, WORK_TIMEOUT_MS } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Deps } from '../../../deps.ts';
import { lockApps } from '../../../db/row-locks.ts';
import { lockAdmin } from '../../../accounts/locks.ts';
import { throwIfStopping } from '../../../http/refusal.ts';
import { type AdminStamp, recordAction } from '../../audit-log/audit-log.ts';

/** Runs work on the whole catalogue in a transaction. All nodes together run one at a time. */
export async function onCatalogue<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  return inTransaction(db, async (tx) => {
    // Waits as long as needed, unlike requests.
    await tx.execute(sql`SET LOCAL lock_timeout = 0`);
    await holdLock(tx, 'catalogue');
    await tx.execute(sql.raw(`SET LOCAL statement_timeout = ${WORK_TIMEOUT_MS}`));
    return work(tx);
  });
}

/** Runs work on the whole catalogue in a transaction. Rejects with `forbidden` if the actor is no longer an admin. */
export async function onCatalogueAs<T>(
  db: Db,
  { actorId }: AdminStamp,
  work: (tx: Db) => Promise<T>,
): Promise<T> {
  return onCatalogue(db, async (tx) => {
    await lockAdmin(tx, { id: actorId });
    return work(tx);
  });
}

/** Recomputes time averages and returns the number of changed apps. Locks apps in order of id, to avoid deadlocks. */
export async function recalculateTimeStats(db: Db, stamp: AdminStamp): Promise<{ appsUpdated: number }> {
  return onCatalogueAs(db, stamp, async (tx) => {
    const { rowCount } = await tx.execute(sql`
      WITH averages AS MATERIALIZED (
        SELECT app_id,
          coalesce(round(avg(duration) FILTER (WHERE interaction_type = 'like')), 0)::int AS to_upvote,
          coalesce(round(avg(duration) FILTER (WHERE interaction_type = 'dislike')), 0)::int AS to_downvote,
          coalesce(round(avg(duration) FILTER (WHERE interaction_type = 'view')), 0)::int AS of_view
        FROM user_app_interactions WHERE duration >= ${INTERACTION_VALID_MS} GROUP BY app_id
      ), changed AS MATERIALIZED (
        SELECT apps.id, coalesce(to_upvote, 0) AS to_upvote, coalesce(to_downvote, 0) AS to_downvote,
          coalesce(of_view, 0) AS of_view
        FROM apps LEFT JOIN averages ON averages.app_id = apps.id
        WHERE (avg_time_to_upvote, avg_time_to_downvote, avg_view_time)
          IS DISTINCT FROM (coalesce(to_upvote, 0), coalesce(to_downvote, 0), coalesce(of_view, 0))
        ORDER BY apps.id FOR NO KEY UPDATE OF apps
      )
      UPDATE apps SET avg_time_to_upvote = to_upvote, avg_time_to_downvote = to_downvote, avg_view_time = of_view
      FROM changed WHERE changed.id = apps.id`);
    const appsUpdated = rowCount ?? 0;
    await recordAction(tx, stamp, { action: 'time_stats.recalculated', after: { appsUpdated } });
    return { appsUpdated };
  });
}

/** Resets the numbers of all apps and returns the number of apps. Locks make concurrent votes count after the reset. */
export async function resetStats(
  node: Pick<Deps, 'pool' | 'isStopping'>,
  stamp: AdminStamp,
): Promise<{ appsReset: number }> {
  const mayWait = () => throwIfStopping(node);
  return withAdvisoryLock(node.pool, 'allApps', mayWait, (client) => resetInTurn(drizzle(client), stamp));
}

async function resetInTurn(db: Db, stamp: AdminStamp): Promise<{ appsReset: number }> {
  return onCatalogue(db, async (tx) => {
    await lockApps(tx, 'EXCLUSIVE', (locking) => lockAdmin(locking, { id: stamp.actorId }));
    const votes = await tx.execute(sql`DELETE FROM votes`);
    // Undoing a takeback would restore votes from before the reset.
    await tx.execute(sql`DELETE FROM taken_votes`);
    const interactions = await tx.execute(sql`DELETE FROM user_app_interactions`);
    await tx.execute(sql`DELETE FROM seen_apps`);
    await tx.execute(sql`DELETE FROM dealt_views`);
    await tx.execute(sql`DELETE FROM daily_views`);
    await tx.execute(sql`DELETE FROM daily_visits`);
    await tx.execute(sql`DELETE FROM tried_times`);
    await tx.execute(sql`DELETE FROM trending_scores`);
    await tx.execute(sql`DELETE FROM first_views`);
    await tx.execute(sql`DELETE FROM view_budgets WHERE kind = 'version'`);
    await tx.execute(sql`
      UPDATE view_budgets SET views = 0, guest_views = 0, finished_at = NULL, report = NULL,
        paused_at = NULL, started_at = app.starts_at, due_at = app.starts_at
      FROM (SELECT id, CASE WHEN status = 'approved' AND frame_status <> 'unreachable'
        THEN ${stamp.now}::timestamptz END AS starts_at FROM apps) AS app
      WHERE app.id = view_budgets.app_id`);
    const { rowCount } = await tx.execute(sql`
      UPDATE apps SET views = 0, time_spent = DEFAULT,
        avg_time_to_upvote = 0, avg_time_to_downvote = 0, avg_view_time = 0`);
    const appsReset = rowCount ?? 0;
    await recordAction(tx, stamp, {
      action: 'stats.reset',
      before: { votes: votes.rowCount ?? 0, interactions: interactions.rowCount ?? 0 },
      after: { appsReset },
    });
    return { appsReset };
  });
}
