import { TRUSTED_LIKES } from '@zapdeck/contract/stats';

/** Apps that an account must have viewed besides the liked one. */
export const OTHERS_VIEWED_MIN = 10;
/** A network with more accounts that are older than a month is shared by honest people, such as a school. */
export const LARGE_NETWORK_ACCOUNTS = 30;
/** Votes of a UTC day from which the job looks for a network that has more than half of them. */
export const CROWDED_DAY_VOTES_MIN = 20;

/** Weights are multiples of 1/2²⁰. */
const UNIT = 2 ** 20;

const NOW = '$1::timestamptz';

/** SQL for FROM: votes with what their trust depends on. */
export const VOTES_OF_ACCOUNTS = `votes JOIN users ON users.id = votes.user_id
    LEFT JOIN seen_counts ON seen_counts.user_id = votes.user_id`;

/** SQL condition: too few votes are trusted, so those of all confirmed accounts count. */
export const HAS_FEW_VOTES = `(SELECT likes < ${TRUSTED_LIKES.min} FROM trust_state)`;

/** SQL condition on users with `seen_counts`: the account has viewed enough apps. */
export const HAS_VIEWED_OTHERS = `coalesce(greatest(seen_counts.seen, seen_counts.most_before) > ${OTHERS_VIEWED_MIN}, false)`;

/** SQL condition on `VOTES_OF_ACCOUNTS`: the like is trusted at the time `$1`, on an instance of any size. */
export const IS_TRUSTED = `votes.vote_type = 'up' AND votes.is_seen_in_deck AND users.email_verified_at IS NOT NULL
    AND users.created_at <= ${NOW} - interval '1 day' AND ${HAS_VIEWED_OTHERS}`;

/** SQL condition on votes: the like was seen in a deck, or too few likes are trusted to require that. */
export const MAY_COUNT = `(votes.is_seen_in_deck OR ${HAS_FEW_VOTES})`;

/** SQL condition on `VOTES_OF_ACCOUNTS`: the like counts in decks at the time `$1`. `MAY_COUNT` lets plans filter votes before joins. */
export const IS_COUNTED = `votes.vote_type = 'up' AND users.email_verified_at IS NOT NULL AND ${MAY_COUNT}
    AND (${HAS_FEW_VOTES} OR (${IS_TRUSTED}))`;

/** SQL for JOIN on likes: the network of a like that can weigh less than 1. */
const ORIGIN = `vote_networks AS origin ON origin.user_id = likes.user_id AND origin.app_id = likes.app_id AND NOT ${HAS_FEW_VOTES}
      AND (likes.created_at AT TIME ZONE 'UTC')::date <> ALL ((SELECT crowded_days FROM trust_state)::date[])`;

/** SQL: number of accounts older than a month that have voted from a network, counted up to the limit. */
const oldAccountsOf = (network: string) => `(SELECT count(*) FROM (
        SELECT own.user_id FROM vote_networks AS own JOIN users ON users.id = own.user_id
        WHERE own.network = ${network} AND users.email_verified_at IS NOT NULL
          AND users.created_at <= ${NOW} - interval '1 month'
        GROUP BY own.user_id LIMIT ${LARGE_NETWORK_ACCOUNTS + 1}
      ) AS old)`;

/** SQL: the likes that `isSelected` selects and that count at the time `$1`. */
export const countedLikes = (isSelected: string): string =>
  `SELECT votes.id, votes.user_id, votes.app_id, votes.created_at, votes.is_of_early_card,
      date_trunc('hour', votes.created_at AT TIME ZONE 'UTC') AS hour
    FROM ${VOTES_OF_ACCOUNTS}
    WHERE ${IS_COUNTED} AND ${isSelected}`;

/**
 * SQL for a WITH clause. `trusted_likes` has the id, user, app, time, weight and early card of `likes`, a selection of `countedLikes`.
 * Likes of k accounts from one network on one app in one UTC hour weigh 1/√k each. Accounts of a large network weigh 1. They keep
 * this when the key of the hashes is replaced, because their earlier votes are known.
 */
export const weighLikes = (likes: string): string =>
  `counted_likes AS MATERIALIZED (
    ${likes}
  ), shared_hours AS (
    -- Most likes are the only ones of their app and hour, so their networks need not be read.
    SELECT app_id, hour FROM counted_likes GROUP BY 1, 2 HAVING count(*) > 1
  ), crowded_likes AS MATERIALIZED (
    SELECT * FROM (
      SELECT likes.*, origin.network, count(*) OVER (PARTITION BY likes.app_id, origin.network, likes.hour) AS crowd
      FROM counted_likes AS likes JOIN shared_hours USING (app_id, hour) JOIN ${ORIGIN}
    ) AS known WHERE crowd > 1
  ), networks_of_voters AS MATERIALIZED (
    SELECT DISTINCT user_id, network FROM vote_networks WHERE user_id IN (SELECT user_id FROM crowded_likes)
  ), large_networks AS MATERIALIZED (
    SELECT network FROM (SELECT DISTINCT network FROM networks_of_voters) AS known
    WHERE ${oldAccountsOf('known.network')} > ${LARGE_NETWORK_ACCOUNTS}
  ), lowered_likes AS MATERIALIZED (
    -- Rounded to a binary fraction, so that sums do not depend on their order.
    SELECT id, round(${UNIT} / sqrt(count(*) OVER (PARTITION BY app_id, network, hour))) / ${UNIT}::float8 AS weight FROM crowded_likes
    WHERE user_id NOT IN (SELECT user_id FROM networks_of_voters JOIN large_networks USING (network))
  ), trusted_likes AS (
    SELECT counted_likes.id, user_id, app_id, created_at, is_of_early_card, coalesce(lowered_likes.weight, 1) AS weight
    FROM counted_likes LEFT JOIN lowered_likes USING (id)
  )`;

/** SQL for a WITH clause: `trusted_likes` of the likes that `isSelected` selects. */
export const trustedLikes = (isSelected: string): string => weighLikes(countedLikes(isSelected));
