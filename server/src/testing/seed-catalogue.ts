import { categories } from '@zapdeck/contract/apps/categories';
import pg from 'pg';
import { reachEmbeddedPostgres } from '../db/embedded/reach.ts';

export interface CatalogueSize {
  apps: number;
  users: number;
  votes: number;
  views: number;
  reports: number;
  auditEntries: number;
  errors: number;
}

const titles = [
  'Tiny Piano',
  'Tea Timer',
  'Star Map',
  'Budget Bee',
  'Chess Coach',
  'Pixel Garden',
  'Word Rush',
  'Loop Station',
];

/**
 * Fills a database with deterministic, realistic data over the ninety days before `now`. Counters and scores match
 * votes and views. Needs a superuser, because it disables the counting triggers.
 */
export async function seedCatalogue(client: pg.ClientBase, size: CatalogueSize, now: Date): Promise<void> {
  const run = (text: string, values: unknown[] = []) => client.query(text, values);
  await run('BEGIN');
  // A deterministic number from 0 to 1.
  await run(`CREATE FUNCTION pg_temp.dice(n bigint, salt int) RETURNS float8 LANGUAGE sql IMMUTABLE AS
    $$ SELECT (abs(hashint8(n * 7919 + salt))::float8 / 2147483648) $$`);
  await run(`CREATE FUNCTION pg_temp.seed_id(kind int, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS
    $$ SELECT overlay(overlay(md5(kind || ' ' || n) PLACING '7' FROM 13) PLACING '8' FROM 17)::uuid $$`);
  await run(
    `INSERT INTO users (id, email, first_name, last_name, auth_provider, google_id, zap_count, created_at)
     SELECT pg_temp.seed_id(1, n), 'person-' || n || '@example.net',
       (ARRAY['Ada','Ben','Chloe','Dev','Eve','Finn','Grace','Hana'])[1 + n % 8],
       (ARRAY['Lovelace','Okafor','Martin','Patel','Novak','Berg'])[1 + n % 6],
       (CASE WHEN n % 5 = 0 THEN 'google' ELSE 'email' END)::auth_provider,
       CASE WHEN n % 5 = 0 THEN 'seed ' || n END, (pg_temp.dice(n, 1) * 900)::int,
       $2::timestamptz - pg_temp.dice(n, 2) * interval '90 days'
     FROM generate_series(1, $1::int) n`,
    [size.users, now],
  );
  await run('SET LOCAL session_replication_role = replica');
  // Votes and views are inserted before apps, so that apps are written and indexed once. The first apps get most of
  // them.
  await run(
    `INSERT INTO votes (id, app_id, user_id, vote_type, created_at)
     SELECT DISTINCT ON (app, person) pg_temp.seed_id(3, n), pg_temp.seed_id(2, app), pg_temp.seed_id(1, person),
       (CASE WHEN pg_temp.dice(n, 11) < 0.75 THEN 'up' ELSE 'down' END)::vote_type,
       $4::timestamptz - power(pg_temp.dice(n, 12), 1.3) * interval '90 days'
     FROM (SELECT n, 1 + (power(pg_temp.dice(n, 9), 2) * ($2::int - 1))::int AS app,
       1 + (pg_temp.dice(n, 10) * ($3::int - 1))::int AS person FROM generate_series(1, $1::int) n) AS cast_votes
     ORDER BY app, person, n`,
    [size.votes, size.apps, size.users, now],
  );
  await run(
    `INSERT INTO user_app_interactions (id, app_id, user_id, interaction_type, duration, created_at)
     SELECT pg_temp.seed_id(4, n), pg_temp.seed_id(2, 1 + (power(pg_temp.dice(n, 13), 2) * ($2::int - 1))::int),
       pg_temp.seed_id(1, 1 + (pg_temp.dice(n, 14) * ($3::int - 1))::int),
       (CASE WHEN n % 6 = 0 THEN 'skip' ELSE 'view' END)::interaction_type,
       (CASE WHEN n % 25 = 0 THEN 40 ELSE pg_temp.dice(n, 15) * 90000 END)::int,
       $4::timestamptz - power(pg_temp.dice(n, 16), 1.3) * interval '90 days'
     FROM generate_series(1, $1::int) n`,
    [size.views, size.apps, size.users, now],
  );
  await run('ANALYZE votes, user_app_interactions');
  await run('SET LOCAL session_replication_role = origin');
  await run(
    `INSERT INTO apps (id, title, description, url, category, submitted_by, status, upvotes, downvotes, views, time_spent, frame_status,
       frame_reason, unreachable_since, frame_checked_at, frame_check_due_at, avg_time_to_upvote, avg_time_to_downvote, avg_view_time, created_at, updated_at)
     SELECT pg_temp.seed_id(2, n), ($3::text[])[1 + n % $4] || ' ' || n, 'Does one small thing, and does it well enough to stay.',
       'https://app-' || n || '.example.com/', ($5::text[])[1 + n % $6],
       pg_temp.seed_id(1, 1 + (pg_temp.dice(n, 3) * ($7::int - 1))::int),
       (CASE WHEN n % 50 = 0 THEN 'pending' WHEN n % 33 = 0 THEN 'rejected' ELSE 'approved' END)::app_status,
       coalesce(voted.up, 0), coalesce(voted.down, 0), coalesce(viewed.views, 0),
       1 + (pg_temp.dice(n, 4) * 9000000)::bigint,
       (CASE WHEN n % 9 = 0 THEN 'refused' WHEN n % 31 = 0 THEN 'unreachable' ELSE 'ok' END)::frame_status,
       (CASE WHEN n % 9 = 0 THEN '{"code": "frame_options", "value": "deny"}' WHEN n % 31 = 0 THEN '{"code": "connection_failed"}' END)::jsonb,
       CASE WHEN n % 9 > 0 AND n % 31 = 0 THEN $2::timestamptz - pg_temp.dice(n, 18) * interval '20 days' END,
       $2::timestamptz - interval '6 hours', $2::timestamptz + interval '18 hours',
       (pg_temp.dice(n, 5) * 20000)::int, (pg_temp.dice(n, 6) * 9000)::int, (pg_temp.dice(n, 7) * 60000)::int, at, at
     FROM generate_series(1, $1::int) n CROSS JOIN LATERAL (SELECT $2::timestamptz -
       CASE WHEN n % 50 = 0 THEN pg_temp.dice(n, 8) * interval '3 days' ELSE pg_temp.dice(n, 8) * interval '90 days' END AS at) AS made
       LEFT JOIN (SELECT app_id, count(*) FILTER (WHERE vote_type = 'up') AS up,
           count(*) FILTER (WHERE vote_type = 'down') AS down FROM votes GROUP BY app_id) AS voted
         ON voted.app_id = pg_temp.seed_id(2, n)
       LEFT JOIN (SELECT app_id, count(*) AS views FROM user_app_interactions WHERE interaction_type = 'view'
           GROUP BY app_id) AS viewed ON viewed.app_id = pg_temp.seed_id(2, n)
     ORDER BY n`,
    [size.apps, now, titles, titles.length, categories, categories.length, size.users],
  );
  await run('SET LOCAL session_replication_role = replica');
  await run(
    `INSERT INTO reports (id, app_id, reported_by, reason, status, created_at)
     SELECT pg_temp.seed_id(5, n), pg_temp.seed_id(2, 1 + n % $2::int), pg_temp.seed_id(1, 1 + n % $3::int),
       (ARRAY['It shows nothing but an empty page.','Asks for a password of another site.','Same as an app that is here already.','Far too loud.'])[1 + n % 4],
       (CASE WHEN n % 3 = 0 THEN 'reviewed' WHEN n % 7 = 0 THEN 'dismissed' ELSE 'pending' END)::report_status,
       $4::timestamptz - n * interval '5 hours'
     FROM generate_series(1, $1::int) n`,
    [size.reports, size.apps, size.users, now],
  );
  await run(
    `WITH logged AS (
       INSERT INTO audit_log (id, actor_id, action, target_id, before, after, created_at)
       SELECT pg_temp.seed_id(6, n), (SELECT id FROM users WHERE is_admin ORDER BY created_at LIMIT 1),
         CASE WHEN n % 4 = 0 THEN 'app.edited' ELSE 'app.reviewed' END, pg_temp.seed_id(2, 1 + n % $2::int),
         '{"status": "pending"}'::jsonb, '{"status": "approved"}'::jsonb, $3::timestamptz - n * interval '50 minutes'
       FROM generate_series(1, $1::int) n RETURNING *
     )
     INSERT INTO app_events (id, actor_id, action, app_id, before, after, created_at)
     SELECT id, actor_id, action, target_id, before, after, created_at FROM logged`,
    [size.auditEntries, size.apps, now],
  );
  await run(
    `INSERT INTO error_logs (id, user_id, error_type, error_message, stack_trace, url, user_agent, created_at)
     SELECT pg_temp.seed_id(7, n), pg_temp.seed_id(1, 1 + n % $2::int),
       CASE WHEN n % 3 = 0 THEN 'API_ERROR' ELSE 'CLIENT_ERROR' END,
       (ARRAY['The server could not be reached','Cannot read properties of undefined (reading ''id'')','503: busy','ResizeObserver loop limit exceeded'])[1 + n % 4]
         || CASE WHEN n % 11 = 0 THEN ' #' || n % 40 ELSE '' END,
       E'Error\\n    at run (app.js:1:2)', 'http://localhost/home', 'Mozilla/5.0', $3::timestamptz - power(pg_temp.dice(n, 17), 2) * interval '29 days'
     FROM generate_series(1, $1::int) n`,
    [size.errors, size.users, now],
  );
  await run('SET LOCAL session_replication_role = origin');
  await run(
    `INSERT INTO daily_views (day, app_id, views)
     SELECT (created_at AT TIME ZONE 'UTC')::date, app_id, count(*) FROM user_app_interactions
     WHERE interaction_type = 'view' GROUP BY 1, 2
     ON CONFLICT (day, app_id) DO UPDATE SET views = excluded.views`,
  );
  await run('COMMIT');
  await run('VACUUM ANALYZE');
}

/** Connects to the embedded database of the server that runs on the data folder. */
export async function onDataFolder<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const database = await reachEmbeddedPostgres(dataDir);
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.release();
  }
}
