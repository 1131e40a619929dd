import type pg from 'pg';
import { withoutIndexes } from '../fill.ts';

export interface Crowd {
  /** Other seeds draw other likes, and other apps for the ring. */
  seed: number;
  /** Mean number of likes of a member, over 90 days. */
  likes: number;
  /** Accounts that like the same apps of different makers within 14 days, and others as honest members do. */
  ring: { members: number; apps: number; others: number };
  /** Honest members who like all apps of one maker. */
  fans: { groups: number; members: number; apps: number };
}

/** Members of a scene like its apps more often than others. */
const APPS_PER_SCENE = 500;
const SCENES_PER_PERSON = 3;
/** Share of likes in the scenes of the person. */
const IN_SCENES = 0.7;
const APPS_PER_MAKER = 4;

/** The first makers have fans. */
const makersSql = ({
  fans: { groups, apps },
}: Crowd) => `UPDATE apps SET submitted_by = person.id FROM bench_users AS person
  WHERE person.n = 1 + CASE WHEN approval_no <= ${groups * apps} THEN (approval_no - 1) / greatest(1, ${apps})
    ELSE ${groups} + approval_no % greatest(1, (SELECT count(*) FROM apps)::int / ${APPS_PER_MAKER}) END`;

/** The first ranks are the most popular, by a power law. */
const rankedSql = ({ seed }: Crowd) => `CREATE TABLE bench_ranked AS
  SELECT id, submitted_by, approval_no, row_number() OVER (ORDER BY md5('${seed} ' || approval_no)) - 1 AS rank FROM apps`;

const boughtSql = ({ seed, ring, fans }: Crowd) => `CREATE TABLE bench_bought AS SELECT id FROM (
    SELECT DISTINCT ON (submitted_by) id, rank FROM bench_ranked
    WHERE approval_no > ${fans.groups * fans.apps} ORDER BY submitted_by, rank
  ) AS one_per_maker ORDER BY md5('${seed} ' || rank) LIMIT ${ring.apps}`;

const crowdSql = ({ likes, ring, fans }: Crowd) => `CREATE TABLE bench_crowd AS
  SELECT n, id AS user_id, role, CASE role WHEN 'fan' THEN (n - 1) / greatest(1, ${fans.members}) END AS fan_of,
    CASE role WHEN 'ring' THEN ${ring.others} ELSE ceil(-ln(1 - random()) * ${likes})::int END AS likes,
    CASE role WHEN 'ring' THEN 14 ELSE random() * 90 END AS from_days,
    CASE role WHEN 'ring' THEN 14 ELSE 1 + 30 * random() END AS for_days
  FROM (
    SELECT *, CASE WHEN n > (SELECT count(*) FROM bench_users) - ${ring.members} THEN 'ring'
      WHEN n <= ${fans.groups * fans.members} THEN 'fan' ELSE 'honest' END AS role FROM bench_users
  ) AS person`;

const likesSql = ({ fans }: Crowd) => `WITH size AS (
    SELECT count(*)::int AS apps, greatest(1, count(*)::int / ${APPS_PER_SCENE}) AS scenes FROM bench_ranked
  ), drawn AS MATERIALIZED (
    SELECT DISTINCT user_id, CASE WHEN random() < ${IN_SCENES}
        THEN (n * 31 + floor(${SCENES_PER_PERSON} * random())::int * 7919) % scenes
          + scenes * floor(apps / scenes * random() ^ 3)::int
        ELSE floor(apps * random() ^ 3)::int END AS rank
    FROM bench_crowd CROSS JOIN size CROSS JOIN LATERAL generate_series(1, likes)
  ), liked AS (
    SELECT user_id, id AS app_id FROM drawn JOIN bench_ranked USING (rank)
    UNION SELECT user_id, bench_bought.id FROM bench_crowd CROSS JOIN bench_bought WHERE role = 'ring'
    UNION SELECT user_id, id FROM bench_crowd JOIN bench_ranked
      ON approval_no BETWEEN 1 + fan_of * ${fans.apps} AND (fan_of + 1) * ${fans.apps}
  )
  INSERT INTO votes (id, user_id, app_id, vote_type, created_at)
  SELECT gen_random_uuid(), user_id, app_id, 'up',
    now() - greatest(0, from_days - random() * for_days) * interval '1 day'
  FROM liked JOIN bench_crowd USING (user_id)`;

/** Counters without the triggers, which would update each app once per vote. */
const COUNTS_SQL = `UPDATE apps SET upvotes = coalesce(own.likes, 0), downvotes = 0
  FROM apps AS all_apps LEFT JOIN (SELECT app_id, count(*)::int AS likes FROM votes GROUP BY app_id) AS own
    ON own.app_id = all_apps.id
  WHERE apps.id = all_apps.id`;

/** Adds likes of the users of `fill`. `bench_crowd` has the role of each. */
export async function fillLikes(client: pg.ClientBase, crowd: Crowd): Promise<void> {
  await client.query('SELECT setseed($1)', [1 / (1 + crowd.seed)]);
  await client.query('SET session_replication_role = replica');
  await client.query(makersSql(crowd));
  await client.query(rankedSql(crowd));
  await client.query(boughtSql(crowd));
  await client.query(crowdSql(crowd));
  await client.query('ANALYZE bench_ranked, bench_crowd, bench_bought');
  await withoutIndexes(client, { tables: ['votes'], andKeys: true }, async () => {
    await client.query(likesSql(crowd));
  });
  await client.query('SET session_replication_role = origin');
  await client.query(COUNTS_SQL);
  await client.query(
    `UPDATE users SET created_at = now() - interval '1 year', email_verified_at = now() - interval '1 year'`,
  );
  await client.query('VACUUM (ANALYZE) votes, users, apps');
}
