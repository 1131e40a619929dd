import type { AlgorithmParams, AlgorithmType } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run, type Statement, write } from '../../db/statement.ts';
import type { FeedRanking } from './feed.table.ts';
import type { Frontier } from './unseen.ts';

/** What a page begins with: the settings in force, and who asks as far as the feed knows them. */
export interface Start {
  params: AlgorithmParams;
  /** How many apps the viewer has seen, withdrawn ones too. */
  seen: number;
  lastViewedAt: Date | null;
  approved: number;
  withdrawn: number;
  /** The scores that positions are measured by, and what was seen, are of this epoch. */
  epoch: string;
  /** In the order of the algorithm; null where none is stored, or none that still holds. */
  frontier: Frontier | null;
}

interface StartRow extends AlgorithmParams {
  seen: number;
  lastViewedAt: string | null;
  approved: number;
  withdrawn: number;
  epoch: string;
  asOf: string | null;
  rank: number;
  createdAt: string;
  appId: string;
  holes: string[];
  newcomersAfter: number;
}

/** The order that the algorithm walks through what is unseen. */
export function rankingOf(algorithm: AlgorithmType): FeedRanking {
  return algorithm === 'semi_simple' ? 'upvotes' : 'score';
}

/** All of it in one query; `algorithm` is that of a deck under way, else that of the settings. */
export function startStatement(viewerId: string, algorithm: AlgorithmType | undefined): Statement {
  return write(
    (use) => `SELECT params.algorithm_type AS "algorithmType", params.apps_per_page AS "appsPerPage",
      params.max_diversity_pool AS "maxDiversityPool",
      params.category_diversity_enabled AS "categoryDiversityEnabled",
      params.recycled_content_threshold AS "recycledContentThreshold",
      params.fresh_content_priority AS "freshContentPriority",
      coalesce(counts.seen, 0) AS seen, state.approved_apps AS approved, state.withdrawn_apps AS withdrawn,
      state.epoch::text AS epoch,
      (SELECT max(last_viewed_at) FROM seen_apps WHERE user_id = ${use(viewerId)}) AS "lastViewedAt",
      frontier.as_of::text AS "asOf", frontier.rank, frontier.created_at AS "createdAt", frontier.app_id AS "appId",
      frontier.holes, frontier.newcomers_after::float8 AS "newcomersAfter"
    FROM algorithm_params AS params CROSS JOIN feed_state AS state
      LEFT JOIN seen_counts AS counts ON counts.user_id = $1
      LEFT JOIN feed_frontiers AS frontier ON frontier.user_id = $1 AND frontier.epoch = state.epoch
        AND frontier.ranking = (CASE coalesce(${use(algorithm ?? null)}::algorithm_type, params.algorithm_type)
          WHEN 'semi_simple' THEN 'upvotes' ELSE 'score' END)::feed_ranking
    WHERE params.is_active`,
  );
}

/** What the page of this viewer begins with. */
export async function readStart(db: Db, viewerId: string, algorithm?: AlgorithmType): Promise<Start> {
  const read = one(await run<StartRow>(db, startStatement(viewerId, algorithm)));
  const { seen, approved, withdrawn, epoch, lastViewedAt, asOf, rank, createdAt, appId } = read;
  const { holes, newcomersAfter, ...params } = read;
  return {
    params: {
      algorithmType: params.algorithmType,
      appsPerPage: params.appsPerPage,
      maxDiversityPool: params.maxDiversityPool,
      categoryDiversityEnabled: params.categoryDiversityEnabled,
      recycledContentThreshold: params.recycledContentThreshold,
      freshContentPriority: params.freshContentPriority,
    },
    seen,
    approved,
    withdrawn,
    epoch,
    lastViewedAt: lastViewedAt === null ? null : new Date(lastViewedAt),
    frontier:
      asOf === null
        ? null
        : { position: [rank, new Date(createdAt).getTime(), appId], asOf, holes, newcomersAfter },
  };
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
