import { RANKING_COMPARED, type RankChange, type rankingPreview } from '@zapdeck/contract/pictures/previews';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import type { FormulaWeights } from '@zapdeck/contract/instance/settings';
import { message } from '@zapdeck/contract/wire/message';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { LOWEST_ID } from '../../db/columns.ts';
import { run } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { deckValue, IS_APPROVED, isOrdered, membershipOf, type OpenDeck } from '../feed/sources.ts';

const TOP = 20;
const MOVERS = 5;
const SORT_MEMORY = '32MB';

interface Comparison {
  apps: number;
  moved: number;
  top: RankChange[] | null;
  rising: RankChange[] | null;
  falling: RankChange[] | null;
}

/** Adds in the same order as the trigger on apps, so that equal weights give equal scores. */
function compareSql(deck: OpenDeck): string {
  const membership = membershipOf(deck, { viewer: `'${LOWEST_ID}'`, value: '(SELECT value FROM asked)' });
  return `
    WITH asked AS (SELECT $5::text AS value), scored AS (
      SELECT apps.id, apps.created_at, apps.ranking_score AS before,
        apps.upvotes * $1::float8 - apps.downvotes * $2::float8 + apps.views * $3::float8
          + apps.time_spent * $4::float8 AS after
      FROM apps WHERE ${IS_APPROVED} AND ${membership ?? 'true'}
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

/** Returns the effect of the weights on a deck. Rejects with `invalid_input` if the deck has its own order. */
export async function previewRanking(
  db: Db,
  deck: OpenDeck,
  weights: FormulaWeights,
): Promise<ResponseOf<typeof rankingPreview>> {
  if (isOrdered(deck))
    throw new Refusal('invalid_input', { fields: { deck: message('This deck is not sorted by score') } });
  const { upvoteWeight, downvoteWeight, viewWeight, timeWeight } = weights;
  const values = [upvoteWeight, downvoteWeight, viewWeight, timeWeight, deckValue(deck)];
  return inTransaction(db, async (tx) => {
    await tx.execute(sql.raw(`SET LOCAL work_mem = '${SORT_MEMORY}'`));
    const { apps, moved, top, rising, falling } = one(
      await run<Comparison>(tx, { text: compareSql(deck), values }),
    );
    return { apps, moved, top: top ?? [], rising: rising ?? [], falling: falling ?? [] };
  });
}
