import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';

/** The viewer's frontier, when one is stored that still holds. */
export async function readFrontier(pool: pg.Pool, viewerId: string, ranking = 'score') {
  const { rows } = await pool.query<{ epoch: string; gaps: string }>(
    `SELECT epoch::text, gap_ids::text AS gaps FROM feed_frontiers
     WHERE user_id = $1 AND ranking = $2 AND epoch = (SELECT epoch FROM catalogue)`,
    [viewerId, ranking],
  );
  return rows[0];
}

const PAUSE_MS = 20;
const IS_BEHIND_US = `SELECT FROM (SELECT moved_xid FROM apps WHERE moved_xid IS NOT NULL
    ORDER BY moved_xid DESC LIMIT 1) AS last
  WHERE moved_xid >= pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Waits until a frontier that is stored now takes none of the apps for changed: a transaction of any database of the
 * server that is still open and older than what changed them leaves that open.
 */
export async function untilChangesAreSettled(pool: pg.Pool): Promise<void> {
  while ((await pool.query(IS_BEHIND_US)).rowCount !== 0) await setTimeout(PAUSE_MS);
}
