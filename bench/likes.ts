import type pg from 'pg';
import { withoutIndexes } from './bulk.ts';

/** People of a scene like its apps more often than others. */
const APPS_PER_SCENE = 500;
const SCENES_PER_PERSON = 3;
/** Share of likes in the scenes of the person. */
const IN_SCENES = 0.7;

/**
 * Each person likes `$1` apps of the last 90 days. The first apps of the order by score are liked most. Repeated likes of an app
 * are dropped.
 */
const LIKES_SQL = `WITH ranked AS MATERIALIZED (
    SELECT id, row_number() OVER (ORDER BY ranking_score DESC, id) - 1 AS rank FROM apps
  ), size AS (
    SELECT count(*) AS apps, greatest(1, count(*) / ${APPS_PER_SCENE}) AS scenes FROM apps
  ), drawn AS MATERIALIZED (
    SELECT person.id AS user_id, CASE WHEN random() < ${IN_SCENES}
        THEN (person.n * 31 + floor(${SCENES_PER_PERSON} * random())::int * 7919) % scenes
          + scenes * floor(${APPS_PER_SCENE} * random() ^ 3)::int
        ELSE floor(apps * random() ^ 3)::int END AS rank
    FROM bench_users AS person CROSS JOIN size CROSS JOIN generate_series(1, $1::int)
  )
  INSERT INTO votes (id, user_id, app_id, vote_type, created_at)
  SELECT gen_random_uuid(), user_id, ranked.id, 'up', now() - random() * interval '89 days'
  FROM (SELECT DISTINCT user_id, rank FROM drawn) AS drawn JOIN ranked USING (rank)`;

/** Adds likes of the users of `fill`, so that likes lead to other apps. The counters of the apps do not follow. */
export async function addLikes(client: pg.Client, perPerson: number): Promise<void> {
  await client.query('SET session_replication_role = replica');
  await withoutIndexes(client, { tables: ['votes'], andKeys: true }, async () => {
    await client.query(LIKES_SQL, [perPerson]);
  });
  await client.query('SET session_replication_role = origin');
  await client.query(
    `UPDATE users SET created_at = now() - interval '1 year', email_verified_at = now() - interval '1 year'`,
  );
  await client.query('INSERT INTO changed_likes SELECT DISTINCT app_id FROM votes');
  await client.query('VACUUM (ANALYZE) votes, users, changed_likes');
}
