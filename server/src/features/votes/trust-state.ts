import { TRUSTED_LIKES } from '@zapdeck/contract/instance/stats';
import type { Db } from '../../db/client.ts';
import { run } from '../../db/statement.ts';
import { VOTE_NETWORK_DAYS } from './forget-vote-networks.ts';
import { CROWDED_DAY_VOTES_MIN, IS_TRUSTED, VOTES_OF_ACCOUNTS } from './trusted-votes.ts';

const TODAY = "($1::timestamptz AT TIME ZONE 'UTC')::date";
const FIRST_DAY = `(${TODAY} - ${TRUSTED_LIKES.days - 1})`;

/** Earlier days stay, because likes count for 90 days in the deck `for-you`. */
const REFRESH_STATE = `WITH trusted AS (
    SELECT (votes.created_at AT TIME ZONE 'UTC')::date AS day, network, count(*) AS likes
    FROM ${VOTES_OF_ACCOUNTS} LEFT JOIN vote_networks AS origin
      ON origin.user_id = votes.user_id AND origin.app_id = votes.app_id
    WHERE votes.created_at >= (${FIRST_DAY}::timestamp AT TIME ZONE 'UTC') AND ${IS_TRUSTED}
    GROUP BY 1, 2
  ), days AS (
    SELECT day, sum(likes) AS likes, max(likes) FILTER (WHERE network IS NOT NULL) AS largest FROM trusted GROUP BY day
  )
  UPDATE trust_state SET computed_at = $1::timestamptz, likes = (SELECT coalesce(sum(likes), 0) FROM days),
    crowded_days = ARRAY(
      SELECT day FROM unnest(crowded_days) AS earlier (day) WHERE day < ${FIRST_DAY} AND day >= ${TODAY} - ${VOTE_NETWORK_DAYS}
      UNION SELECT day FROM days WHERE likes >= ${CROWDED_DAY_VOTES_MIN} AND largest * 2 > likes ORDER BY day)`;

/** Counts the trusted likes of the last days. Finds days on which one network had more than half of them. */
export async function refreshTrustState(db: Db, now: Date): Promise<void> {
  await run(db, { text: REFRESH_STATE, values: [now.toISOString()] });
}
