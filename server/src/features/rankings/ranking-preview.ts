import { RANKING_COMPARED, type RankChange, type rankingPreview } from '@zapdeck/contract/pictures/previews';
import type { ResponseOf } from '@zapdeck/contract/wire/route';
import type { FormulaWeights } from '@zapdeck/contract/instance/settings';
import { message } from '@zapdeck/contract/wire/message';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { LOWEST_ID } from '../../db/columns.ts';
import { run, type Use, write } from '../../db/statement.ts';
import { inTransaction } from '../../db/transaction.ts';
import { Refusal } from '../../http/refusal.ts';
import { IS_APPROVED } from '../feed/order.ts';
import { isOrdered, membershipOf, type OpenDeck } from '../feed/sources.ts';

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
function compareWith(use: Use, deck: OpenDeck, weights: FormulaWeights): string {
  const weight = (name: keyof FormulaWeights) => `${use(weights[name])}::float8`;
  return `
    WITH scored AS (
      SELECT apps.id, apps.created_at, apps.ranking_score AS before,
        apps.upvotes * ${weight('upvoteWeight')} - apps.downvotes * ${weight('downvoteWeight')}
          + apps.views * ${weight('viewWeight')} + apps.time_spent * ${weight('timeWeight')} AS after
      FROM apps WHERE ${IS_APPROVED} AND ${membershipOf(deck, LOWEST_ID)?.(use) ?? 'true'}
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

/**
 * Returns what a recalculation under the weights would do to the apps of the deck, and changes nothing. Rejects with
 * `invalid_input` if the deck has its own order.
 */
export async function previewRanking(
  db: Db,
  deck: OpenDeck,
  weights: FormulaWeights,
): Promise<ResponseOf<typeof rankingPreview>> {
  if (isOrdered(deck))
    throw new Refusal('invalid_input', { fields: { deck: message('This deck is not sorted by score') } });
  return inTransaction(db, async (tx) => {
    await tx.execute(sql.raw(`SET LOCAL work_mem = '${SORT_MEMORY}'`));
    const rows = await run<Comparison>(
      tx,
      write((use) => compareWith(use, deck, weights)),
    );
    const { apps, moved, top, rising, falling } = one(rows);
    return { apps, moved, top: top ?? [], rising: rising ?? [], falling: falling ?? [] };
  });
}
