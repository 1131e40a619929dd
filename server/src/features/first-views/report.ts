import {
  type FirstViewsReport,
  type ReportMedians,
  SPLIT_MIN,
  type Rate,
  type TriedTime,
} from '@zapdeck/contract/feed/first-views';
import { INTERACTION_VALID_MS } from '@zapdeck/contract/feed/interactions';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { readPlace } from '../listings/numbers/read-place.ts';

const Z = 1.96;

/** Returns the share of `count` in `total` with its 95 % interval (Wilson). */
export function rateOf(count: number, total: number): Rate {
  const rate = count / total;
  const centre = rate + (Z * Z) / (2 * total);
  const spread = Z * Math.sqrt((rate * (1 - rate)) / total + (Z * Z) / (4 * total * total));
  const scale = 1 + (Z * Z) / total;
  return { rate, low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}

const FROM_MS = [0, 3_000, 10_000, 30_000, 60_000, 180_000];

/** Groups times into ranges. Joins neighbouring ranges until each has `SPLIT_MIN` people. */
export function triedRanges(timesMs: readonly number[]): TriedTime[] {
  const ranges: TriedTime[] = [];
  let fromMs = 0;
  for (const [index] of FROM_MS.entries()) {
    const toMs = FROM_MS[index + 1] ?? null;
    const people = timesMs.filter((time) => time >= fromMs && time < (toMs ?? Infinity)).length;
    if (people >= SPLIT_MIN) {
      ranges.push({ fromMs, toMs, people });
      fromMs = toMs ?? 0;
    } else if (toMs === null) {
      const last = ranges.pop();
      if (last) ranges.push({ ...last, toMs: null, people: last.people + people });
    }
  }
  return ranges;
}

const COMPARED = 1_000;

interface Viewers {
  members: number;
  likes: number;
  times: number[];
}

async function readViewers(db: Db, budgetId: string): Promise<Viewers> {
  // An interaction of the same request has an earlier time than the view.
  const { rows } = await db.execute<Viewers & Record<string, unknown>>(sql`
    WITH viewer AS MATERIALIZED (
      SELECT users.id, view_budgets.app_id, first_views.viewed_at
      FROM first_views JOIN view_budgets ON view_budgets.id = budget_id JOIN users ON users.id = user_id
      WHERE budget_id = ${budgetId} AND NOT users.is_guest
    ), tried AS (
      SELECT decided.duration FROM viewer CROSS JOIN LATERAL (
        SELECT duration FROM user_app_interactions AS interaction
        WHERE interaction.user_id = viewer.id AND interaction.app_id = viewer.app_id AND interaction_type <> 'view'
          AND duration >= ${INTERACTION_VALID_MS} AND created_at >= viewer.viewed_at - interval '1 minute'
        ORDER BY created_at, id LIMIT 1
      ) AS decided
    )
    SELECT (SELECT count(*)::int FROM viewer) AS members,
      (SELECT count(*)::int FROM viewer JOIN votes ON votes.app_id = viewer.app_id AND votes.user_id = viewer.id
        AND vote_type = 'up') AS likes,
      (SELECT coalesce(json_agg(duration ORDER BY duration), '[]') FROM tried) AS times`);
  return one(rows);
}

/** Returns medians of the category's other reports, or of all categories if it has under `SPLIT_MIN`. */
async function readMedians(db: Db, { appId, category }: Reported): Promise<ReportMedians | null> {
  const { rows } = await db.execute<ReportMedians & Record<string, unknown>>(sql`
    WITH other AS MATERIALIZED (
      SELECT report ->> 'category' AS category, (report -> 'likeRate' ->> 'rate')::float8 AS rate,
        (report ->> 'triedMs')::float8 AS tried
      FROM view_budgets WHERE finished_at IS NOT NULL AND report -> 'likeRate' ->> 'rate' IS NOT NULL AND app_id <> ${appId}
      ORDER BY finished_at DESC LIMIT ${COMPARED}
    ), compared AS (
      SELECT ${category}::text AS category, rate, tried FROM other WHERE category = ${category}
      UNION ALL SELECT NULL, rate, tried FROM other
    )
    SELECT category, count(*)::int AS reports, percentile_cont(0.5) WITHIN GROUP (ORDER BY rate) AS "likeRate",
      round(percentile_cont(0.5) WITHIN GROUP (ORDER BY tried))::int AS "triedMs"
    FROM compared GROUP BY category HAVING count(*) >= ${SPLIT_MIN} ORDER BY category NULLS LAST LIMIT 1`);
  return rows[0] ?? null;
}

export interface Reported {
  id: string;
  appId: string;
  category: string;
}

const middleOf = (sorted: readonly number[]): number => sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;

/** Makes the report of a budget from the votes and times of its counted viewers. */
export async function readReport(db: Db, reported: Reported): Promise<FirstViewsReport> {
  const { members, likes, times } = await readViewers(db, reported.id);
  const isShown = members >= SPLIT_MIN;
  return {
    members: isShown ? members : 0,
    likes: isShown ? likes : null,
    likeRate: isShown ? rateOf(likes, members) : null,
    triedMs: times.length >= SPLIT_MIN ? middleOf(times) : null,
    tried: triedRanges(times),
    category: reported.category,
    place: await readPlace(db, reported.appId, 'category'),
    medians: await readMedians(db, reported),
  };
}
