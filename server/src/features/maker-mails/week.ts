import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { nextWeek } from '../makers/weeks.ts';

/** A mail of more lines nobody reads. */
const LISTED_MAX = 20;

export interface WeekOfApp {
  title: string;
  views: number;
  likes: number;
}

/**
 * What happened in the week from this Monday to the approved apps of somebody: the views that were counted, and the likes
 * given then that still stand. Only apps to which something happened, the most viewed first; `others` is how many more there
 * are.
 */
export async function readWeek(
  db: Db,
  userId: string,
  week: string,
): Promise<{ listed: WeekOfApp[]; others: number }> {
  const end = nextWeek(week);
  const { rows } = await db.execute<WeekOfApp & Record<string, unknown>>(sql`
    SELECT own.title, coalesce(viewed.views, 0)::int AS views, liked.likes
    FROM apps AS own
    LEFT JOIN LATERAL (SELECT sum(daily_views.views) AS views FROM daily_views
      WHERE daily_views.app_id = own.id
        AND day IN (SELECT generate_series(${week}::date, ${end}::date - 1, interval '1 day')::date)) AS viewed ON true
    CROSS JOIN LATERAL (SELECT count(*)::int AS likes FROM votes
      WHERE votes.app_id = own.id AND vote_type = 'up'
        AND votes.created_at >= ${`${week}T00:00:00Z`} AND votes.created_at < ${`${end}T00:00:00Z`}) AS liked
    WHERE own.submitted_by = ${userId} AND own.status = 'approved' AND (viewed.views > 0 OR liked.likes > 0)
    ORDER BY views DESC, likes DESC, own.id`);
  const listed = rows.slice(0, LISTED_MAX);
  return { listed, others: rows.length - listed.length };
}
