import { createHash, randomBytes } from 'node:crypto';
import type pg from 'pg';

/** How much there is to serve. */
export interface Size {
  apps: number;
  users: number;
  /** Rows of what people have seen, beside those of the people who are measured. */
  seen: number;
}

/** Somebody whose requests are measured. */
export interface Person {
  id: string;
  cookie: string;
}

const kinds = { light: 20, ordinary: 500, heavy: 5_000, extreme: 50_000 } as const;
export type Kind = keyof typeof kinds | 'guest' | 'admin';
const PEOPLE_OF_A_KIND = 8;

/** How many apps the people of a kind have seen in a catalogue of this size: never more than half of it. */
const seenBy = (kind: keyof typeof kinds, apps: number): number => Math.min(kinds[kind], apps >> 1);

const APPS_SQL = `INSERT INTO apps (id, title, description, url, category, tags, submitted_by, status, upvotes, downvotes,
    views, time_spent, approval_no, created_at)
  SELECT gen_random_uuid(), 'App number ' || n, repeat('What it does, told in a sentence or two. ', 3),
    'https://app-' || n || '.example.org/', (ARRAY['Games', 'Design', 'News', 'Travel', 'Utilities', 'Education',
    'Finance', 'Social', 'Shopping', 'Other'])[1 + n % 10], ARRAY['New', 'Free'],
    (SELECT id FROM bench_users WHERE bench_users.n = 1 + apps.n % $2), 'approved',
    (200 * random() ^ 6)::int, (40 * random() ^ 6)::int, (3000 * random() ^ 3)::int, 1 + (1e6 * random() ^ 4)::int, n,
    now() - n * interval '1 second'
  FROM generate_series(1, $1::int) AS apps (n)`;

async function addPeople(client: pg.Client, kind: Kind, apps: number): Promise<Person[]> {
  const people: Person[] = [];
  for (let index = 0; index < PEOPLE_OF_A_KIND; index += 1) {
    const token = randomBytes(32).toString('base64url');
    const isGuest = kind === 'guest';
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO users (id, email, first_name, is_guest, is_admin)
       VALUES (gen_random_uuid(), $1, $2, $3, $4) RETURNING id`,
      [isGuest ? null : `${kind}-${index}@example.org`, isGuest ? null : 'Robin', isGuest, kind === 'admin'],
    );
    const id = rows[0]?.id ?? '';
    await client.query(
      `INSERT INTO sessions (sid, user_id, expire) VALUES ($1, $2, now() + interval '20 days')`,
      [createHash('sha256').update(token).digest('hex'), id],
    );
    if (kind in kinds) {
      // Nearly everything from the top down, as a feed by score shows it.
      await client.query(
        `INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
         SELECT $1, id, now() - random() * interval '90 days' FROM (
           SELECT id FROM apps ORDER BY ranking_score DESC, created_at DESC, id DESC LIMIT $2::int * 1.02
         ) AS best WHERE random() < 0.98 LIMIT $2`,
        [id, seenBy(kind as keyof typeof kinds, apps)],
      );
    }
    people.push({ id, cookie: `sid=${token}` });
  }
  return people;
}

/** Fills an empty, migrated database; returns the people who are measured, by kind. */
export async function fill(client: pg.Client, { apps, users, seen }: Size): Promise<Record<Kind, Person[]>> {
  // The counts are put right at the end: row by row they would take longer than everything else.
  await client.query(
    `SET session_replication_role = replica; SET synchronous_commit = off; SET statement_timeout = 0`,
  );
  await client.query(
    `CREATE TABLE bench_users AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, ${users}) AS n`,
  );
  await client.query('CREATE UNIQUE INDEX ON bench_users (n)');
  await client.query(
    `INSERT INTO users (id, email, first_name) SELECT id, 'person-' || n || '@example.org', 'Alex' FROM bench_users`,
  );
  await client.query(APPS_SQL, [apps, users]);
  await client.query(`UPDATE apps SET ranking_score = upvotes * upvote_weight - downvotes * downvote_weight
    + views * view_weight + time_spent * time_weight FROM formula_weights WHERE is_in_force`);
  await client.query(`CREATE TABLE bench_apps AS SELECT row_number() OVER () AS n, id FROM apps`);
  await client.query('CREATE UNIQUE INDEX ON bench_apps (n)');
  await client.query('VACUUM ANALYZE apps');
  await client.query(
    `INSERT INTO seen_apps (user_id, app_id, last_viewed_at)
     SELECT u.id, a.id, now() - random() * interval '90 days'
     FROM (SELECT 1 + (random() * ($2::int - 1))::int AS user_n, 1 + (random() * ($3::int - 1))::int AS app_n
       FROM generate_series(1, $1::int)) AS pair
       JOIN bench_users u ON u.n = user_n JOIN bench_apps a ON a.n = app_n
     ON CONFLICT DO NOTHING`,
    [seen, users, apps],
  );
  const people = {
    light: await addPeople(client, 'light', apps),
    ordinary: await addPeople(client, 'ordinary', apps),
    heavy: await addPeople(client, 'heavy', apps),
    extreme: await addPeople(client, 'extreme', apps),
    guest: await addPeople(client, 'guest', apps),
    admin: await addPeople(client, 'admin', apps),
  };
  await client.query(`INSERT INTO seen_counts SELECT user_id, count(*) FROM seen_apps GROUP BY user_id`);
  await client.query(`UPDATE feed_state SET approved_apps = (SELECT count(*) FROM apps)`);
  await client.query(`SELECT setval('app_approvals', (SELECT count(*) FROM apps))`);
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM ANALYZE');
  return people;
}
