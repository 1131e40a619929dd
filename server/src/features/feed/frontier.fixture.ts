import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import type { FeedRanking } from '../../db/schema/feed.table.ts';

/** The viewer's frontier, when one is stored that still holds, with its holes and the epoch that it is of. */
export async function readFrontier(db: Db, viewerId: string, ranking: FeedRanking = 'score') {
  const [frontier] = await run<{ holes: string[]; epoch: string }>(db, {
    text: `SELECT holes::text[], frontier.epoch::text FROM feed_frontiers AS frontier
      JOIN feed_state ON feed_state.epoch = frontier.epoch WHERE user_id = $1::uuid AND ranking = $2::feed_ranking`,
    values: [viewerId, ranking],
  });
  return frontier;
}

const PAUSE_MS = 20;
const IS_BEHIND_US = `SELECT FROM (SELECT ranked_xid FROM apps WHERE ranked_xid IS NOT NULL
    ORDER BY ranked_xid DESC LIMIT 1) AS last
  WHERE ranked_xid >= pg_snapshot_xmin(pg_current_snapshot())`;

/**
 * Waits until a frontier that is stored now takes none of the apps for changed: a transaction of any database of the
 * server that is still open and older than what changed them leaves that open.
 */
export async function untilChangesAreSettled(pool: pg.Pool): Promise<void> {
  while ((await pool.query(IS_BEHIND_US)).rowCount !== 0) await setTimeout(PAUSE_MS);
}
