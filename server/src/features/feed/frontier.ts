import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { run, write } from '../../db/statement.ts';
import { type Numbered, positionOf } from './deck.ts';
import type { FeedRanking } from '../../db/schema/feed.table.ts';
import { pack } from './packed-candidates.ts';
import { bottomOf, isoOf, standsAtBottom } from './unseen.ts';

/** Whoever has seen fewer apps than this is served by walking past them. */
export const FRONTIER_FROM = 256;

/** A walk this long, or so many apps that changed, make it worth a write to have the next one begin further down. */
const WALKED_FROM = 64;
const CHANGED_FROM = 256;
const NEWCOMERS_PASSED_FROM = 64;

/** What a statement over the whole order, from its top and with nothing dealt, has found; all of one snapshot. */
export interface Found {
  ranking: FeedRanking;
  /** Every unseen app from the top down to the last of them; to the bottom when there are fewer than `limit`. */
  unseen: readonly Numbered[];
  limit: number;
  /** How many rows the walk passed, and how many apps had changed since the frontier that was used. */
  walked: number;
  changed: number;
  asOf: string;
  epoch: string;
  /** The number after which the next newcomer for this person stands. */
  newcomersAfter: number;
}

/** As far as what came of it is weighed; see `feedFrontiers`. */
export interface UsedFrontier {
  rank: number;
  newcomersAfter: number;
}

/** Whether the frontier that was used is so far behind what was found that the next is worth a write. */
export function isOutrun(used: UsedFrontier | null, found: Found): boolean {
  if (!used) return true;
  const hasReachedEnd = found.unseen.length < found.limit && !standsAtBottom(found.ranking, used.rank);
  return (
    hasReachedEnd ||
    found.walked >= WALKED_FROM ||
    found.changed >= CHANGED_FROM ||
    found.newcomersAfter - used.newcomersAfter >= NEWCOMERS_PASSED_FROM
  );
}

/** Keeps the frontier for the viewer's next pages. It holds for whatever commits later, in whatever order it is stored. */
export async function storeFrontier(db: Db, viewerId: string, found: Found): Promise<void> {
  const { ranking, unseen, limit, epoch, asOf, newcomersAfter } = found;
  const last = unseen.length < limit ? undefined : unseen.at(-1);
  const [rank, createdAt, appId] = last ? positionOf(last) : bottomOf(ranking);
  const holes = unseen.map(({ id }) => id);
  const candidates = pack(unseen.map(({ approvalNo, ...app }) => ({ ...app, number: approvalNo })));
  await run(
    db,
    write(
      (use) => `INSERT INTO feed_frontiers
          (user_id, ranking, epoch, as_of, rank, created_at, app_id, holes, candidates, newcomers_after)
        VALUES (${use(viewerId)}, ${use(ranking)}, ${use(epoch)}, ${use(asOf)}, ${use(rank)},
          ${use(isoOf(createdAt))}, ${use(appId)}, ${use(holes)}, ${use(candidates)},
          ${use(newcomersAfter)})
        ON CONFLICT (user_id, ranking) DO UPDATE SET epoch = excluded.epoch, as_of = excluded.as_of,
          rank = excluded.rank, created_at = excluded.created_at, app_id = excluded.app_id, holes = excluded.holes,
          candidates = excluded.candidates, newcomers_after = excluded.newcomers_after`,
    ),
  );
}

/**
 * Forgets all frontiers when the database was restored into another PostgreSQL, whose transactions have other numbers;
 * returns whether it was. The first server of a database only has its name taken down. Where the server does not tell
 * who it is, each of its starts counts as another.
 */
export async function forgetForeignFrontiers(db: Db): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ is_first: boolean }>(sql`
      UPDATE feed_state SET epoch = epoch + 1, system_identifier = here.identifier
      FROM (SELECT system_identifier IS NULL AS is_first, CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
          THEN (SELECT system_identifier::text FROM pg_control_system())
          ELSE pg_postmaster_start_time()::text END AS identifier FROM feed_state) AS here
      WHERE feed_state.system_identifier IS DISTINCT FROM here.identifier
      RETURNING here.is_first`);
    if (rows[0]?.is_first !== false) return false;
    await tx.execute(sql`UPDATE apps SET ranked_xid = NULL WHERE ranked_xid IS NOT NULL`);
    return true;
  });
}
