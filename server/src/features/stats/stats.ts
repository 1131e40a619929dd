import { INTERACTION_VALID_MS } from '@zapdeck/contract/feed/interactions';
import type { AdminStats, Upkeep } from '@zapdeck/contract/instance/stats';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { isFlagged } from '../review/apps/admin-app-list.ts';
import { longFailingPurges } from '../../jobs/purges.ts';
import { waitingCount } from '../review/queue/waiting-apps.ts';

type StatsNumbers = Record<Exclude<keyof AdminStats, 'signupsUsedUpAt' | 'failingPurges'>, number>;

export async function readAdminStats(db: Db, now: Date): Promise<AdminStats> {
  const { rows } = await db.execute<
    StatsNumbers & { signupsUsedUpMs: number | null; failingPurges: string[] }
  >(sql`
    SELECT approved_apps + pending_apps + rejected_apps AS "totalApps", ${waitingCount} AS "pendingApps",
      (SELECT coalesce(sum(upvotes::bigint + downvotes), 0)::float8 FROM apps) AS "totalVotes",
      (SELECT count(*)::float8 FROM users WHERE NOT is_guest) AS "totalUsers",
      (SELECT count(*)::float8 FROM reports) AS "totalReports",
      (SELECT count(*)::float8 FROM apps WHERE ${isFlagged(now)}) AS "flaggedApps",
      (SELECT likes::float8 FROM trust_state) AS "trustedLikes",
      (SELECT count(*)::float8 FROM trust_state, unnest(crowded_days) AS day
        WHERE day > (${now}::timestamptz AT TIME ZONE 'UTC')::date - 7) AS "crowdedDays",
      (SELECT (extract(epoch FROM signups_used_up_at) * 1000)::float8 FROM trust_state
        WHERE signups_used_up_at > ${now}::timestamptz - interval '7 days') AS "signupsUsedUpMs",
      ${longFailingPurges(now)} AS "failingPurges"
    FROM catalogue`);
  const { signupsUsedUpMs, ...numbers } = one(rows);
  return {
    ...numbers,
    signupsUsedUpAt: signupsUsedUpMs === null ? null : new Date(signupsUsedUpMs).toISOString(),
  };
}

/** Counts the rows that recalculations of the whole catalogue would change. */
export async function readUpkeep(db: Db): Promise<Upkeep> {
  const { rows } = await db.execute<{ [Name in keyof Upkeep]: number }>(sql`
    SELECT (SELECT approved_apps + pending_apps + rejected_apps FROM catalogue) AS apps, (SELECT count(*)::float8 FROM votes) AS votes,
      count(*)::float8 AS interactions,
      (count(*) FILTER (WHERE duration < ${INTERACTION_VALID_MS}))::float8 AS "invalidInteractions"
    FROM user_app_interactions`);
  return one(rows);
}
