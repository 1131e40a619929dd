import type { Db } from '../../../db/client.ts';
import { run, write } from '../../../db/statement.ts';
import { bottomOf, isoOf, rankingOf } from '../order.ts';
import { firstOpenIn } from '../../../db/snapshot.ts';
import type { Unseen } from './read-unseen.ts';
import type { Asked } from './unseen-sql.ts';

/**
 * Keeps for the viewer's next pages what was found for a deck of which nothing was dealt: all that is unseen down to the
 * last of it. It holds for whatever commits later, in whatever order it is stored.
 */
export async function storeFrontier(
  db: Db,
  { viewer, dealt: { algorithm }, limit }: Asked,
  { fresh, newcomers, asOf, epoch, lastNewcomer }: Unseen,
): Promise<void> {
  const last = fresh.length < limit.fresh ? undefined : fresh.at(-1);
  const [rank, createdAt, appId] = last?.position ?? bottomOf(algorithm);
  const values = {
    user_id: viewer.id,
    ranking: rankingOf(algorithm),
    epoch,
    as_of: firstOpenIn(asOf),
    rank,
    created_at: isoOf(createdAt),
    app_id: appId,
    gap_ids: fresh.map(({ id }) => id),
    gap_categories: fresh.map(({ category }) => category),
    gap_ranks: fresh.map(({ position }) => position[0]),
    gap_times: fresh.map(({ position }) => isoOf(position[1])),
    gap_numbers: fresh.map(({ approvalNo }) => approvalNo),
    newcomers_after: newcomers[0] ? newcomers[0].approvalNo - 1 : lastNewcomer,
  };
  const columns = Object.keys(values);
  const statement = write(
    (
      use,
    ) => `INSERT INTO feed_frontiers (${columns.join(', ')}) VALUES (${Object.values(values).map(use).join(', ')})
      ON CONFLICT (user_id, ranking) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
  await run(db, statement);
}
