import type { FormulaWeights } from '@zapdeck/contract/settings';
import type { Db } from '../../../db/client.ts';
import { run, type Use, write } from '../../../db/statement.ts';
import { isNotHidden } from '../../hidden/is-hidden.ts';
import { IS_IN_ORDER } from '../../feed/order.ts';
import type { RankingSettings } from './replay-visits.ts';

/** Number of apps that are read for each of the two settings. */
const APPS_MAX = 3_000;

/** An approved app with its counters now, and their changes since. */
export interface CountedApp {
  id: string;
  category: string;
  approvedAt: number | null;
  upvotes: number;
  downvotes: number;
  views: number;
  timeSpent: number;
  /** Votes that exist and were given on a UTC date, and views of that date: `[date, upvotes, downvotes, views]`. */
  changes: [day: string, upvotes: number, downvotes: number, views: number][];
}

/** SQL: the key by which the settings order apps. Adds the terms in the order of the trigger on apps, so that sums are equal. */
function keyOf(use: Use, { params, weights }: RankingSettings): string {
  if (params.algorithmType === 'semi_simple') return 'apps.upvotes::float8';
  const weight = (name: keyof FormulaWeights) => `${use(weights[name])}::float8`;
  return `(apps.upvotes * ${weight('upvoteWeight')} - apps.downvotes * ${weight('downvoteWeight')}
    + apps.views * ${weight('viewWeight')} + apps.time_spent * ${weight('timeWeight')})`;
}

/** Reads the best apps under either of the settings, newest first. Unreachable ones are left out. */
export function readApps(db: Db, settings: readonly RankingSettings[], since: Date): Promise<CountedApp[]> {
  return run<CountedApp>(
    db,
    write((use) => {
      const start = `${use(since.toISOString())}::timestamptz`;
      const best = settings.map(
        (one) =>
          `(SELECT id FROM apps WHERE ${IS_IN_ORDER} ORDER BY ${keyOf(use, one)} DESC, created_at DESC, id DESC LIMIT ${APPS_MAX})`,
      );
      return `WITH chosen AS MATERIALIZED (${best.join(' UNION ')}), changed AS (
          SELECT app_id, (created_at AT TIME ZONE 'UTC')::date AS day, count(*) FILTER (WHERE vote_type = 'up') AS upvotes,
            count(*) FILTER (WHERE vote_type = 'down') AS downvotes, 0 AS views
          FROM votes WHERE created_at >= ${start} AND app_id IN (SELECT id FROM chosen) GROUP BY app_id, day
          UNION ALL
          SELECT app_id, day, 0, 0, views FROM daily_views
          WHERE day >= (${start} AT TIME ZONE 'UTC')::date AND app_id IN (SELECT id FROM chosen)
        ), changes AS (
          SELECT app_id, json_agg(json_build_array(day, upvotes, downvotes, views)) AS changes FROM (
            SELECT app_id, day, sum(upvotes) AS upvotes, sum(downvotes) AS downvotes, sum(views) AS views
            FROM changed GROUP BY app_id, day
          ) AS days GROUP BY app_id
        )
        SELECT apps.id, category, (extract(epoch FROM approved_at) * 1000)::float8 AS "approvedAt", upvotes, downvotes, views,
          time_spent::float8 AS "timeSpent", coalesce(changes.changes, '[]') AS changes
        FROM apps JOIN chosen ON chosen.id = apps.id LEFT JOIN changes ON changes.app_id = apps.id
        WHERE status = 'approved' ORDER BY created_at DESC, apps.id DESC`;
    }),
  );
}

/** Number of approved apps. */
export async function countApproved(db: Db): Promise<number> {
  const [row] = await run<{ approved: number }>(db, {
    text: 'SELECT approved_apps AS approved FROM catalogue',
    values: [],
  });
  return row?.approved ?? 0;
}

/** Apps of these that a person hides. People who hide nothing are missing. */
export function readHidden(
  db: Db,
  people: readonly string[],
  apps: readonly string[],
): Promise<{ personId: string; hidden: string[] }[]> {
  return run<{ personId: string; hidden: string[] }>(
    db,
    write(
      (use) => `SELECT person.id AS "personId", coalesce((
            SELECT json_agg(apps.id) FROM apps WHERE apps.id = ANY (${use(apps)}::uuid[]) AND NOT (${isNotHidden('person.id')})
          ), '[]') AS hidden
        FROM (SELECT DISTINCT user_id AS id FROM hidden WHERE user_id = ANY (${use(people)}::uuid[])) AS person`,
    ),
  );
}
