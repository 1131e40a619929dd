import { INTERACTION_VALID_MS } from '@zapdeck/contract/feed/interactions';
import { sql } from 'drizzle-orm';
import { type Db, one } from '../../db/client.ts';
import { LOWEST_ID, lowestIdAt } from '../../db/columns.ts';
import { onCatalogue } from '../listings/numbers/catalogue-work.ts';

const BATCH = 100_000;
/** Age at which a row is visible on all nodes. Differences between clocks are smaller. */
const SETTLED_MS = 2 * 60_000;

interface CountLimits {
  isOver: () => boolean;
  batch?: number;
}

const step = sql`(CASE WHEN duration < 10000 THEN 100 ELSE 1000 END)`;
const roundedMs = sql`duration / ${step} * ${step}`;

/** Counts each interaction once on any number of nodes, except those of the last two minutes. Returns their number. */
export async function countTries(db: Db, now: Date, { isOver, batch = BATCH }: CountLimits): Promise<number> {
  const end = lowestIdAt(new Date(now.getTime() - SETTLED_MS));
  let total = 0;
  for (;;) {
    // Excludes a concurrent reset, which would miss tries that are being counted.
    const found = await onCatalogue(db, async (tx) => {
      const { rows } = await tx.execute<{ found: number }>(sql`
        WITH found AS MATERIALIZED (
          SELECT id, app_id, interaction_type, duration FROM user_app_interactions
          WHERE id > coalesce((SELECT until_id FROM tries_counted), ${LOWEST_ID}) AND id < ${end}
          ORDER BY id LIMIT ${batch}
        ), held AS MATERIALIZED (
          -- Locks all apps first, because a deletion locks its app before the rows that it cascades to.
          SELECT id FROM apps WHERE id IN (SELECT app_id FROM found) ORDER BY id FOR KEY SHARE
        ), counted AS (
          INSERT INTO tried_times AS known (app_id, duration_ms, tries)
          SELECT app_id, ${roundedMs}, count(*) FROM found
          WHERE interaction_type <> 'view' AND duration >= ${INTERACTION_VALID_MS}
            AND (SELECT count(*) FROM held) > 0 AND app_id IN (SELECT id FROM held) GROUP BY 1, 2
          ON CONFLICT (app_id, duration_ms) DO UPDATE SET tries = known.tries + excluded.tries
        ), noted AS (
          INSERT INTO tries_counted (until_id)
          SELECT CASE WHEN count(*) < ${batch} THEN ${end}::uuid ELSE max(id::text)::uuid END FROM found
          ON CONFLICT (is_only) DO UPDATE SET until_id = greatest(tries_counted.until_id, excluded.until_id)
        )
        SELECT count(*)::int AS found FROM found`);
      return one(rows).found;
    });
    total += found;
    if (found < batch || isOver()) return total;
  }
}
