import type { AdminFirstViews } from '@zapdeck/contract/feed/first-views';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { type Db, one } from '../../db/client.ts';
import { promiseOf, promisedBy, readState } from './promise.ts';
import { countPeople } from './state.ts';

type Backlog = Pick<AdminFirstViews, 'open' | 'behind' | 'paused' | 'mostBehindS' | 'oldest'>;

const BEHIND_MS = 3_600_000;

async function readBacklog(db: Db, now: Date): Promise<Backlog> {
  const { rows } = await db.execute<Backlog & Record<string, unknown>>(sql`
    SELECT count(due_at)::int AS open, count(*) FILTER (WHERE due_at < ${new Date(now.getTime() - BEHIND_MS)})::int AS behind,
      count(paused_at)::int AS paused,
      coalesce(greatest(0, extract(epoch FROM ${now}::timestamptz - min(due_at))), 0)::int AS "mostBehindS",
      (SELECT json_build_object('appId', app_id, 'title', title, 'views', budget.views, 'wanted', wanted, 'startedAt',
          to_char(started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        FROM view_budgets AS budget JOIN apps ON apps.id = app_id WHERE due_at IS NOT NULL
        ORDER BY started_at LIMIT 1) AS oldest
    FROM view_budgets WHERE finished_at IS NULL AND started_at IS NOT NULL`);
  return one(rows);
}

type Cost = AdminFirstViews['cost'];

/** Counting the likes and views of a week takes seconds on a large instance. */
const COST_TTL_MS = 10 * 60_000;

const costs = new LRUCache<Db, Cost, Date>({
  max: 16,
  ttl: COST_TTL_MS,
  fetchMethod: async (db, _stale, { context: now }) => {
    const { rows } = await db.execute<Cost & Record<string, unknown>>(sql`
      WITH dealt AS (
        SELECT coalesce(sum(dealt) FILTER (WHERE reason = 'n'), 0)::float8 AS newcomers, coalesce(sum(dealt), 0)::float8 AS places
        FROM deal_totals WHERE day > (${now}::timestamptz AT TIME ZONE 'UTC')::date - 7
      ), reported AS (
        SELECT sum((report ->> 'members')::int)::float8 AS views, sum((report ->> 'likes')::int)::float8 AS likes
        FROM view_budgets WHERE finished_at > ${now}::timestamptz - interval '7 days' AND report ->> 'likes' IS NOT NULL
      ), counted AS (
        SELECT (SELECT sum(views)::float8 FROM daily_views WHERE day > (${now}::timestamptz AT TIME ZONE 'UTC')::date - 7) AS views,
          (SELECT count(*)::float8 FROM votes WHERE vote_type = 'up' AND created_at > ${now}::timestamptz - interval '7 days') AS likes
      )
      SELECT newcomers AS "newcomerPlaces", places, reported.likes / nullif(reported.views, 0) AS "newcomerLikeRate",
        greatest(0, counted.likes - coalesce(reported.likes, 0))
          / nullif(greatest(0, counted.views - coalesce(reported.views, 0)), 0) AS "otherLikeRate"
      FROM dealt, reported, counted`);
    return one(rows);
  },
});

/** Returns the backlog of first views, and what places for newcomers cost in the last seven days. */
export async function readAdminFirstViews(db: Db, now: Date): Promise<AdminFirstViews> {
  const state = await readState(db);
  return {
    promised: promisedBy(state),
    cameThisWeek: await countPeople(db, now),
    weeklyPeople: state.weeklyPeople,
    share: state.share,
    ...(await readBacklog(db, now)),
    recent: promiseOf(state).recent,
    cost: await costs.forceFetch(db, { context: now }),
  };
}
