import { RANKING_COMPARED, type RankChange, type rankingPreview } from '@zapdeck/contract/previews';
import type { ResponseOf } from '@zapdeck/contract/route';
import type { FormulaWeights } from '@zapdeck/contract/settings';
import { type SQL, sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';

const TOP = 20;
const MOVERS = 5;
/** Sorts some hundred thousand apps without a file on the disk. */
const SORT_MEMORY = '32MB';

interface Comparison {
  apps: number;
  moved: number;
  top: RankChange[] | null;
  rising: RankChange[] | null;
  falling: RankChange[] | null;
}

/** Adds up in the order of the trigger on apps, so that equal weights give equal scores. */
function compareWith({ upvoteWeight, downvoteWeight, viewWeight, timeWeight }: FormulaWeights): SQL {
  return sql`
    WITH scored AS (
      SELECT id, created_at, ranking_score AS before,
        upvotes * ${upvoteWeight}::float8 - downvotes * ${downvoteWeight}::float8
          + views * ${viewWeight}::float8 + time_spent * ${timeWeight}::float8 AS after
      FROM apps WHERE status = 'approved'
    ), ranked AS MATERIALIZED (
      SELECT id, before, after,
        row_number() OVER (ORDER BY before DESC, created_at DESC, id DESC) AS rank_before,
        row_number() OVER (ORDER BY after DESC, created_at DESC, id DESC) AS rank_after
      FROM scored
    ), compared AS MATERIALIZED (
      SELECT rank_before, rank_after, json_build_object('appId', id,
        'title', (SELECT title FROM apps WHERE apps.id = ranked.id), 'scoreBefore', before, 'scoreAfter', after,
        'rankBefore', rank_before, 'rankAfter', rank_after) AS change
      FROM ranked WHERE rank_before <= ${RANKING_COMPARED} OR rank_after <= ${RANKING_COMPARED}
    )
    SELECT counted.*,
      (SELECT json_agg(change ORDER BY rank_after) FROM compared WHERE rank_after <= ${TOP}) AS top,
      (SELECT json_agg(change ORDER BY rank_before - rank_after DESC, rank_after) FROM (
        SELECT * FROM compared WHERE rank_after < rank_before
        ORDER BY rank_before - rank_after DESC, rank_after LIMIT ${MOVERS}) AS up) AS rising,
      (SELECT json_agg(change ORDER BY rank_after - rank_before DESC, rank_before) FROM (
        SELECT * FROM compared WHERE rank_after > rank_before
        ORDER BY rank_after - rank_before DESC, rank_before LIMIT ${MOVERS}) AS down) AS falling
    FROM (SELECT count(*)::int AS apps, (count(*) FILTER (WHERE rank_before <> rank_after))::int AS moved
      FROM ranked) AS counted`;
}

export async function previewRanking(
  db: Db,
  weights: FormulaWeights,
): Promise<ResponseOf<typeof rankingPreview>> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql.raw(`SET LOCAL work_mem = '${SORT_MEMORY}'`));
    const { rows } = await tx.execute<Comparison & Record<string, unknown>>(compareWith(weights));
    const { apps, moved, top, rising, falling } = one(rows);
    return { apps, moved, top: top ?? [], rising: rising ?? [], falling: falling ?? [] };
  });
}
