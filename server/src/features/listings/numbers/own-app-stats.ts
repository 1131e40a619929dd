import { type FrameReason, frameReasonText } from '@zapdeck/contract/frames/frame-reasons';
import { type DayOfApp, OWN_STATS_DAYS, type OwnAppStats } from '@zapdeck/contract/apps/own-app-stats';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { LOWEST_ID, momentOfId } from '../../../db/columns.ts';
import { Refusal } from '../../../http/refusal.ts';
import { readPlace } from './read-place.ts';
import { sayMarkedIn } from '../../../languages/say.ts';
import type { ShownLanguage } from '../../../languages/shown-language.ts';

const DAY_MS = 24 * 3_600_000;

interface OwnStatsRequest {
  appId: string;
  makerId: string;
  language: ShownLanguage;
  now: Date;
}

type OwnStatsRow = Omit<OwnAppStats, 'likeRate' | 'triedUntil' | 'place' | 'health'> & {
  days: DayOfApp[];
  health: Omit<OwnAppStats['health'], 'reason'> & { reason: FrameReason | null };
  countedUntil: string | null;
};

const written = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** Returns the maker's numbers of an app. One statement reads them from one snapshot. Rejects with `app_not_found`. */
export async function readOwnStats(
  db: Db,
  { appId, makerId, language, now }: OwnStatsRequest,
): Promise<OwnAppStats> {
  const today = now.toISOString().slice(0, 10);
  const first = new Date(Date.parse(today) - (OWN_STATS_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  // Counts each day separately: grouping an index range by day costs many times as much.
  const reading = db.execute<OwnStatsRow & Record<string, unknown>>(sql`
    WITH visited AS (
      SELECT day, visits, shares FROM daily_visits WHERE app_id = ${appId}
    ), tried AS (
      SELECT duration_ms, sum(tries) OVER (ORDER BY duration_ms) AS up_to, sum(tries) OVER () AS tries
      FROM tried_times WHERE app_id = ${appId}
    ), days AS (
      SELECT day::date AS day FROM generate_series(${first}::timestamp, ${today}::timestamp, interval '1 day') AS day
    )
    SELECT views, upvotes AS likes, downvotes AS dislikes, time_spent::float8 AS "timeSpent",
      (SELECT values -> 'inForce' FROM settings WHERE kind = 'weights' AND is_active) AS weights,
      (SELECT coalesce(sum(visits), 0)::float8 FROM visited) AS visits,
      (SELECT coalesce(sum(shares), 0)::float8 FROM visited) AS shares,
      (SELECT min(duration_ms) FROM tried WHERE up_to * 2 >= tries) AS "medianTriedMs",
      (SELECT coalesce(max(tries), 0)::float8 FROM tried) AS tries,
      (SELECT until_id::text FROM tries_counted) AS "countedUntil",
      (SELECT jsonb_agg(jsonb_build_object('date', day,
          'views', coalesce((SELECT v.views FROM daily_views AS v WHERE v.day = days.day AND v.app_id = ${appId}), 0),
          'likes', (SELECT count(*) FROM votes WHERE app_id = ${appId} AND vote_type = 'up'
            AND created_at >= day::timestamp AT TIME ZONE 'UTC'
              AND created_at < (day + 1)::timestamp AT TIME ZONE 'UTC'),
          'visits', coalesce((SELECT visits FROM visited WHERE visited.day = days.day), 0),
          'shares', coalesce((SELECT shares FROM visited WHERE visited.day = days.day), 0)) ORDER BY day)
        FROM days) AS days,
      jsonb_build_object('frameStatus', frame_status, 'reason', frame_reason,
        'checkedAt', ${written('frame_checked_at')}, 'unreachableSince', ${written('unreachable_since')}) AS health
    FROM apps AS own WHERE id = ${appId} AND submitted_by = ${makerId}`);
  const [place, { rows }] = await Promise.all([readPlace(db, appId, 'category'), reading]);
  const [row] = rows;
  if (!row) throw new Refusal('app_not_found');
  const { countedUntil, health, ...numbers } = row;
  return {
    ...numbers,
    health: { ...health, reason: health.reason && sayMarkedIn(language, frameReasonText(health.reason)) },
    place,
    likeRate: row.views === 0 ? null : row.likes / row.views,
    triedUntil:
      countedUntil === null || countedUntil === LOWEST_ID ? null : momentOfId(countedUntil).toISOString(),
  };
}
