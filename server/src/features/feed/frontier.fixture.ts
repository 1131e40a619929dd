import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import type { FeedRanking } from './feed.table.ts';

/** The viewer's frontier, when one is stored that still holds, with its holes and the epoch that it is of. */
export async function readFrontier(db: Db, viewerId: string, ranking: FeedRanking = 'score') {
  const [frontier] = await run<{ holes: string[]; epoch: string }>(db, {
    text: `SELECT holes::text[], frontier.epoch::text FROM feed_frontiers AS frontier
      JOIN feed_state ON feed_state.epoch = frontier.epoch WHERE user_id = $1::uuid AND ranking = $2::feed_ranking`,
    values: [viewerId, ranking],
  });
  return frontier;
}
