import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

const LISTED_MAX = 20;

export interface WeekOfApp {
  title: string;
  views: number;
  likes: number;
  visits: number;
}

/**
 * Reads views, likes and page visits of the user's apps in the week that starts on this Monday. Apps without any are
 * left out; the most viewed come first. `others` is the number of apps beyond LISTED_MAX.
 */
export async function readWeek(
  db: Db,
  userId: string,
  week: string,
): Promise<{ listed: WeekOfApp[]; others: number }> {
  const days = sql`(SELECT generate_series(${week}::date, ${week}::date + 6, interval '1 day')::date)`;
  const counts = (table: SQL, number: SQL) => sql`LATERAL (
    SELECT coalesce(sum(${number}), 0)::int AS count FROM ${table} WHERE app_id = own.id AND day IN ${days})`;
  const { rows } = await db.execute<WeekOfApp & Record<string, unknown>>(sql`
    SELECT own.title, viewed.count AS views, liked.count AS likes, visited.count AS visits
    FROM apps AS own
    CROSS JOIN ${counts(sql`daily_views`, sql`views`)} AS viewed
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS count FROM votes WHERE app_id = own.id AND vote_type = 'up'
        AND created_at >= ${week}::timestamp AT TIME ZONE 'UTC' AND created_at < (${week}::date + 7)::timestamp AT TIME ZONE 'UTC') AS liked
    CROSS JOIN ${counts(sql`daily_visits`, sql`visits`)} AS visited
    WHERE own.submitted_by = ${userId} AND own.status = 'approved' AND viewed.count + liked.count + visited.count > 0
    ORDER BY views DESC, likes DESC, visits DESC, own.id`);
  const listed = rows.slice(0, LISTED_MAX);
  return { listed, others: rows.length - listed.length };
}
