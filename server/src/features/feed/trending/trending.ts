import type { Db } from '../../../db/client.ts';
import { allowLongWork } from '../../../db/allow-long-work.ts';
import { holdLock } from '../../../db/advisory-locks.ts';
import { run } from '../../../db/statement.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { markSeenInDeck } from '../../votes/seen-in-deck.ts';
import { trustedLikes } from '../../votes/trusted-votes.ts';
import { refreshTrustState } from '../../votes/trust-state.ts';

/** Apps that have a score. All others follow them in the deck, in the order of approval. */
const PLACES = 10_000;
/** Likes and views of fewer UTC days count. Older ones would weigh less than 1 %. */
export const TRENDING_DAYS = 14;
export const HALF_LIFE_DAYS = 2;
/** Standard score of the bounds of an 80 % interval. */
export const Z = 1.28;

/** An app with its score in the deck `trending`. */
export interface Scored {
  id: string;
  score: number;
}

const TODAY = "($1::timestamptz AT TIME ZONE 'UTC')::date";
const FIRST_DAY = `(${TODAY} - ${TRENDING_DAYS - 1})`;

/** SQL: weight of a like or view of a UTC date at the time `$1`. */
const weightOf = (day: string) =>
  `power(0.5::float8, greatest(${TODAY} - ${day}, 0) / ${HALF_LIFE_DAYS}.0::float8)`;

/** SQL: lower bound of Wilson's interval for `likes` of `views`. */
const LOWER_BOUND = `(rate + ${Z * Z} / (2 * views)
    - ${Z} * sqrt(rate * (1 - rate) / views + ${Z * Z} / (4 * views * views))) / (1 + ${Z * Z} / views)`;

/** Early views with the average like rate that are added to those of each app, so that an app with few of them counts as average. */
export const AVERAGE_VIEWS = 10;
/** Fewer likes of early cards on the instance, by their weights, say too little about the average. */
export const EARLY_LIKES_MIN = 20;

/**
 * Reads the scores in one statement without locks. Only trusted likes count. An app with more likes than views counts as viewed
 * once per like. Its like rate counts up to that of early cards, because a buyer of likes has to look for the app.
 */
const READ_SCORES = `WITH ${trustedLikes(`votes.created_at >= (${FIRST_DAY}::timestamp AT TIME ZONE 'UTC')`)},
  liked AS (
    SELECT app_id, sum(weight) AS likes, coalesce(sum(weight) FILTER (WHERE is_of_early_card), 0) AS early_likes
    FROM (
      SELECT app_id, is_of_early_card, weight * ${weightOf("(created_at AT TIME ZONE 'UTC')::date")} AS weight FROM trusted_likes
    ) AS aged GROUP BY app_id
  ), viewed AS (
    SELECT app_id, sum(views * ${weightOf('day')}) AS views, sum(early_views * ${weightOf('day')}) AS early_views FROM daily_views
    WHERE day >= ${FIRST_DAY} GROUP BY app_id
  ), counted AS (
    SELECT apps.id, apps.approval_no, likes, greatest(viewed.views, likes) AS views,
      coalesce(early_likes, 0) AS early_likes, greatest(early_views, early_likes, 0) AS early_views
    FROM apps LEFT JOIN liked ON liked.app_id = apps.id LEFT JOIN viewed ON viewed.app_id = apps.id WHERE apps.status = 'approved'
  ), average AS (
    SELECT CASE WHEN sum(early_likes) >= ${EARLY_LIKES_MIN} THEN sum(early_likes) / sum(early_views) END AS rate FROM counted
  ), rated AS (
    SELECT id, approval_no, views,
      least(likes / views, (early_likes + ${AVERAGE_VIEWS} * average.rate) / (early_views + ${AVERAGE_VIEWS})) AS rate
    FROM counted, average WHERE likes > 0
  )
  SELECT id, ${LOWER_BOUND} AS score FROM rated
  ORDER BY score DESC, approval_no DESC LIMIT ${PLACES}`;

/** Returns the apps with the highest scores, the highest first. */
export function readTrending(db: Db, now: Date): Promise<Scored[]> {
  return run<Scored>(db, { text: READ_SCORES, values: [now.toISOString()] });
}

const STORE_SCORES = `WITH scored AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::float8[]) AS scored (app_id, score)
  ), left_out AS (
    DELETE FROM trending_scores WHERE app_id NOT IN (SELECT app_id FROM scored)
  )
  INSERT INTO trending_scores AS known (app_id, score) SELECT app_id, score FROM scored
  ON CONFLICT (app_id) DO UPDATE SET score = excluded.score WHERE known.score <> excluded.score`;

/** Computes and stores the scores of the deck `trending`. Returns the number of apps that have one. */
export async function refreshTrending(db: Db, now: Date): Promise<number> {
  await markSeenInDeck(db, now);
  return inTransaction(db, async (tx) => {
    await allowLongWork(tx);
    await holdLock(tx, 'trending');
    await refreshTrustState(tx, now);
    const scored = await readTrending(tx, now);
    const values = [scored.map(({ id }) => id), scored.map(({ score }) => score)];
    await run(tx, { text: STORE_SCORES, values });
    return scored.length;
  });
}
