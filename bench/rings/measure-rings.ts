import type pg from 'pg';

interface Found {
  ring: number;
  honest: number;
  /** Fan groups of which all members are marked. */
  fanGroups: number;
  seconds: number;
}

const MARKED = `WITH marked AS (SELECT DISTINCT user_id FROM vote_group_members)
  SELECT count(*) FILTER (WHERE role = 'ring' AND marked.user_id IS NOT NULL)::int AS ring,
    count(*) FILTER (WHERE role <> 'ring' AND marked.user_id IS NOT NULL)::int AS honest,
    (SELECT count(*)::int FROM (SELECT fan_of FROM bench_crowd AS fan LEFT JOIN marked USING (user_id)
      WHERE role = 'fan' GROUP BY fan_of HAVING bool_and(marked.user_id IS NOT NULL)) AS whole) AS "fanGroups"
  FROM bench_crowd LEFT JOIN marked USING (user_id)`;

/** Does the work and returns the seconds that it took. */
type Work = () => Promise<number>;

/** Runs the nightly job and counts what it has marked. */
export async function findRing(client: pg.Client, search: Work): Promise<Found> {
  const seconds = await search();
  const { rows } = await client.query<Omit<Found, 'seconds'>>(MARKED);
  const [marked] = rows;
  if (!marked) throw new Error('The crowd is empty');
  return { ...marked, seconds };
}

interface Settled {
  votes: number;
  takenSeconds: number;
  restoredSeconds: number;
  /** Apps whose counters differ from their votes, after both. */
  wrong: number;
  /** Votes of the accounts that differ after the undo. */
  different: number;
}

const START = `WITH made AS (INSERT INTO takebacks (id, created_at) VALUES (gen_random_uuid(), now()) RETURNING id),
  accounts AS (INSERT INTO takeback_accounts SELECT made.id, unnest($1::uuid[]) FROM made)
  SELECT id FROM made`;
const WRONG = `SELECT count(*)::int AS count FROM apps LEFT JOIN (
    SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up, count(*) FILTER (WHERE vote_type = 'down') AS down
    FROM votes GROUP BY app_id) AS own ON own.app_id = apps.id
  WHERE (upvotes, downvotes) <> (coalesce(own.up, 0), coalesce(own.down, 0))`;
const COPY = `CREATE TEMP TABLE before_taking AS SELECT * FROM votes WHERE user_id = ANY ($1)`;
const DIFFERENT = `SELECT count(*)::int AS count FROM (
  (TABLE before_taking EXCEPT SELECT * FROM votes WHERE user_id = ANY ($1))
  UNION ALL (SELECT * FROM votes WHERE user_id = ANY ($1) EXCEPT TABLE before_taking)) AS either`;

/** Takes the votes of the accounts back and puts them back, and compares both with the votes before. `settle` returns seconds. */
export async function takeAndRestore(
  client: pg.Client,
  accountIds: readonly string[],
  settle: (takebackId: string) => Promise<number>,
): Promise<Settled> {
  const count = async (text: string, values: unknown[] = []) =>
    (await client.query<{ count: number }>(text, values)).rows[0]?.count ?? Number.NaN;
  await client.query(COPY, [accountIds]);
  const votes = await count('SELECT count(*)::int FROM before_taking');
  const { rows } = await client.query<{ id: string }>(START, [accountIds]);
  const id = rows[0]?.id ?? '';
  const takenSeconds = await settle(id);
  const left = await count('SELECT count(*)::int FROM votes WHERE user_id = ANY ($1)', [accountIds]);
  const wrongAfterTaking = await count(WRONG);
  await client.query('UPDATE takebacks SET undone_at = now(), settled_at = NULL WHERE id = $1', [id]);
  const restoredSeconds = await settle(id);
  const wrong = wrongAfterTaking + left + (await count(WRONG));
  return { votes, takenSeconds, restoredSeconds, wrong, different: await count(DIFFERENT, [accountIds]) };
}
