import { TRUSTED_LIKES } from '@zapdeck/contract/instance/stats';

const OTHERS_VIEWED_MIN = 10;
/** A network with more accounts older than a month is shared by honest people, such as a school. */
const LARGE_NETWORK_ACCOUNTS = 30;
/** The job looks for networks with more than half of a UTC day's votes if the day has this many votes. */
export const CROWDED_DAY_VOTES_MIN = 20;

const UNIT = 2 ** 20;

const NOW = '$1::timestamptz';

export const VOTES_OF_ACCOUNTS = `votes JOIN users ON users.id = votes.user_id
    LEFT JOIN seen_counts ON seen_counts.user_id = votes.user_id`;

/** SQL condition: too few votes are trusted, so votes of all confirmed accounts count. */
export const HAS_FEW_VOTES = `(SELECT likes < ${TRUSTED_LIKES.min} FROM trust_state)`;

/** SQL condition on users with `seen_counts`: the account has viewed enough other apps. */
export const HAS_VIEWED_OTHERS = `coalesce(greatest(seen_counts.seen, seen_counts.most_before) > ${OTHERS_VIEWED_MIN}, false)`;

/** SQL condition on users with `seen_counts`: the account's likes and views are trusted at the time `$1`. */
export const IS_TRUSTED_ACCOUNT = `users.email_verified_at IS NOT NULL
    AND users.created_at <= ${NOW} - interval '1 day' AND ${HAS_VIEWED_OTHERS}`;

export const IS_TRUSTED = `votes.vote_type = 'up' AND votes.is_seen_in_deck AND ${IS_TRUSTED_ACCOUNT}`;

/** SQL condition on votes: the like was seen in a deck, or too few likes are trusted to require it. */
export const MAY_COUNT = `(votes.is_seen_in_deck OR ${HAS_FEW_VOTES})`;

/** SQL condition on `VOTES_OF_ACCOUNTS`: the like counts at time `$1`. `MAY_COUNT` lets plans filter before joins. */
export const IS_COUNTED = `votes.vote_type = 'up' AND users.email_verified_at IS NOT NULL AND ${MAY_COUNT}
    AND (${HAS_FEW_VOTES} OR (${IS_TRUSTED}))`;

const MAY_WEIGH_LESS = `NOT ${HAS_FEW_VOTES}
      AND (unweighed.created_at AT TIME ZONE 'UTC')::date <> ALL ((SELECT crowded_days FROM trust_state)::date[])`;

/** SQL: number of accounts older than a month that have voted from a network, up to the limit. */
const oldAccountsOf = (network: string) => `(SELECT count(*) FROM (
        SELECT own.user_id FROM vote_networks AS own JOIN users ON users.id = own.user_id
        WHERE own.network = ${network} AND users.email_verified_at IS NOT NULL
          AND users.created_at <= ${NOW} - interval '1 month'
        GROUP BY own.user_id LIMIT ${LARGE_NETWORK_ACCOUNTS + 1}
      ) AS old)`;

/** SQL: the hour (UTC) of a time. Accounts of one network share their weight within an hour. */
export const hourOf = (at: string): string => `date_trunc('hour', ${at} AT TIME ZONE 'UTC')`;

/** Returns SQL for the likes that `isSelected` selects and that count at the time `$1`. */
export const countedLikes = (isSelected: string): string =>
  `SELECT votes.id, votes.user_id, votes.app_id, votes.created_at, ${hourOf('votes.created_at')} AS hour
    FROM ${VOTES_OF_ACCOUNTS}
    WHERE ${IS_COUNTED} AND ${isSelected}`;

export const weigh = (rows: string, networks: string): string =>
  `unweighed AS MATERIALIZED (
    ${rows}
  ), shared_hours AS (
    -- Most rows are the only ones of their app and hour, so their networks need not be read.
    SELECT app_id, hour FROM unweighed GROUP BY 1, 2 HAVING count(*) > 1
  ), crowded AS MATERIALIZED (
    SELECT * FROM (
      SELECT unweighed.user_id, unweighed.app_id, unweighed.hour, origin.network,
        count(*) OVER (PARTITION BY unweighed.app_id, origin.network, unweighed.hour) AS crowd
      FROM unweighed JOIN shared_hours USING (app_id, hour)
        JOIN ${networks} AS origin ON origin.user_id = unweighed.user_id AND origin.app_id = unweighed.app_id AND ${MAY_WEIGH_LESS}
      WHERE origin.network IS NOT NULL
    ) AS known WHERE crowd > 1
  ), networks_of_accounts AS MATERIALIZED (
    SELECT user_id, network FROM vote_networks WHERE user_id IN (SELECT user_id FROM crowded)
    UNION SELECT user_id, network FROM crowded
  ), large_networks AS MATERIALIZED (
    SELECT network FROM (SELECT DISTINCT network FROM networks_of_accounts) AS known
    WHERE ${oldAccountsOf('known.network')} > ${LARGE_NETWORK_ACCOUNTS}
  ), lowered AS MATERIALIZED (
    -- Rounded to a binary fraction, so that sums do not depend on their order.
    SELECT user_id, app_id, round(${UNIT} / sqrt(count(*) OVER (PARTITION BY app_id, network, hour))) / ${UNIT}::float8 AS weight
    FROM crowded WHERE user_id NOT IN (SELECT user_id FROM networks_of_accounts JOIN large_networks USING (network))
  ), weighed AS (
    SELECT unweighed.*, coalesce(lowered.weight, 1) AS weight FROM unweighed LEFT JOIN lowered USING (user_id, app_id)
  )`;

/** Returns SQL for a WITH clause: `weighed` has a selection of `countedLikes` with their weights. */
export const weighLikes = (likes: string): string => weigh(likes, 'vote_networks');
