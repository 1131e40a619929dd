import type { AlgorithmParams, AlgorithmType } from '@zapdeck/contract/settings';
import { type Db, one } from '../../db/client.ts';
import { run, type Statement, unplanned, write } from '../../db/statement.ts';
import { together } from '../../db/together.ts';
import type { FeedRanking } from './feed.table.ts';
import { type Frontier, millisecondsOf } from './unseen.ts';

/** What a page begins with: the settings in force, and who asks as far as the feed knows them. */
export interface Start {
  params: AlgorithmParams;
  /** How many apps the viewer has seen, withdrawn ones too. */
  seen: number;
  /** In milliseconds since 1970. */
  lastViewedAt: number | null;
  approved: number;
  withdrawn: number;
  /** The scores that positions are measured by, and what was seen, are of this epoch. */
  epoch: string;
  /** In the order of the algorithm; null where none is stored, or none that still holds. */
  frontier: Frontier | null;
}

interface StartRow extends AlgorithmParams {
  no: number;
  seen: number;
  lastViewedAt: number | null;
  approved: number;
  withdrawn: number;
  epoch: string;
  asOf: string | null;
  rank: number;
  createdAt: number;
  appId: string;
  holes: string;
  newcomersAfter: number;
}

/** The order that the algorithm walks through what is unseen. */
export function rankingOf(algorithm: AlgorithmType): FeedRanking {
  return algorithm === 'semi_simple' ? 'upvotes' : 'score';
}

/** Whose page it is; `algorithm` is that of a deck under way, undefined for that of the settings. */
interface Asked {
  viewerId: string;
  algorithm: AlgorithmType | undefined;
}

/** All of it in one query, for each who asks. */
export function startStatement(asked: readonly Asked[]): Statement {
  const values = [asked.map(({ viewerId }) => viewerId), asked.map(({ algorithm }) => algorithm ?? null)];
  const text = `SELECT asked.no::int, params.algorithm_type AS "algorithmType", params.apps_per_page AS "appsPerPage",
      params.max_diversity_pool AS "maxDiversityPool",
      params.category_diversity_enabled AS "categoryDiversityEnabled",
      params.recycled_content_threshold AS "recycledContentThreshold",
      params.fresh_content_priority AS "freshContentPriority",
      coalesce(counts.seen, 0) AS seen, state.approved_apps AS approved, state.withdrawn_apps AS withdrawn,
      state.epoch::text AS epoch,
      (SELECT ${millisecondsOf('max(last_viewed_at)')} FROM seen_apps WHERE user_id = asked.viewer_id) AS "lastViewedAt",
      frontier.as_of::text AS "asOf", frontier.rank, ${millisecondsOf('frontier.created_at')} AS "createdAt",
      frontier.app_id AS "appId", frontier.holes::text, frontier.newcomers_after::float8 AS "newcomersAfter"
    FROM unnest(${unplanned('$1::uuid[]')}, ${unplanned('$2::algorithm_type[]')}) WITH ORDINALITY AS asked (viewer_id, algorithm, no)
      CROSS JOIN algorithm_params AS params CROSS JOIN feed_state AS state
      LEFT JOIN LATERAL (SELECT seen FROM seen_counts WHERE user_id = asked.viewer_id OFFSET 0) AS counts ON true
      LEFT JOIN LATERAL (SELECT * FROM feed_frontiers WHERE user_id = asked.viewer_id
        AND ranking = (CASE coalesce(asked.algorithm, params.algorithm_type)
          WHEN 'semi_simple' THEN 'upvotes' ELSE 'score' END)::feed_ranking
        OFFSET 0) AS frontier ON frontier.epoch = state.epoch
    WHERE params.is_active`;
  return { text, values };
}

function startOf(row: StartRow): Start {
  const { seen, approved, withdrawn, epoch, lastViewedAt, asOf, rank, createdAt, appId, holes } = row;
  const { newcomersAfter } = row;
  return {
    params: {
      algorithmType: row.algorithmType,
      appsPerPage: row.appsPerPage,
      maxDiversityPool: row.maxDiversityPool,
      categoryDiversityEnabled: row.categoryDiversityEnabled,
      recycledContentThreshold: row.recycledContentThreshold,
      freshContentPriority: row.freshContentPriority,
    },
    seen,
    approved,
    withdrawn,
    epoch,
    lastViewedAt,
    frontier: asOf === null ? null : { position: [rank, createdAt, appId], asOf, holes, newcomersAfter },
  };
}

const readStarts = together(async (db, asked: readonly Asked[]) => {
  const rows = await run<StartRow>(db, startStatement(asked));
  const byPlace = new Map(rows.map((row) => [row.no, row]));
  return asked.map((_asked, index) => byPlace.get(index + 1));
});

/** What the page of this viewer begins with. */
export async function readStart(db: Db, viewerId: string, algorithm?: AlgorithmType): Promise<Start> {
  const row = await readStarts(db, { viewerId, algorithm });
  if (!row) throw new Error('No parameters of the algorithm are in force');
  return startOf(row);
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
