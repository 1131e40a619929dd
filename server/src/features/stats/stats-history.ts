import type { DayOfStats, StatsHistory } from '@zapdeck/contract/stats';
import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

const DAY_MS = 24 * 3_600_000;
/** Bars of the distribution of scores. */
const SCORE_BINS = 20;
/** The share of the scores, at either end, that the outer bars take in, so that one giant does not flatten the rest. */
const TAIL = 0.01;

async function readDays(db: Db, days: number, now: Date): Promise<DayOfStats[]> {
  const today = now.toISOString().slice(0, 10);
  const first = new Date(Date.parse(today) - (days - 1) * DAY_MS).toISOString();
  const day = sql`date_trunc('day', created_at, 'UTC')`;
  const { rows } = await db.execute<Record<keyof DayOfStats, string>>(sql`
    SELECT to_char(day AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date, coalesce(v.upvotes, 0) AS upvotes,
      coalesce(v.downvotes, 0) AS downvotes, coalesce(i.views, 0) AS views, coalesce(u.signups, 0) AS signups,
      coalesce(a.submissions, 0) AS submissions
    FROM generate_series(${first}::timestamptz, ${`${today}T00:00:00Z`}::timestamptz, interval '24 hours') AS day
      LEFT JOIN (SELECT ${day} AS day, count(*) FILTER (WHERE vote_type = 'up') AS upvotes,
          count(*) FILTER (WHERE vote_type = 'down') AS downvotes
        FROM votes WHERE created_at >= ${first} GROUP BY 1) AS v USING (day)
      LEFT JOIN (SELECT ${day} AS day, count(*) AS views FROM user_app_interactions
        WHERE interaction_type = 'view' AND created_at >= ${first} GROUP BY 1) AS i USING (day)
      LEFT JOIN (SELECT ${day} AS day, count(*) AS signups FROM users
        WHERE NOT is_guest AND created_at >= ${first} GROUP BY 1) AS u USING (day)
      LEFT JOIN (SELECT ${day} AS day, count(*) AS submissions FROM apps
        WHERE created_at >= ${first} GROUP BY 1) AS a USING (day)
    ORDER BY day`);
  return rows.map(({ date, ...counts }) => ({
    date,
    upvotes: Number(counts.upvotes),
    downvotes: Number(counts.downvotes),
    views: Number(counts.views),
    signups: Number(counts.signups),
    submissions: Number(counts.submissions),
  }));
}

async function readScores(db: Db): Promise<StatsHistory['scores']> {
  const { rows } = await db.execute<{ low: number; high: number; bin: number; apps: number }>(sql`
    WITH bounds AS MATERIALIZED (
      SELECT percentile_disc(${TAIL}::float8) WITHIN GROUP (ORDER BY ranking_score) AS low,
        percentile_disc(${1 - TAIL}::float8) WITHIN GROUP (ORDER BY ranking_score) AS high
      FROM apps WHERE status = 'approved'
    )
    SELECT low, high, bin, count(*)::int AS apps
    FROM apps, bounds, LATERAL (SELECT CASE WHEN high > low
      THEN least(greatest(width_bucket(ranking_score, low, high, ${SCORE_BINS}), 1), ${SCORE_BINS}) ELSE 1 END AS bin) AS binned
    WHERE status = 'approved' GROUP BY low, high, bin`);
  const [first] = rows;
  if (!first) return [];
  const { low, high } = first;
  if (high === low) return [{ from: low, to: low, apps: first.apps }];
  const width = (high - low) / SCORE_BINS;
  const apps = new Map(rows.map((row) => [row.bin, row.apps]));
  return Array.from({ length: SCORE_BINS }, (_, index) => ({
    from: low + index * width,
    to: low + (index + 1) * width,
    apps: apps.get(index + 1) ?? 0,
  }));
}

async function readCategories(db: Db): Promise<StatsHistory['categories']> {
  const { rows } = await db.execute<StatsHistory['categories'][number]>(sql`
    SELECT category, (count(*) FILTER (WHERE status = 'approved'))::int AS approved,
      (count(*) FILTER (WHERE status = 'pending'))::int AS pending,
      (count(*) FILTER (WHERE status = 'rejected'))::int AS rejected
    FROM apps GROUP BY category ORDER BY count(*) DESC, category`);
  return rows;
}

/** What happened on each of the last days by UTC, today included, and how scores and categories are spread now. */
export async function readStatsHistory(
  db: Db,
  { days, now }: { days: number; now: Date },
): Promise<StatsHistory> {
  return {
    days: await readDays(db, days, now),
    scores: await readScores(db),
    categories: await readCategories(db),
  };
}
