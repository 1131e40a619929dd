import { sql } from 'drizzle-orm';
import { type Db, one } from '../../../db/client.ts';
import { runBatch } from '../../../db/delete-batches.ts';
import { run, type Statement } from '../../../db/statement.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { markSeenInDeck } from '../../votes/seen-in-deck.ts';
import {
  countedLikes,
  HAS_VIEWED_OTHERS,
  IS_COUNTED,
  MAY_COUNT,
  VOTES_OF_ACCOUNTS,
  weighLikes,
} from '../../votes/trusted-votes.ts';
import { LIFT_SHRINKAGE } from '../score.ts';
import { defineScheduledJob } from '../../../jobs/job.ts';

export const PAIR_DAYS = 90;
export const LIKES_PER_PERSON = 200;
export const PEOPLE_PER_APP = 2_000;
/** A pair needs likes of this many people, because one person's pair would reveal their taste. */
export const PEOPLE_MIN = 2;
export const PAIRS_PER_APP = 50;

const CHANGES_PER_BATCH = 5_000;
/** Apps per transaction that counts likes. With 2,500 likes each, it takes some seconds. */
const COUNTED_PER_BATCH = 400;
const APPS_PER_BATCH = 200;
const PEOPLE_PER_BATCH = 2_000;
/** Without table statistics, a statement can be slow. The job usually stops long before this timeout. */
const WORK_TIMEOUT_MS = 5 * 60_000;
/** Pairs are recomputed after this time, because likes expire and likes of other apps change. */
const DUE_AFTER = "interval '7 days'";
/** Pairs with likes of new accounts are recomputed after this time, when these likes start to count. */
const DUE_IF_NEW_AFTER = "interval '1 day'";

const IS_RECENT = `votes.vote_type = 'up' AND votes.created_at > $1::timestamptz - interval '${PAIR_DAYS} days'`;
const HAS_LOCKED = '(SELECT count(*) FROM locked) > 0';
/** SQL condition: no other run has found a change of the app in between. */
const IS_SAME = 'paired_apps.app_id = due.app_id AND paired_apps.due_at = due.due_at';

const FIND_DUE = 'SELECT FROM paired_apps WHERE due_at <= $1::timestamptz LIMIT 1';

const COUNT_PEOPLE = `SELECT count(*)::int AS people FROM users LEFT JOIN seen_counts ON seen_counts.user_id = users.id
  WHERE EXISTS (SELECT FROM votes WHERE votes.user_id = users.id AND ${IS_RECENT} AND ${IS_COUNTED})`;

/** Locks the apps first, in the same order as a deletion of an app, to avoid deadlocks. */
const NOTE_CHANGES = `WITH first AS MATERIALIZED (
    SELECT ctid AS place, app_id FROM changed_likes LIMIT ${CHANGES_PER_BATCH}
  ), counted AS MATERIALIZED (
    SELECT DISTINCT app_id FROM first ORDER BY app_id LIMIT ${COUNTED_PER_BATCH}
  ), read AS (
    DELETE FROM changed_likes WHERE ctid = ANY (ARRAY(SELECT place FROM first JOIN counted USING (app_id)))
    RETURNING app_id
  ), locked AS MATERIALIZED (
    SELECT id FROM apps WHERE id IN (SELECT app_id FROM read) ORDER BY id FOR KEY SHARE
  ), ${weighLikes(countedLikes(`votes.app_id IN (SELECT id FROM locked) AND ${IS_RECENT}`))}, noted AS (
    INSERT INTO paired_apps AS known (app_id, likes, weight, due_at)
    SELECT locked.id, count(weighed.id), coalesce(sum(weight), 0), $1::timestamptz
    FROM locked LEFT JOIN weighed ON weighed.app_id = locked.id GROUP BY locked.id
    ON CONFLICT (app_id) DO UPDATE SET likes = excluded.likes, weight = excluded.weight, due_at = excluded.due_at
  )
  SELECT (SELECT count(*) < ${CHANGES_PER_BATCH} FROM first) AND count(*) = (SELECT count(*) FROM first) AS "isLast" FROM read`;

const LIFT = `ln((together.weight + ${LIFT_SHRINKAGE})
    / (sizes.weight * others.weight / $2::float8 + ${LIFT_SHRINKAGE}))`;

const LATEST_LIKES = `SELECT latest.* FROM due CROSS JOIN LATERAL (
      ${countedLikes(`votes.app_id = due.app_id AND ${IS_RECENT}`)}
      ORDER BY votes.created_at DESC, votes.id DESC LIMIT ${PEOPLE_PER_APP}
    ) AS latest`;

/** Reads due apps, the people who like them and their likes from one snapshot. `$2` is the number of people. */
const COMPUTE_PAIRS = `WITH waiting AS (
    SELECT app_id, due_at, least(likes, ${PEOPLE_PER_APP}) AS people FROM paired_apps
    WHERE due_at <= $1::timestamptz ORDER BY due_at, app_id LIMIT ${APPS_PER_BATCH}
  ), due AS MATERIALIZED (
    SELECT app_id, due_at FROM (
      SELECT app_id, due_at, sum(people) OVER (ORDER BY due_at, app_id) - people AS before FROM waiting
    ) AS summed WHERE before < ${PEOPLE_PER_BATCH}
  ), ${weighLikes(LATEST_LIKES)}, likers AS MATERIALIZED (
    SELECT app_id, user_id, weight FROM weighed
  ), likes AS MATERIALIZED (
    SELECT person.user_id, latest.app_id FROM (SELECT DISTINCT user_id FROM likers) AS person CROSS JOIN LATERAL (
      SELECT votes.app_id FROM votes
      WHERE votes.user_id = person.user_id AND ${IS_RECENT} AND ${MAY_COUNT}
      ORDER BY votes.created_at DESC, votes.id DESC LIMIT ${LIKES_PER_PERSON}
    ) AS latest
  ), sizes AS (
    SELECT app_id, count(*) AS people, sum(weight) AS weight FROM likers GROUP BY app_id
  ), together AS (
    SELECT likers.app_id, likes.app_id AS other_id, sum(likers.weight) AS weight
    FROM likers JOIN likes USING (user_id) WHERE likes.app_id <> likers.app_id
    GROUP BY 1, 2 HAVING count(*) >= ${PEOPLE_MIN}
  ), lifted AS (
    SELECT together.app_id, together.other_id, ${LIFT} AS lift
    FROM together JOIN sizes USING (app_id) JOIN paired_apps AS others ON others.app_id = together.other_id
  ), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY app_id ORDER BY lift DESC, other_id) AS rank FROM lifted WHERE lift > 0
  ), best AS MATERIALIZED (
    SELECT app_id, array_agg(other_id ORDER BY rank) AS other_ids, array_agg(lift ORDER BY rank) AS lifts
    FROM ranked WHERE rank <= ${PAIRS_PER_APP} GROUP BY app_id
  ), locked AS MATERIALIZED (
    -- All apps at once: the deletion of an app locks it before its rows of other tables.
    SELECT id FROM apps WHERE id IN (SELECT app_id FROM due) ORDER BY id FOR KEY SHARE
  ), lost AS (
    DELETE FROM strongest_pairs USING due WHERE ${HAS_LOCKED} AND strongest_pairs.app_id = due.app_id
      AND NOT EXISTS (SELECT FROM best WHERE best.app_id = due.app_id)
  ), stored AS (
    INSERT INTO strongest_pairs AS known (app_id, other_ids, lifts) SELECT app_id, other_ids, lifts FROM best
    WHERE app_id IN (SELECT id FROM locked)
    ON CONFLICT (app_id) DO UPDATE SET other_ids = excluded.other_ids, lifts = excluded.lifts
      WHERE (known.other_ids, known.lifts) <> (excluded.other_ids, excluded.lifts)
  ), forgotten AS (
    DELETE FROM paired_apps USING due WHERE ${HAS_LOCKED} AND ${IS_SAME} AND NOT EXISTS (
      SELECT FROM votes WHERE votes.app_id = due.app_id AND ${IS_RECENT})
  ), settled AS (
    UPDATE paired_apps SET
      likes = CASE WHEN coalesce(sizes.people, 0) < ${PEOPLE_PER_APP} THEN coalesce(sizes.people, 0)
        ELSE paired_apps.likes END,
      weight = CASE WHEN coalesce(sizes.people, 0) < ${PEOPLE_PER_APP} THEN coalesce(sizes.weight, 0)
        ELSE paired_apps.weight END,
      due_at = $1::timestamptz + CASE WHEN EXISTS (
          SELECT FROM ${VOTES_OF_ACCOUNTS} WHERE votes.app_id = due.app_id AND ${IS_RECENT}
            AND votes.created_at > $1::timestamptz - ${DUE_IF_NEW_AFTER}
            AND (users.created_at > $1::timestamptz - ${DUE_IF_NEW_AFTER} OR NOT ${HAS_VIEWED_OTHERS})
        ) THEN ${DUE_IF_NEW_AFTER} ELSE ${DUE_AFTER} END
    FROM due LEFT JOIN sizes USING (app_id) WHERE ${HAS_LOCKED} AND ${IS_SAME} AND EXISTS (
      SELECT FROM votes WHERE votes.app_id = due.app_id AND ${IS_RECENT})
  )
  SELECT count(*) = 0 AS "isLast" FROM due`;

interface Batch {
  isLast: boolean;
}

async function runLong<Row extends object>(tx: Db, statement: Statement): Promise<Row> {
  // Without parallel workers, the other cores stay free for requests.
  await tx.execute(
    sql.raw(
      `SET LOCAL statement_timeout = ${WORK_TIMEOUT_MS}; SET LOCAL max_parallel_workers_per_gather = 0`,
    ),
  );
  return one(await run<Row>(tx, statement));
}

async function repeat(db: Db, statement: Statement, isOver: () => boolean): Promise<boolean> {
  for (;;) {
    const { isLast } = await runBatch(
      db,
      () => undefined,
      (tx) => runLong<Batch>(tx, statement),
    );
    if (isLast) return true;
    if (isOver()) return false;
  }
}

/** Recomputes the pairs of changed and due apps, in batches. Returns false if it stopped early, which loses nothing. */
export async function refreshPairs(db: Db, now: Date, isOver: () => boolean): Promise<boolean> {
  const at = now.toISOString();
  await markSeenInDeck(db, now);
  if (!(await repeat(db, { text: NOTE_CHANGES, values: [at] }, isOver)) || isOver()) return false;
  if ((await run(db, { text: FIND_DUE, values: [at] })).length === 0) return true;
  const { people } = await inTransaction(db, (tx) =>
    runLong<{ people: number }>(tx, { text: COUNT_PEOPLE, values: [at] }),
  );
  return repeat(db, { text: COMPUTE_PAIRS, values: [at, people] }, isOver);
}

const WORK_MS = 8 * 60_000;

/** Recomputes pairs. A run that takes too long leaves the rest to the next run. */
export const pairsJob = defineScheduledJob({
  name: 'pairs',
  timeoutS: 10 * 60,
  cron: '3-59/10 * * * *',
  async run({ db, clock }, { isStopping }) {
    const began = performance.now();
    await refreshPairs(db, clock(), () => isStopping() || performance.now() - began > WORK_MS);
  },
});
