import type { Db } from '../../../db/client.ts';
import { allowLongWork } from '../../../db/row-locks.ts';
import { holdLock } from '../../../db/advisory-locks.ts';
import { run } from '../../../db/statement.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { markSeenInDeck } from '../../votes/seen-in-deck.ts';
import { HAS_FEW_VOTES, hourOf, IS_TRUSTED_ACCOUNT, weigh } from '../../votes/trusted-votes.ts';
import { refreshTrustState } from '../../votes/trust-state.ts';

const PLACES = 10_000;
/** Number of UTC days whose likes and views count. Older ones would weigh less than 1 %. */
const TRENDING_DAYS = 14;
const HALF_LIFE_DAYS = 2;
const Z = 1.28;

export interface Scored {
  id: string;
  score: number;
  likes: number;
  views: number;
}

const TODAY = "($1::timestamptz AT TIME ZONE 'UTC')::date";
const FIRST_TIME = `((${TODAY} - ${TRENDING_DAYS - 1})::timestamp AT TIME ZONE 'UTC')`;

const weightOf = (day: string) =>
  `power(0.5::float8, greatest(${TODAY} - ${day}, 0) / ${HALF_LIFE_DAYS}.0::float8)`;

const LOWER_BOUND = `(rate + ${Z * Z} / (2 * views)
    - ${Z} * sqrt(rate * (1 - rate) / views + ${Z * Z} / (4 * views * views))) / (1 + ${Z * Z} / views)`;

/** Number of places in the order by score that an account reaches per day of its age: one page. */
export const REACHED_PER_DAY = 20;

/** SQL condition on `users`: the account is old enough that its likes and views count for an app at this place. */
const isReached = (place: string) =>
  `${place} <= ${REACHED_PER_DAY} * extract(epoch FROM $1::timestamptz - users.created_at) / 86400`;

/** SQL condition on `viewed`: no admin has taken back the account's vote on the app. */
const IS_STANDING =
  'NOT EXISTS (SELECT FROM taken_votes WHERE user_id = viewed.user_id AND app_id = viewed.app_id)';

/** SQL: trusted views of dealt cards. A like counts only with such a view. */
const TRUSTED_VIEWS = `SELECT viewed.user_id, viewed.app_id, viewed.viewed_at AS created_at, ${hourOf('viewed.viewed_at')} AS hour
    FROM dealt_views AS viewed JOIN users ON users.id = viewed.user_id LEFT JOIN seen_counts ON seen_counts.user_id = users.id
      JOIN placed ON placed.id = viewed.app_id
    WHERE NOT ${HAS_FEW_VOTES} AND viewed.viewed_at >= ${FIRST_TIME} AND ${IS_STANDING}
      AND ${IS_TRUSTED_ACCOUNT} AND ${isReached('placed.place')}`;

/** SQL: one view or like per confirmed account and app. They count while few likes are trusted. */
const VIEWS_OF_CONFIRMED = `SELECT user_id, app_id, max(at) AS created_at, ${hourOf('max(at)')} AS hour
    FROM (
      SELECT user_id, app_id, view_counted_at AS at FROM seen_apps WHERE view_counted_at >= ${FIRST_TIME}
      UNION ALL SELECT user_id, app_id, created_at FROM votes WHERE vote_type = 'up' AND created_at >= ${FIRST_TIME}
    ) AS viewed JOIN users ON users.id = viewed.user_id
    WHERE ${HAS_FEW_VOTES} AND users.email_verified_at IS NOT NULL AND ${IS_STANDING}
    GROUP BY user_id, app_id`;

/** Number of most viewed apps. Apps with fewer views get average views for those that they lack. */
export const MOST_VIEWED = 20;

/** Reads the scores without locks. Missing views count as average ones, so that a few bought likes prove little. */
const READ_SCORES = `WITH placed AS MATERIALIZED (
    SELECT id, approval_no, row_number() OVER (ORDER BY ranking_score DESC, created_at DESC, id DESC) AS place
    FROM apps WHERE status = 'approved'
  ), ${weigh(`${TRUSTED_VIEWS} UNION ALL ${VIEWS_OF_CONFIRMED}`, 'dealt_views')},
  viewed AS (
    SELECT app_id, weight, weight * ${weightOf("(created_at AT TIME ZONE 'UTC')::date")} AS aged_weight,
      EXISTS (SELECT FROM votes WHERE user_id = weighed.user_id AND app_id = weighed.app_id AND vote_type = 'up') AS is_liked
    FROM weighed
  ), sums AS (
    SELECT app_id AS id, sum(weight) AS views, coalesce(sum(weight) FILTER (WHERE is_liked), 0) AS likes,
      sum(aged_weight) AS aged_views, coalesce(sum(aged_weight) FILTER (WHERE is_liked), 0) AS aged_likes
    FROM viewed GROUP BY app_id
  ), usual AS (
    SELECT sum(aged_likes) / sum(aged_views) AS rate,
      (SELECT min(aged_views) FROM (SELECT aged_views FROM sums ORDER BY 1 DESC LIMIT ${MOST_VIEWED}) AS most) AS views
    FROM sums
  ), rated AS (
    SELECT id, approval_no, sums.likes, sums.views AS all_views, greatest(aged_views, usual.views) AS views,
      (aged_likes + usual.rate * greatest(usual.views - aged_views, 0)) / greatest(aged_views, usual.views) AS rate
    FROM sums JOIN placed USING (id), usual
  )
  -- Without likes, the bound is 0 up to rounding.
  SELECT id, CASE WHEN rate > 0 THEN ${LOWER_BOUND} ELSE 0 END AS score, likes, all_views AS views FROM rated
  ORDER BY score DESC, approval_no DESC LIMIT ${PLACES}`;

/** Returns the apps with the highest scores, in descending order. */
export function readTrending(db: Db, now: Date): Promise<Scored[]> {
  return run<Scored>(db, { text: READ_SCORES, values: [now.toISOString()] });
}

const STORE_SCORES = `WITH scored AS MATERIALIZED (
    SELECT * FROM unnest($1::uuid[], $2::float8[], $3::float8[], $4::float8[]) AS scored (app_id, score, likes, views)
  ), left_out AS (
    DELETE FROM trending_scores WHERE app_id NOT IN (SELECT app_id FROM scored)
  )
  INSERT INTO trending_scores AS known (app_id, score, likes, views) SELECT app_id, score, likes, views FROM scored
  ON CONFLICT (app_id) DO UPDATE SET score = excluded.score, likes = excluded.likes, views = excluded.views
    WHERE (known.score, known.likes, known.views) <> (excluded.score, excluded.likes, excluded.views)`;

/** Computes and stores the trending scores. Returns the number of apps with a score. */
export async function refreshTrending(db: Db, now: Date): Promise<number> {
  await markSeenInDeck(db, now);
  return inTransaction(db, async (tx) => {
    await allowLongWork(tx);
    await holdLock(tx, 'trending');
    await refreshTrustState(tx, now);
    const scored = await readTrending(tx, now);
    const columns = ['id', 'score', 'likes', 'views'] as const;
    const values = columns.map((column) => scored.map((app) => app[column]));
    await run(tx, { text: STORE_SCORES, values });
    return scored.length;
  });
}
