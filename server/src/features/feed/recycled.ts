import { type Db, one } from '../../db/client.ts';
import { LOWEST_ID } from '../../db/columns.ts';
import { readShared, writeShared } from '../../db/shared-reads.ts';
import type { Use } from '../../db/statement.ts';
import type { Dealt, Recycled } from './dealt.ts';
import { IS_IN_ORDER, isBelow, isoOf, millisecondsOf, orderBy } from './order.ts';
import { isMetSince } from './seen.ts';

/** Of rows of seen_apps: what the viewer had seen when the deck began and has not seen again, behind where its recycling is. */
function isAhead(use: Use, viewerId: string, dealt: Dealt): string {
  const [time, , id] = dealt.recycledAfter ?? [0, 0, LOWEST_ID];
  return `seen_apps.user_id = ${use(viewerId)}::uuid AND ${isMetSince(use, dealt)} IS NOT TRUE
    AND seen_apps.last_viewed_at < ${use(isoOf(dealt.startedAt))}::timestamptz
    AND (seen_apps.last_viewed_at, seen_apps.app_id) > (${use(isoOf(time))}::timestamptz, ${use(id)}::uuid)`;
}

/**
 * Least recently viewed first, each with the number of its row. The subquery needs only the start of the index, so
 * PostgreSQL stops there.
 */
const byLastMeeting = (use: Use, viewerId: string, dealt: Dealt, limit: number): string =>
  `SELECT * FROM (
      SELECT apps.id, apps.category, ${millisecondsOf('seen_apps.last_viewed_at')} AS rank, 0 AS at,
        row_number() OVER (ORDER BY seen_apps.last_viewed_at, seen_apps.app_id) AS passed
      FROM seen_apps LEFT JOIN LATERAL (
        SELECT id, category FROM apps WHERE apps.id = seen_apps.app_id AND ${IS_IN_ORDER} OFFSET 0
      ) AS apps ON true
      WHERE ${isAhead(use, viewerId, dealt)} ORDER BY seen_apps.last_viewed_at, seen_apps.app_id
    ) AS met WHERE id IS NOT NULL LIMIT ${limit}`;

/** Most upvoted first. */
const byUpvotes = (use: Use, viewerId: string, dealt: Dealt, limit: number): string =>
  `SELECT apps.id, apps.category, apps.upvotes AS rank, ${millisecondsOf('apps.created_at')} AS at, 0 AS passed
    FROM apps JOIN seen_apps ON seen_apps.app_id = apps.id AND seen_apps.user_id = ${use(viewerId)}::uuid
    WHERE ${IS_IN_ORDER} AND ${isMetSince(use, dealt)} IS NOT TRUE AND ${isBelow(use, 'semi_simple', dealt.recycledAfter)}
    ${orderBy('semi_simple')} LIMIT ${limit}`;

/** What the viewer had seen when the deck began and the deck has not dealt, in the order in which it comes back. */
export async function readRecycled(
  db: Db,
  viewerId: string,
  dealt: Dealt,
  limit: number,
): Promise<Recycled[]> {
  const list = dealt.algorithm === 'semi_simple' ? byUpvotes : byLastMeeting;
  const statement = writeShared(
    (use) => `SELECT (SELECT json_agg(json_build_array(id, category, rank, at, passed))
      FROM (${list(use, viewerId, dealt, limit)}) AS listed) AS listed`,
  );
  type Row = [id: string, category: string, rank: number, at: number, passed: number];
  const row = await readShared<{ listed: Row[] | null }>(db, statement);
  return (row?.listed ?? []).map(([id, category, rank, at, passed]) => {
    return { id, category, position: [rank, at, id], passed };
  });
}

/** Whether some of what the viewer had seen was seen again elsewhere before recycling came to it. */
export async function hasLostSeen(db: Db, viewerId: string, dealt: Dealt): Promise<boolean> {
  if (dealt.algorithm !== 'normal' || dealt.seenLeft === 0) return false;
  const statement = writeShared(
    (use) => `SELECT count(*)::int AS count FROM seen_apps WHERE ${isAhead(use, viewerId, dealt)}`,
  );
  const { count } = one([await readShared<{ count: number }>(db, statement)]);
  return count < dealt.seenLeft;
}
