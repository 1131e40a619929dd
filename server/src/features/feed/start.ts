import type { AlgorithmParams } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run, type Statement, unplanned, write } from '../../db/statement.ts';
import { together } from '../../db/together.ts';
import { millisecondsOf } from './unseen.ts';

/** What a page begins with: the settings in force, and who asks as far as the feed knows them. */
export interface Start {
  params: AlgorithmParams;
  /** How many apps the viewer has seen, withdrawn ones too. */
  seen: number;
  /** In milliseconds since 1970. */
  lastViewedAt: number | null;
  approved: number;
  withdrawn: number;
}

interface StartRow extends AlgorithmParams {
  no: number;
  seen: number;
  lastViewedAt: number | null;
  approved: number;
  withdrawn: number;
}

/** All of it in one query, for each of the viewers. */
export function startStatement(viewerIds: readonly string[]): Statement {
  const text = `SELECT asked.no::int, params.algorithm_type AS "algorithmType", params.apps_per_page AS "appsPerPage",
      params.max_diversity_pool AS "maxDiversityPool",
      params.category_diversity_enabled AS "categoryDiversityEnabled",
      params.recycled_content_threshold AS "recycledContentThreshold",
      params.fresh_content_priority AS "freshContentPriority",
      coalesce(counts.seen, 0) AS seen, state.approved_apps AS approved, state.withdrawn_apps AS withdrawn,
      (SELECT ${millisecondsOf('max(last_viewed_at)')} FROM seen_apps WHERE user_id = asked.viewer_id) AS "lastViewedAt"
    FROM unnest(${unplanned('$1::uuid[]')}) WITH ORDINALITY AS asked (viewer_id, no)
      CROSS JOIN algorithm_params AS params CROSS JOIN feed_state AS state
      LEFT JOIN LATERAL (SELECT seen FROM seen_counts WHERE user_id = asked.viewer_id OFFSET 0) AS counts ON true
    WHERE params.is_active`;
  return { text, values: [viewerIds] };
}

const readStarts = together(async (db, viewerIds: readonly string[]) => {
  const rows = await run<StartRow>(db, startStatement(viewerIds));
  const byPlace = new Map(rows.map((row) => [row.no, row]));
  return viewerIds.map((_id, index) => byPlace.get(index + 1));
});

/** What the page of this viewer begins with. */
export async function readStart(db: Db, viewerId: string): Promise<Start> {
  const row = await readStarts(db, viewerId);
  if (!row) throw new Error('No parameters of the algorithm are in force');
  const { no: _no, seen, lastViewedAt, approved, withdrawn, ...params } = row;
  return { params, seen, lastViewedAt, approved, withdrawn };
}

/**
 * Whether the viewer has seen at least so many percent of the approved catalogue, so that recycled apps get places of
 * their own. The counts decide, unless it hangs on which of the seen apps were withdrawn: then those are counted.
 */
export async function isEnoughSeen(
  db: Db,
  viewerId: string,
  { seen, approved, withdrawn }: Start,
  { recycledContentThreshold }: AlgorithmParams,
): Promise<boolean> {
  const isEnough = (count: number) => count > 0 && count * 100 >= approved * recycledContentThreshold;
  if (!isEnough(seen)) return false;
  if (isEnough(seen - withdrawn)) return true;
  const counted = await run<{ seen: number }>(
    db,
    write(
      (use) => `SELECT count(*)::int AS seen FROM seen_apps JOIN apps ON apps.id = seen_apps.app_id
        WHERE seen_apps.user_id = ${use(viewerId)} AND apps.status = 'approved'`,
    ),
  );
  return isEnough(one(counted).seen);
}
