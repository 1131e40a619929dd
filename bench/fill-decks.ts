import type pg from 'pg';

const TRENDING = 10_000;
const LIKES = 500;
/** Without triggers, because the counters of the apps are filled already. */
const FILL_SQL = [
  'SET session_replication_role = replica',
  `INSERT INTO trending_scores SELECT id, random() FROM apps WHERE approval_no % greatest(1, (SELECT count(*) FROM apps) / ${TRENDING}) = 0`,
  `INSERT INTO votes (user_id, app_id, vote_type, created_at)
    SELECT users.id, seen.app_id, 'up', seen.last_viewed_at FROM users CROSS JOIN LATERAL (
      SELECT app_id, last_viewed_at FROM seen_apps WHERE user_id = users.id ORDER BY last_viewed_at DESC LIMIT ${LIKES}
    ) AS seen WHERE email SIMILAR TO '(light|ordinary|heavy|extreme)-%'`,
  'SET session_replication_role = origin',
  'ANALYZE votes',
  'ANALYZE trending_scores',
];

/** Adds what the decks `trending` and `liked` deal, unless it is there. */
export async function fillDecks(client: pg.Client): Promise<void> {
  const { rows } = await client.query('SELECT FROM trending_scores LIMIT 1');
  if (rows.length > 0) return;
  for (const sql of FILL_SQL) await client.query(sql);
}
